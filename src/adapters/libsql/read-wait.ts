import { abortable, deadline } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';

/** How long a read waits by default for what was recorded before it. */
export const READ_WAIT_MS = 5000;

/**
 * Waits for what was recorded before a read to be stored, so that the read sees it. Throws what keeps it from being stored,
 * and `unavailable` where that takes too long: an answer without it would be wrong.
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
