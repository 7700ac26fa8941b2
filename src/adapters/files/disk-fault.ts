import { ServiceError, systemCodeOf } from '../../core/errors.ts';

/** A failed system call as an error for the client; any other failure unchanged. */
export function fromDiskFault(error: unknown): unknown {
  const code = systemCodeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new ServiceError('storage_full', 'The file store has no room for the file.', { cause: error });
  }
  if (/^E[A-Z0-9]+$/.test(code)) return new ServiceError('unavailable', 'The file store cannot be used.', { cause: error });
  return error;
}
