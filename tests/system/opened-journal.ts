import { openDatabase, type Database, type DatabaseOptions } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal, type LibsqlJournal, type LibsqlJournalOptions } from '../../src/adapters/libsql/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { JournalEntry, RequestRecord } from '../../src/ports/journal.ts';
import { requestRecord } from '../contract/journal-entries.ts';
import { createRecordedLogger, type RecordedLogger } from './recorded-logger.ts';

/** A worker of the database that dies when it is told to. */
export function startWorker(): Worker {
  return new Worker(new URL('../fixtures/dying-database-worker.ts', import.meta.url).href, { type: 'module' });
}

export interface Opened extends AsyncDisposable {
  readonly journal: LibsqlJournal;
  readonly database: Database;
  readonly logger: RecordedLogger;
}

/** A journal over a database of its own, closed in the order that a service closes them. */
export function open(url: string, options: Partial<LibsqlJournalOptions> = {}, own: Partial<DatabaseOptions> = {}): Opened {
  const logger = createRecordedLogger();
  const database = openDatabase({ url, logger, ...own });
  const journal = createLibsqlJournal({ database, clock: systemClock, logger, ...options });
  return {
    journal,
    database,
    logger,
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** An entry with nothing but its request. */
export function entry(id: string, second: number, own: Partial<RequestRecord> = {}): JournalEntry {
  return { request: requestRecord(id, second, own), decisions: [], debug: [] };
}

/** The ids of all requests, newest first. */
export async function ids(journal: LibsqlJournal): Promise<string[]> {
  return (await journal.requests({ limit: 10_000 })).items.map(({ id }) => id);
}
