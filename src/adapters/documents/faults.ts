import { ServiceError, type ErrorKind } from '../../core/errors.ts';

/** The error for a file that cannot be read. */
export function fileFault(
  kind: Extract<ErrorKind, 'file_too_large' | 'empty_file' | 'encrypted_file' | 'invalid_file' | 'unsupported_file_type' | 'timeout'>,
  message: string,
  cause?: unknown,
): ServiceError {
  return new ServiceError(kind, `file: ${message}`, { param: 'file', ...(cause === undefined ? {} : { cause }) });
}
