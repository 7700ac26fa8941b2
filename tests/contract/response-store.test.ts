import { join } from 'node:path';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlResponseStore } from '../../src/adapters/libsql/response-store.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { KEPT, responseStoreContract } from './response-store-contract.ts';

responseStoreContract('createInMemoryResponseStore()', async (clock) => createInMemoryResponseStore({ clock, ...KEPT }));

responseStoreContract('createLibsqlResponseStore()', async (clock) => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'responses.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlResponseStore({ database, clock, ...KEPT }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
