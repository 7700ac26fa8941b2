import { ServiceError } from '../core/errors.ts';

/** The error of a form field that is not as it must be. */
export function fieldFault(param: string, message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', message, { param, ...(cause === undefined ? {} : { cause }) });
}
