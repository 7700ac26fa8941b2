import { ServiceError } from '../../core/errors.ts';

/** The `code` of a failed system call, such as ENOENT; empty for other failures. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A failed system call as the client may hear it; any other failure as it is. */
export function fromDiskFault(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new ServiceError('storage_full', 'The file store has no room for the file.', { cause: error });
  }
  if (/^E[A-Z0-9]+$/.test(code)) return new ServiceError('unavailable', 'The file store cannot be used.', { cause: error });
  return error;
}
