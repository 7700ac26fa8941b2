import { ServiceError, type ErrorKind } from '../../core/errors.ts';

/** A failure to read a file, as its sender hears it. */
export function fileFault(
  kind: Extract<ErrorKind, 'file_too_large' | 'empty_file' | 'encrypted_file' | 'invalid_file' | 'unsupported_file_type' | 'timeout'>,
  message: string,
  cause?: unknown,
): ServiceError {
  return new ServiceError(kind, `file: ${message}`, { param: 'file', ...(cause === undefined ? {} : { cause }) });
}
