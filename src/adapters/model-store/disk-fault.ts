import { ServiceError, systemCodeOf } from '../../core/errors.ts';

/** Runs work on the file system; its failures become errors that say what to do about `folder`. */
export async function onDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fromDiskFault(error, folder);
  }
}

function fromDiskFault(error: unknown, folder: string): unknown {
  const code = systemCodeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder, error);
    case 'EFBIG':
      return new ServiceError(
        'unavailable',
        `The file system of ${folder}, or a limit on this process, takes no file of that size (EFBIG).`,
        {
          cause: error,
        },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return new ServiceError('unavailable', `Cannot write to ${folder} (${code}). Make it writable, or set PLATFORM_MODELS_DIR.`, {
        cause: error,
      });
    default:
      return error;
  }
}

/** The error for a full disk. */
export function diskFull(folder: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', `No space left for ${folder}. Free some and run the same command again; it will continue.`, {
    cause,
  });
}
