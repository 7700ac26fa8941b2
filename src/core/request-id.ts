/** Not `.` and `..`: what is kept under these could be asked for by no URL. */
const ACCEPTED = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/;

/** Whether a caller may name a request so: by 1 to 128 characters of A-Z a-z 0-9 . _ -, but not `.` or `..`. */
export function isRequestId(id: string): boolean {
  return ACCEPTED.test(id);
}

/** The header that carries a request's id through every service, upstream call, bus message and log line. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The caller's request id when it may be one, else a fresh one. */
export function requestIdFrom(headers: Headers, mint: () => string): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && isRequestId(given) ? given : mint();
}

/** No request id has it, so that no caller can ask for the record of another request by choosing an id. */
const SEPARATOR = '~';

/**
 * The id under which a request is recorded whose own is that of an earlier record: its place in the order of arrival stands
 * behind it.
 */
export function laterRecordId(requestId: string, sequence: number): string {
  return `${requestId}${SEPARATOR}${sequence}`;
}

/** The id that a request itself had. */
export function givenRequestId(recordId: string): string {
  const end = recordId.indexOf(SEPARATOR);
  return end < 0 ? recordId : recordId.slice(0, end);
}
