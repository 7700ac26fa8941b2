import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { openDatabase, type Database } from '../../src/adapters/libsql/database.ts';
import { migrate } from '../../src/adapters/libsql/migrate.ts';
import { RETRIEVAL_MIGRATIONS } from '../../src/adapters/libsql/retrieval-migrations.ts';
import { createLibsqlVectorIndex, type LibsqlVectorIndex, type LibsqlVectorIndexOptions } from '../../src/adapters/libsql/vector-index.ts';
import { startVectorLink } from '../../src/adapters/libsql/vector-link.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { searchTerms } from '../../src/core/search-terms.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { createRandom, DIMENSIONS, leaning, passage, vectorIndexContract } from './vector-index-contract.ts';

await allowSlowHooks();

vectorIndexContract('createInMemoryVectorIndex()', async () => ({
  index: createInMemoryVectorIndex({ dimensions: DIMENSIONS }),
  [Symbol.asyncDispose]: async () => undefined,
}));

/** An index over a database file that is gone at the end, and one over the same file opened anew. */
async function openIndex(options: Partial<LibsqlVectorIndexOptions> = {}) {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeTemporaryFolder());
  const logger = createRecordedLogger();
  const openFile = (): Database => resources.use(openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger }));
  const first = openFile();
  const open = (own: Partial<LibsqlVectorIndexOptions> = {}, database = openFile()): LibsqlVectorIndex => {
    return resources.use(
      createLibsqlVectorIndex({ database, clock: systemClock, logger, model: 'test', dimensions: DIMENSIONS, ...options, ...own }),
    );
  };
  return {
    index: open({}, first),
    database: first,
    reopen: async () => open(),
    open,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

vectorIndexContract('createLibsqlVectorIndex()', openIndex);
vectorIndexContract('createLibsqlVectorIndex() of a shared database', () => openIndex({ isShared: true }));

describe('createLibsqlVectorIndex()', () => {
  for (const [name, own] of [
    ['of the same dimensions', { model: 'another' }],
    ['of other dimensions', { model: 'another', dimensions: 8 }],
    ['of the same name but other dimensions', { dimensions: 8 }],
  ] as const) {
    it(`finds what another model ${name} has embedded by words alone until it is embedded anew`, async () => {
      const { dimensions } = { dimensions: DIMENSIONS, ...own };
      const axis = (at: number) => leaning(at).slice(0, dimensions);
      await using opened = await openIndex();
      await opened.index.upsert([passage('a', 'a heron'), passage('b', 'It opens at nine.', { searchText: 'Museum\nIt opens at nine.' })]);
      const index = opened.open(own, opened.database);
      const near = async () => (await index.nearest(['store'], axis(1), { limit: 9 })).map((one) => one.passage.id);
      assert.equal(await index.isWhole(), false);
      assert.deepEqual(await near(), []);
      assert.deepEqual([...(await index.similarities(['a', 'b'], axis(1))).keys()], []);
      assert.equal((await index.matching(['store'], 'herons', { limit: 9 }))[0]?.passage.id, 'a');
      await index.upsert([passage('c', 'a pelican', { embedding: axis(1) })]);
      assert.deepEqual(await near(), ['c']);
      const outdated = await index.outdated(9);
      assert.deepEqual(outdated.map(({ text }) => text).toSorted(), ['Museum\nIt opens at nine.', 'a heron']);
      assert.deepEqual([await index.countOutdated(), (await index.outdated(1)).length], [2, 1]);
      const numberOf = (text: string) => outdated.find((one) => one.text === text)!.number;
      await index.renew([{ number: numberOf('a heron'), embedding: axis(1) }]);
      assert.deepEqual([await near(), await index.isWhole()], [['a', 'c'], false]);
      await index.renew([{ number: numberOf('Museum\nIt opens at nine.'), embedding: axis(2) }]);
      assert.deepEqual([await near(), await index.isWhole(), await index.outdated(9)], [['a', 'c', 'b'], true, []]);
      const again = opened.open(own);
      assert.deepEqual([await again.isWhole(), await again.count()], [true, { passages: 3, files: 1 }]);
      assert.deepEqual((await again.nearest(['store'], axis(2), { limit: 1 }))[0]?.passage.id, 'b');
    });
  }

  it('renews no passage that was replaced or deleted while it was embedded', async () => {
    await using opened = await openIndex();
    await opened.index.upsert([passage('kept', 'x'), passage('replaced', 'x'), passage('deleted', 'x', { fileId: 'gone' })]);
    const index = opened.open({ model: 'another' }, opened.database);
    const outdated = await index.outdated(9);
    await index.upsert([passage('replaced', 'y', { embedding: leaning(2) })]);
    await index.deleteFile('gone');
    await index.renew(outdated.map(({ number }) => ({ number, embedding: leaning(1) })));
    const cosines = await index.similarities(['kept', 'replaced', 'deleted'], leaning(1));
    assert.deepEqual(
      [...cosines].map(([id, cosine]) => [id, Math.round(cosine)]),
      [
        ['kept', 1],
        ['replaced', 0],
      ],
    );
    assert.equal(await index.isWhole(), true);
  });

  it('needs no new vectors for those that its model made before another one was tried', async () => {
    await using opened = await openIndex();
    await opened.index.upsert([passage('a', 'x'), passage('b', 'x')]);
    const other = opened.open({ model: 'another' }, opened.database);
    const [one] = await other.outdated(1);
    await other.renew([{ number: one!.number, embedding: leaning(1) }]);
    const back = opened.open({}, opened.database);
    assert.equal(await back.countOutdated(), 1);
    assert.equal((await back.nearest(['store'], leaning(0), { limit: 9 })).length, 1);
  });

  it('has its passages embedded by the model of whoever opened a shared database last, and mixes no vectors meanwhile', async () => {
    await using opened = await openIndex({ isShared: true });
    const { index: earlier } = opened;
    const found = async (index: LibsqlVectorIndex) =>
      (await index.nearest(['store'], leaning(0), { limit: 9 })).map((one) => one.passage.id);
    await earlier.upsert([passage('a', 'x')]);
    assert.deepEqual([await found(earlier), await earlier.isWhole()], [['a'], true]);
    const latest = opened.open({ model: 'another' });
    assert.deepEqual([await found(latest), await latest.isWhole()], [[], false]);
    // What the earlier one still stores is not lost, but has no vector for the latest.
    await earlier.upsert([passage('b', 'x')]);
    assert.deepEqual([await found(earlier), await found(latest)], [['a', 'b'], []]);
    assert.deepEqual(await earlier.outdated(9), []);
    const outdated = await latest.outdated(9);
    assert.equal(outdated.length, 2);
    await latest.renew([{ number: outdated[0]!.number, embedding: leaning(0) }]);
    assert.deepEqual([await found(earlier), await found(latest)], [['b'], ['a']]);
    await earlier.renew([{ number: outdated[0]!.number, embedding: leaning(3) }]);
    await latest.renew([{ number: outdated[1]!.number, embedding: leaning(0) }]);
    assert.deepEqual([await found(earlier), await found(latest)], [[], ['a', 'b']]);
    assert.deepEqual([await earlier.isWhole(), await latest.isWhole()], [false, true]);
    const same = opened.open({ model: 'another' });
    assert.deepEqual(await found(same), ['a', 'b']);
  });

  it('embeds the passages of a database of an earlier version anew', async () => {
    await using folder = await makeTemporaryFolder();
    await using database = openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger: createRecordedLogger() });
    await migrate(database, RETRIEVAL_MIGRATIONS.slice(0, 2), systemClock);
    await database.batch([
      { sql: `INSERT INTO passage_space (id, model, dimensions) VALUES (1, 'test', ${DIMENSIONS})` },
      { sql: `INSERT INTO passage_groups (body) VALUES ('[["store"],{}]')` },
      {
        sql: `INSERT INTO passages (id, file_id, group_id, text, starts_at, ends_at, embedding) VALUES ('old', 'file', 1, 'x', 0, 1, ?)`,
        args: [new Uint8Array(leaning(0).buffer)],
      },
    ]);
    const options = { database, clock: systemClock, logger: createRecordedLogger(), dimensions: DIMENSIONS };
    {
      await using same = createLibsqlVectorIndex({ ...options, model: 'test' });
      assert.deepEqual([await same.isWhole(), (await same.nearest(['store'], leaning(0), { limit: 1 })).length], [true, 1]);
    }
    await using other = createLibsqlVectorIndex({ ...options, model: 'another' });
    assert.deepEqual([await other.isWhole(), (await other.outdated(9)).map(({ text }) => text)], [false, ['x']]);
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
    assert.ok(full.vectorBytes / full.passages < 700, `${full.vectorBytes / full.passages} bytes each`);
    await index.deleteStore('store');
    const empty = await index.stats();
    assert.equal(empty.passages, 0);
    assert.ok(empty.vectorBytes < full.vectorBytes / 4, `${empty.vectorBytes} bytes are left`);
  });

  it('takes less than 400 bytes of memory for the words of a passage of 100 words, and gives them back', async () => {
    await using opened = await openIndex();
    const { index } = opened;
    const textOf = (number: number): string =>
      Array.from({ length: 100 }, (_, at) => `w${(number * 7919 + at * at * 31) % (1 + at * 40)}`).join(' ');
    for (let start = 0; start < 4000; start += 500) {
      await index.upsert(Array.from({ length: 500 }, (_, at) => passage(`p${start + at}`, textOf(start + at))));
    }
    await index.matching(['store'], 'w1', { limit: 1 });
    const full = await index.stats();
    assert.ok(full.wordBytes / full.passages < 400, `${full.wordBytes / full.passages} bytes each`);
    await index.deleteStore('store');
    const empty = await index.stats();
    assert.ok(empty.wordBytes < full.wordBytes / 4, `${empty.wordBytes} of ${full.wordBytes} bytes are left`);
  });

  it("gives the scores of FTS5's bm25()", async () => {
    await using opened = await openIndex();
    const { index, database } = opened;
    const random = createRandom();
    const word = (): string =>
      ['running', 'libraries', 'naïve', 'élan', 'x9'][Math.floor(random() * 40)] ?? `w${Math.floor(300 ** random())}s`;
    const texts = Array.from({ length: 900 }, () => Array.from({ length: 5 + Math.floor(random() * 60) }, word).join(' '));
    await index.upsert(texts.slice(0, 450).map((text, at) => passage(`p${at}`, text)));
    await index.upsert(texts.slice(450).map((text, at) => passage(`p${450 + at}`, text)));
    await database.execute({ sql: `CREATE VIRTUAL TABLE own USING fts5 (words, tokenize = 'porter unicode61')` });
    await database.execute({ sql: 'INSERT INTO own (rowid, words) SELECT key, value FROM json_each(?)', args: [JSON.stringify(texts)] });
    for (const asked of ['library run', 'w7s w7s w20s naive', 'Élan w1s w2s w3s w4s w200s x9', 'w2s']) {
      const { rows } = await database.execute({
        sql: 'SELECT rowid, -bm25(own) FROM own WHERE own MATCH ?',
        args: [
          searchTerms(asked)
            .map((one) => `"${one}"`)
            .join(' OR '),
        ],
      });
      const expected = new Map(rows.map(([number, score]) => [`p${Number(number)}`, Number(score)]));
      const found = await index.matching(['store'], asked, { limit: 1000 });
      assert.deepEqual(new Set(found.map((one) => one.passage.id)), new Set(expected.keys()));
      assert.ok(found.length > 5);
      for (const one of found) {
        const score = expected.get(one.passage.id) ?? 0;
        assert.ok(Math.abs(one.score - score) < 1e-9 * Math.max(score, 1), `${one.score} is not ${score}`);
      }
    }
  });

  it('finds what other processes with the same database have stored, moved and deleted since', async () => {
    await using opened = await openIndex({ isShared: true });
    const { index: ours } = opened;
    const others = opened.open();
    const found = async (index: LibsqlVectorIndex, storeId = 'store'): Promise<string[]> => {
      const [near, matching] = await Promise.all([
        index.nearest([storeId], leaning(0), { limit: 9 }),
        index.matching([storeId], 'lighthouse', { limit: 9 }),
      ]);
      const ids = near.map((one) => one.passage.id).toSorted();
      assert.deepEqual(matching.map((one) => one.passage.id).toSorted(), ids);
      return ids;
    };
    await ours.upsert([passage('a', 'a lighthouse', { fileId: 'f1' })]);
    assert.deepEqual(await found(ours), ['a']);
    assert.deepEqual(await found(others), ['a']);
    await others.upsert([
      passage('b', 'a lighthouse', { fileId: 'f2' }),
      passage('c', 'a lighthouse', { fileId: 'f3', storeIds: ['store', 'more'] }),
    ]);
    assert.deepEqual(await found(ours), ['a', 'b', 'c']);
    await ours.deleteFile('f1');
    await others.deleteFile('f3', 'store');
    for (const index of [ours, others]) {
      assert.deepEqual(await found(index), ['b']);
      assert.deepEqual(await found(index, 'more'), ['c']);
    }
    await opened.database.execute({ sql: 'DELETE FROM passages' });
    await opened.database.execute({ sql: 'DELETE FROM passage_changes' });
    assert.deepEqual(await found(ours), []);
  });

  it('opens a database whose words were in a full-text table', async () => {
    await using folder = await makeTemporaryFolder();
    await using database = openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger: createRecordedLogger() });
    await migrate(database, RETRIEVAL_MIGRATIONS.slice(0, 1), systemClock);
    await database.batch([
      { sql: `INSERT INTO passage_space (id, model, dimensions) VALUES (1, 'test', ${DIMENSIONS})` },
      { sql: `INSERT INTO passage_groups (body, scope) VALUES ('[["store"],{}]', 's0')` },
      {
        sql: `INSERT INTO passages (id, file_id, group_id, text, search_text, starts_at, ends_at, embedding)
          VALUES ('old', 'file', 1, 'It opens at nine.', 'Museum', 0, 17, ?)`,
        args: [new Uint8Array(leaning(0).buffer)],
      },
    ]);
    await using index = createLibsqlVectorIndex({
      database,
      clock: systemClock,
      logger: createRecordedLogger(),
      model: 'test',
      dimensions: DIMENSIONS,
    });
    const [found] = await index.matching(['store'], 'museums', { limit: 1 });
    assert.equal(found?.passage.text, 'It opens at nine.');
    await index.upsert([passage('new', 'a museum, too')]);
    assert.equal((await index.matching(['store'], 'museum', { limit: 5 })).length, 2);
    assert.equal(await index.deleteStore('store'), 2);
    const { rows } = await database.execute({ sql: 'SELECT count(*) FROM passage_groups' });
    assert.equal(Number(rows[0]?.[0]), 0);
  });

  it('tells what stands above the passages of a database of an earlier version', async () => {
    await using folder = await makeTemporaryFolder();
    await using database = openDatabase({ url: `file:${join(folder.path, 'index.db')}`, logger: createRecordedLogger() });
    await migrate(database, RETRIEVAL_MIGRATIONS.slice(0, 3), systemClock);
    const texts = [
      ['a', 'It opens at nine.', 'Museum > Hours\nIt opens at nine.'],
      ['b', 'Poland | 26', 'Country | Days\nPoland | 26'],
      ['c', 'Spain | 22', 'Leave\nCountry | Days\nSpain | 22'],
      ['d', 'It opens at ten.', null],
      ['e', 'Said at ten.', 'ann: Said at ten.'],
    ] as const;
    await database.batch([
      { sql: `INSERT INTO passage_models (id, model, dimensions, chosen) VALUES (1, 'test', ${DIMENSIONS}, 1)` },
      { sql: `INSERT INTO passage_groups (body) VALUES ('[["store"],{}]')` },
      ...texts.map(([id, text, searched]) => ({
        sql: `INSERT INTO passages (id, file_id, group_id, text, search_text, starts_at, ends_at, embedding) VALUES (?, 'file', 1, ?, ?, 0, 9, ?)`,
        args: [id, text, searched, new Uint8Array(leaning(0).buffer)],
      })),
    ]);
    const logger = createRecordedLogger();
    await using index = createLibsqlVectorIndex({ database, clock: systemClock, logger, model: 'test', dimensions: DIMENSIONS });
    const found = await index.nearest(['store'], leaning(0), { limit: 9 });
    assert.deepEqual(
      found.map(({ passage: { id, headings, header } }) => [id, headings, header]),
      [
        ['a', ['Museum > Hours'], undefined],
        ['b', undefined, 'Country | Days'],
        ['c', ['Leave'], 'Country | Days'],
        ['d', undefined, undefined],
        ['e', undefined, undefined],
      ],
    );
  });

  it('answers searches between the steps of a long write', async () => {
    const worker = new Worker(new URL('../../src/adapters/libsql/vector-worker.ts', import.meta.url).href, { type: 'module' });
    const link = startVectorLink(worker, createRecordedLogger());
    try {
      await link.call({ type: 'reset', dimensions: DIMENSIONS });
      const texts = Array.from({ length: 500 }, (_, number) => Array.from({ length: 2000 }, (_, at) => `w${number * at}`).join(' '));
      const rows = {
        numbers: Float64Array.from(texts.keys()),
        groupIds: new Float64Array(500),
        vectors: new Float32Array(500 * DIMENSIONS),
        groups: [{ id: 0, storeIds: ['store'], attributes: {} }],
        texts,
      };
      const order: string[] = [];
      const done = (name: string) => (): number => order.push(name);
      const query = { storeIds: ['store'], terms: ['w7'], limit: 5 };
      const write = link.call({ type: 'put', gone: new Float64Array(0), rows }).then(done('write'));
      await Promise.all([write, link.call({ type: 'match', query }).then(done('search'))]);
      assert.deepEqual(order, ['search', 'write']);
      assert.ok((await link.call({ type: 'match', query })).length > 1);
    } finally {
      link.end();
    }
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
