import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { journalContract } from './journal-contract.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

journalContract('createLibsqlJournal()', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-journal-'));
  folders.push(folder);
  const logger = createRecordedLogger();
  const database = openDatabase({ url: `file:${join(folder, 'journal.db')}`, logger });
  const journal = createLibsqlJournal({ database, clock: systemClock, logger });
  return {
    ...journal,
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
});
