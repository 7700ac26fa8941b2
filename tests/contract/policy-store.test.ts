import { join } from 'node:path';
import { createInMemoryPolicyStore } from '../../src/adapters/in-memory/policy-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlPolicyStore } from '../../src/adapters/libsql/policy-store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { policyStoreContract } from './policy-store-contract.ts';

policyStoreContract('createInMemoryPolicyStore()', async () => createInMemoryPolicyStore());

policyStoreContract('createLibsqlPolicyStore()', async () => {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'policies.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlPolicyStore({ database, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
});
