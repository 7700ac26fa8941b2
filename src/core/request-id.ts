const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The header that carries a request's id through every service, upstream call, bus message and log line. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The caller's request id when it is 1 to 128 characters of A-Z a-z 0-9 . _ -, else a fresh one. */
export function requestIdFrom(headers: Headers, mint: () => string): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && ACCEPTED.test(given) ? given : mint();
}
