/** Why a text is not read that more of it would change: a stream's text that grows beyond it was read after all. */
export const TOO_SHORT = 'too short';
