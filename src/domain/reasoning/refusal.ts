/** The answer to the user if the guard blocks it. */
export const REFUSAL_TEXT = 'Sorry, I cannot help with that request.';
