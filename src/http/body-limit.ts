import { stageLimits, type TimeLimit } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';

/**
 * The time within which the body of a request must arrive, in milliseconds. The signal then aborts with `request_timeout`, since a body
 * that trickles in would occupy its place for ever; it also aborts with the given one, when the client leaves.
 */
export function bodyLimit(milliseconds: number, signal: AbortSignal): TimeLimit {
  const limits = stageLimits(signal);
  const late = (): ServiceError => new ServiceError('request_timeout', `The body did not arrive within ${milliseconds} ms.`);
  return { signal: limits.begin(milliseconds, late), [Symbol.dispose]: () => limits[Symbol.dispose]() };
}
