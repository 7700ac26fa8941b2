/** Reason for not reading a text, unlike others no longer true once a streamed text has grown. */
export const TOO_SHORT = 'too short';
