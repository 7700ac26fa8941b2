import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';

/** Writes an entry to the journal. A failure is logged with the request id and does not affect the answer. */
export function recordEntry({ journal, logger }: { readonly journal: Journal; readonly logger: Logger }, entry: JournalEntry): void {
  try {
    journal.record(entry);
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown';
    logger.error('a record could not be written', { request_id: entry.request.id, cause });
  }
}
