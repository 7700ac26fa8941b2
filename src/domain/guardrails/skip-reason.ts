/** Reason for not scanning a text. Unlike other reasons it can cease to apply as a streamed text grows. */
export const TOO_SHORT = 'too short';
