/** OpenAI's header by which its clients know when to ask again; without it they wait for five seconds. */
export const POLL_AFTER_HEADER = 'openai-poll-after-ms';

/** Milliseconds after which it makes sense to ask again: small files are ingested in less. */
const POLL_AFTER_MS = 500;

/** Tells a client that waits for the end of ingestion when to ask again. */
export function tellWhenToPoll<Body extends { readonly status: string }>(
  body: Body,
  set: { readonly headers: Record<string, string | number | undefined> },
): Body {
  if (body.status === 'in_progress') set.headers[POLL_AFTER_HEADER] = String(POLL_AFTER_MS);
  return body;
}
