import { join } from 'node:path';
import { createLibsqlCatalog } from '../../src/adapters/libsql/catalog.ts';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlLeases } from '../../src/adapters/libsql/leases.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A database that several processes have open, each with what a reasoner keeps there; it is gone at the end. */
export async function openSharedDatabase(leaseMs: number) {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeTemporaryFolder());
  const logger = createRecordedLogger();
  return {
    async open() {
      const database = resources.use(openDatabase({ url: `file:${join(folder.path, 'shared.db')}`, logger }));
      // Opened one after the other: these tests are not about processes that begin at the same moment.
      await database.ping(new AbortController().signal);
      return {
        leases: createLibsqlLeases({ database, clock: systemClock, ids: uuidIds, logger, leaseMs }),
        checkpoints: createLibsqlCheckpoints({ database, clock: systemClock }),
        catalog: createLibsqlCatalog({ database, clock: systemClock }),
        /** Cuts it off from the database, as if its process had died or hung. */
        crash: () => database[Symbol.asyncDispose](),
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
