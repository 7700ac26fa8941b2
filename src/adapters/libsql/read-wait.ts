import { abortable, deadline } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';

/** How long a read waits by default for earlier records to be stored, in milliseconds. */
export const READ_WAIT_MS = 5000;

/**
 * Waits until records made before a read are stored, so that the read sees them. Throws what prevents that, and `unavailable` if it
 * takes too long: an answer without them would be wrong.
 */
export async function readWait(storing: Promise<void>, milliseconds: number): Promise<void> {
  const limit = deadline(milliseconds);
  try {
    await abortable(storing, limit);
  } catch (error) {
    if (error !== limit.reason) throw error;
    throw new ServiceError('unavailable', 'The last records are not stored yet; try again shortly.', {
      cause: error,
      retryAfterInSeconds: 1,
    });
  }
}
