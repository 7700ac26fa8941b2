import { join } from 'node:path';
import { createInMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts';
import { createLibsqlCatalog } from '../../src/adapters/libsql/catalog.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { catalogContract } from './catalog-contract.ts';

catalogContract('createInMemoryCatalog()', async () => createInMemoryCatalog());

catalogContract('createLibsqlCatalog()', async () => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'catalog.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlCatalog({ database, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
