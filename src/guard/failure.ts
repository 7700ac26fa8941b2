import { isAbort, ServiceError, toServiceError } from '../core/errors.ts';

/** Why a request failed. If `left` has aborted, the client's leaving is the reason, whatever error followed from it. */
export function failureOf(error: unknown, left: AbortSignal): ServiceError {
  if (left.aborted && left.reason instanceof ServiceError) return left.reason;
  if (left.aborted) return new ServiceError('cancelled', 'The client closed the request.', { cause: error });
  if (isAbort(error)) return new ServiceError('provider_unavailable', 'The answer of the upstream ended prematurely.', { cause: error });
  return toServiceError(error);
}
