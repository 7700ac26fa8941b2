const SECONDS = /^\d{1,9}(?:\.\d{1,9})?$/;
/** All forms of an HTTP date begin with the name of a day; `Date.parse` accepts nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /;

/**
 * Whole seconds of a Retry-After header: a number, or an HTTP date (RFC 9110, section 10.2.3). Parts of a second, which some
 * servers send, are rounded up. Undefined for anything else.
 */
export function readRetryAfter(value: string | null, now: Date): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (SECONDS.test(text)) return Math.ceil(Number(text));
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
