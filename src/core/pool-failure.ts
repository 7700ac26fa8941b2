import { ServiceError } from './errors.ts';

/** The error of calls to a disposed pool. */
export function stopped(): ServiceError {
  return new ServiceError('unavailable', 'The engine is shutting down.');
}

/** The error of a failed run as the client may see it; `timeoutMs` is the run's time limit. */
export function failure(cause: unknown, timeoutMs: number): ServiceError {
  if (cause instanceof ServiceError) return cause;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new ServiceError('timeout', `The engine took longer than ${timeoutMs} ms.`, { cause });
  }
  return new ServiceError('provider_unavailable', 'The engine failed on this request.', { cause });
}

/** The error for a full queue. */
export function queueFull(retryAfterInSeconds: number): ServiceError {
  return new ServiceError('too_many_requests', 'The queue of the engine is full; try again shortly.', { retryAfterInSeconds });
}
