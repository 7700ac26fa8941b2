import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';

/** Gives an entry to the journal. One that the journal does not take is logged by its request id, and costs no answer. */
export function recordEntry({ journal, logger }: { readonly journal: Journal; readonly logger: Logger }, entry: JournalEntry): void {
  try {
    journal.record(entry);
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown';
    logger.error('a record could not be written', { request_id: entry.request.id, cause });
  }
}
