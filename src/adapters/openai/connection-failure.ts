/** What the codes of Bun and Node, or the messages of Deno, which gives none, say of a connection, and how that is told. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|connection refused/i, 'cannot be reached: nothing listens at its address.'],
  [/ENOTFOUND|EAI_AGAIN|dns error/i, 'cannot be reached: the name of its host is not resolved.'],
  [/EHOSTUNREACH|ENETUNREACH|host is unreachable|network is unreachable/i, 'cannot be reached: there is no route to its host.'],
  [/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|timed out/i, 'cannot be reached: its host does not answer.'],
  [/CERT|UNABLE_TO_(?:VERIFY|GET)|invalid peer certificate/i, 'cannot be reached: its certificate is not trusted.'],
  [/EPROTO|ERR_SSL|received corrupt message/i, 'cannot be reached: it does not speak TLS at this address.'],
  [/Malformed_HTTP_Response|HPE_|invalid HTTP/i, 'answered with something that is not HTTP.'],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE|connection closed|error reading a body|terminated/i,
    'closed the connection before its answer was whole.',
  ],
];
/** Most errors, each the cause of the one before it, that are looked at. */
const MOST_CAUSES = 4;

/**
 * Why a call of `fetch` failed, as the end of a sentence that begins with the server. It names no host, port or file, so anybody
 * may be told.
 */
export function connectionFailure(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth += 1) {
    const said = `${'code' in cause ? String(cause.code) : ''} ${cause.message}`;
    const reason = REASONS.find(([pattern]) => pattern.test(said));
    if (reason !== undefined) return reason[1];
    cause = cause.cause;
  }
  return 'cannot be reached or broke off its answer.';
}
