import { join } from 'node:path';
import { createInMemoryEndedSessions } from '../../src/adapters/in-memory/ended-sessions.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlEndedSessions } from '../../src/adapters/libsql/ended-sessions.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { endedSessionsContract } from './ended-sessions-contract.ts';

endedSessionsContract('createInMemoryEndedSessions()', async () => createInMemoryEndedSessions());

endedSessionsContract('createLibsqlEndedSessions()', async () => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'sessions.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlEndedSessions({ database, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
