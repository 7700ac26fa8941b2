import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlResponseStore } from '../../src/adapters/libsql/response-store.ts';
import type { ResponseStore } from '../../src/ports/response-store.ts';
import type { Clock } from '../../src/ports/system.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { KEPT, responseOf, responseStoreContract } from './response-store-contract.ts';

responseStoreContract('createInMemoryResponseStore()', async (clock) => createInMemoryResponseStore({ clock, ...KEPT }));

async function libsqlStore(clock: Clock): Promise<ResponseStore & AsyncDisposable> {
  const folder = await makeTemporaryFolder();
  const database = openDatabase({ url: `file:${join(folder.path, 'responses.db')}`, logger: createRecordedLogger() });
  return {
    ...createLibsqlResponseStore({ database, clock, ...KEPT }),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

responseStoreContract('createLibsqlResponseStore()', libsqlStore);

describe('createLibsqlResponseStore() with a clock that is wrong for a moment', () => {
  it('keeps what seems to be over its age meanwhile', async () => {
    const { now, elapsed } = createManualClock();
    let aheadMs = 0;
    const clock = { now: () => new Date(now().getTime() + aheadMs), elapsed };
    await using store = await libsqlStore(clock);
    await store.create(responseOf('1', clock));
    aheadMs = 365 * 86_400_000;
    await store.create(responseOf('2', clock));
    aheadMs = 0;
    assert.notEqual(await store.get('a', '1'), undefined);
  });
});
