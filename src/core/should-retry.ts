/** The header by which OpenAI's servers tell its clients whether to try again; without it clients decide by the status. */
export const SHOULD_RETRY_HEADER = 'x-should-retry';
