import { join } from 'node:path';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlWorkQueue } from '../../src/adapters/libsql/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { ROOM, workQueueContract } from './work-queue-contract.ts';

workQueueContract('createLibsqlWorkQueue()', async () => {
  const folder = await makeTemporaryFolder();
  const logger = createRecordedLogger();
  const database = openDatabase({ url: `file:${join(folder.path, 'work.db')}`, logger });
  const told = { result: new Array<string>(), failed: new Array<string>() };
  const leaseMs = 600;
  return {
    leaseMs,
    told,
    open: () =>
      createLibsqlWorkQueue({
        database,
        clock: systemClock,
        logger,
        leaseMs,
        duplicateWindowMs: 60_000,
        keepAnswersMs: 60_000,
        ...ROOM,
        isSole: false,
        pollMs: 50,
        subjects: { work: 'work', failed: 'failed', result: 'result' },
        tell: (subject, data) => told[subject === 'failed' ? 'failed' : 'result'].push(new TextDecoder().decode(data)),
      }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
