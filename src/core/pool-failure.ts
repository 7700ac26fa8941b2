import { ServiceError } from './errors.ts';

/** What is said to whoever asks a pool that was disposed. */
export function stopped(): ServiceError {
  return new ServiceError('unavailable', 'The engine is shutting down.');
}

/** What became of a run, as the client may hear it; `timeoutMs` is the time-out it ran under. */
export function failure(cause: unknown, timeoutMs: number): ServiceError {
  if (cause instanceof ServiceError) return cause;
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new ServiceError('timeout', `The engine took longer than ${timeoutMs} ms.`, { cause });
  }
  return new ServiceError('provider_unavailable', 'The engine failed while it worked on this request.', { cause });
}

/** What is said to whoever finds no place in a queue. */
export function queueFull(retryAfterInSeconds: number): ServiceError {
  return new ServiceError('too_many_requests', 'The engine has as much waiting as it may; try again shortly.', { retryAfterInSeconds });
}
