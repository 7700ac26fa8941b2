/** Records entries as fast as it can and tells each id once `record` has returned, until it is killed. */
import process from 'node:process';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { decision, debugEntry, requestRecord } from '../contract/journal-entries.ts';
import { createRecordedLogger } from './recorded-logger.ts';

const [url = '', folder = '', name = ''] = process.argv.slice(2);
const logger = createRecordedLogger();
const database = openDatabase({ url, logger });
const stored = createLibsqlJournal({ database, clock: systemClock, logger });
const journal = await openSpooledJournal({ journal: stored, storeLines: stored.storeLines, folder, logger });
for (let index = 0; ; index += 1) {
  const id = `${name}-${index}`;
  journal.record({ request: requestRecord(id, index % 3600), decisions: [decision(id, 'flag', ['email'])], debug: [debugEntry(0)] });
  process.stdout.write(`${id}\n`);
  if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
