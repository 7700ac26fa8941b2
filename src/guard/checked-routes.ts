/** The path of chat completions. */
export const CHAT_PATH = '/v1/chat/completions';
/** The path of the Responses API. */
export const RESPONSES_PATH = '/v1/responses';

/** The path of embeddings. */
export const EMBEDDINGS_PATH = '/v1/embeddings';

/**
 * The routes whose requests are checked and recorded. They authenticate callers themselves, so that requests without a valid key are
 * recorded too.
 */
export const CHECKED_ROUTES = [CHAT_PATH, RESPONSES_PATH, EMBEDDINGS_PATH] as const;

export type CheckedRoute = (typeof CHECKED_ROUTES)[number];
