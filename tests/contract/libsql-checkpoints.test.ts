import { join } from 'node:path';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { checkpointsContract } from './checkpoints-contract.ts';

checkpointsContract('createLibsqlCheckpoints()', async () => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'checkpoints.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlCheckpoints({ database, clock: systemClock, maxPerThread: 5 }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
