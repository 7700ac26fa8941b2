/** What a person is told instead of an answer when the guard blocks it. */
export const REFUSAL_TEXT = 'Sorry, I cannot help with that request.';
