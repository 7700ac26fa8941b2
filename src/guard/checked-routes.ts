/** Where chat completions go. This route and the next know their callers themselves, so that those they do not know are recorded too. */
export const CHAT_PATH = '/v1/chat/completions';
/** Where requests for responses go. */
export const RESPONSES_PATH = '/v1/responses';

/** The routes whose requests are checked and recorded. */
export const CHECKED_ROUTES = [CHAT_PATH, RESPONSES_PATH] as const;

export type CheckedRoute = (typeof CHECKED_ROUTES)[number];
