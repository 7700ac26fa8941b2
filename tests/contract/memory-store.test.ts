import { join } from 'node:path';
import { createInMemoryMemoryStore } from '../../src/adapters/in-memory/memory-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlMemoryStore } from '../../src/adapters/libsql/memory-store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { memoryStoreContract } from './memory-store-contract.ts';

memoryStoreContract('createInMemoryMemoryStore()', async () => createInMemoryMemoryStore());

memoryStoreContract('createLibsqlMemoryStore()', async () => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'memory.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlMemoryStore({ database, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
