import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlVectorIndex, type LibsqlVectorIndex, type LibsqlVectorIndexOptions } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { DIMENSIONS, leaning, passage, vectorIndexContract } from './vector-index-contract.ts';

await allowSlowHooks();

vectorIndexContract('createInMemoryVectorIndex()', async () => ({
  index: createInMemoryVectorIndex({ dimensions: DIMENSIONS }),
  [Symbol.asyncDispose]: async () => undefined,
}));

/** An index over a database file that is gone at the end, and one over the same file opened anew. */
async function openIndex(options: Partial<LibsqlVectorIndexOptions> = {}) {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeTemporaryFolder());
  const open = (own: Partial<LibsqlVectorIndexOptions> = {}): LibsqlVectorIndex => {
    const logger = createRecordedLogger();
    const database = resources.use(openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger }));
    return resources.use(
      createLibsqlVectorIndex({ database, clock: systemClock, logger, model: 'test', dimensions: DIMENSIONS, ...options, ...own }),
    );
  };
  return { index: open(), reopen: async () => open(), open, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

vectorIndexContract('createLibsqlVectorIndex()', openIndex);

const isUnavailable = (error: unknown) => error instanceof ServiceError && error.kind === 'unavailable';

describe('createLibsqlVectorIndex()', () => {
  it('refuses to mix the vectors of two models', async () => {
    await using opened = await openIndex();
    await opened.index.upsert([passage('a', 'x')]);
    await assert.rejects(opened.open({ model: 'another' }).upsert([passage('b', 'x')]), isUnavailable);
    await assert.rejects(opened.open({ dimensions: 8 }).count(), isUnavailable);
  });

  it('reads the vectors again when its worker dies', async () => {
    const workers: Worker[] = [];
    await using opened = await openIndex({
      startWorker: () => {
        const worker = new Worker(new URL('../../src/adapters/libsql/vector-worker.ts', import.meta.url).href, { type: 'module' });
        workers.push(worker);
        return worker;
      },
    });
    await opened.index.upsert([passage('a', 'x')]);
    await opened.index.nearest(['store'], leaning(0), { limit: 1 });
    workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    const [found] = await opened.index.nearest(['store'], leaning(0), { limit: 1 });
    assert.equal(found?.passage.id, 'a');
    assert.equal(workers.length, 2);
  });

  it('takes less than 700 bytes of memory for a vector of 384 numbers, and gives them back', async () => {
    await using opened = await openIndex({ dimensions: 384 });
    const { index } = opened;
    const embedding = new Float32Array(384).fill(1 / Math.sqrt(384));
    for (let part = 0; part < 8; part += 1) {
      await index.upsert(Array.from({ length: 500 }, (_, number) => passage(`${part}-${number}`, 'x', { embedding, fileId: `f${part}` })));
    }
    await index.nearest(['store'], embedding, { limit: 1 });
    const full = await index.stats();
    assert.equal(full.passages, 4000);
    assert.ok(full.bytes / full.passages < 700, `${full.bytes / full.passages} bytes each`);
    await index.deleteStore('store');
    const empty = await index.stats();
    assert.equal(empty.passages, 0);
    assert.ok(empty.bytes < full.bytes / 4, `${empty.bytes} bytes are left`);
  });

  it('refuses more than 512 passages at once', async () => {
    await using opened = await openIndex();
    const many = Array.from({ length: 513 }, (_, number) => passage(String(number), 'x'));
    await assert.rejects(opened.index.upsert(many), (error) => error instanceof ServiceError && error.param === 'passages');
  });

  it('stores text that SQL cannot carry with U+FFFD in its place', async () => {
    await using opened = await openIndex();
    await opened.index.upsert([passage('a\0b', 'half \uD83D and nul \0 end')]);
    const [found] = await opened.index.nearest(['store'], leaning(0), { limit: 1 });
    assert.equal(found?.passage.text, 'half \uFFFD and nul \uFFFD end');
  });

  it('finds words in another form', async () => {
    await using opened = await openIndex();
    await opened.index.upsert([passage('a', 'The libraries were classified.')]);
    assert.equal((await opened.index.matching(['store'], 'library classification', { limit: 1 })).length, 1);
  });
});
