import { timeLimit, type TimeLimit } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';

/** `request_timeout` for a body that did not arrive in time, in milliseconds: one that trickles in would occupy its place for ever. */
export function lateBody(milliseconds: number): ServiceError {
  return new ServiceError('request_timeout', `The body did not arrive within ${milliseconds} ms.`);
}

/**
 * The time within which the body of a request must arrive, in milliseconds. The signal then aborts with `lateBody`, and with the given
 * one when the client leaves.
 */
export function bodyLimit(milliseconds: number, signal: AbortSignal): TimeLimit {
  return timeLimit(milliseconds, signal, () => lateBody(milliseconds));
}
