/** Excludes `.` and `..`, which a URL path cannot contain. */
const ACCEPTED = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;

/** Whether a caller's request id is valid: 1 to 128 characters of A-Z a-z 0-9 . _ -, but not `.` or `..`. */
export function isRequestId(id: string): boolean {
  return ACCEPTED.test(id);
}

/** The header that carries a request's id through all services, upstream calls, bus messages and log lines. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The caller's request id if it is valid, otherwise a new one. */
export function requestIdFrom(headers: Headers, mint: () => string): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && isRequestId(given) ? given : mint();
}

/** No valid request id contains it, so no caller can reach the record of another request by choosing an id. */
const SEPARATOR = '~';

/** The id under which a request is recorded if an earlier record has its id: its number in the order of arrival is appended. */
export function laterRecordId(requestId: string, sequence: number): string {
  return `${requestId}${SEPARATOR}${sequence}`;
}

/** The id that the request itself had. */
export function givenRequestId(recordId: string): string {
  const end = recordId.indexOf(SEPARATOR);
  return end < 0 ? recordId : recordId.slice(0, end);
}
