import { retryableOnce } from '../../core/retryable-once.ts';
import type { Database } from './database.ts';

/** Work that must succeed once before a database is used, and again whenever its file was lost. Rejects with the work's error. */
export function oncePerFile(database: Database, work: () => Promise<void>): () => Promise<void> {
  let filesLost = database.filesLost;
  let ready = retryableOnce(work);
  return () => {
    if (database.filesLost !== filesLost) {
      filesLost = database.filesLost;
      ready = retryableOnce(work);
    }
    return ready();
  };
}
