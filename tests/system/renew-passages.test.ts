import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createClient, type Client } from '@libsql/client';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlLeases } from '../../src/adapters/libsql/leases.ts';
import { createLibsqlVectorIndex } from '../../src/adapters/libsql/vector-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { delay } from '../../src/core/abort.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createPassageRenewal } from '../../src/domain/retrieval/renew-passages.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { createWordEmbedder } from '../http/library-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { createRecordedLogger, type RecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const PROGRAM = fileURLToPath(new URL('./renew-program.ts', import.meta.url));
const DIMENSIONS = 32;
const TEXTS = Array.from({ length: 11 }, (_, number) => `passage number${number}`);

/** A database with passages that an earlier model has embedded; each `open` is one more process with it. */
async function openStored(isShared: boolean) {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeTemporaryFolder());
  const url = `file:${join(folder.path, 'reasoner.db')}`;
  const stop = new AbortController();

  async function open(model: string, { dimensions = DIMENSIONS, embed }: { dimensions?: number; embed?: Embedder['embed'] } = {}) {
    const logger = createRecordedLogger();
    const database = resources.use(openDatabase({ url, logger }));
    await database.ping(stop.signal);
    const index = resources.use(createLibsqlVectorIndex({ database, clock: systemClock, logger, model, dimensions, isShared }));
    const words = createWordEmbedder(dimensions);
    /** What it was given to embed. */
    const embedded: string[] = [];
    const embedder: Embedder = {
      model,
      dimensions,
      async embed(texts, options) {
        assert.equal(options.as, 'passage');
        const vectors = await (embed ?? words.embed)(texts, options);
        embedded.push(...texts);
        return vectors;
      },
    };
    const leases = isShared ? createLibsqlLeases({ database, clock: systemClock, ids: uuidIds, logger, leaseMs: 60_000 }) : undefined;
    const renew = createPassageRenewal({ index, embedder, leases, logger, batch: 2, lookMs: 5 });
    const add = async (id: string, text: string): Promise<void> => {
      const [embedding = new Float32Array(0)] = await words.embed([text], { as: 'passage' });
      await index.upsert([{ id, storeIds: ['s'], fileId: 'f', text, position: { start: 0, end: text.length }, attributes: {}, embedding }]);
    };
    const near = async (text: string): Promise<readonly (readonly [string, number])[]> => {
      const [query = new Float32Array(0)] = await words.embed([text], { as: 'query' });
      return (await index.nearest(['s'], query, { limit: 50 })).map(({ passage, score }) => [passage.id, Math.round(score * 1e5) / 1e5]);
    };
    return {
      index,
      logger,
      embedded,
      add,
      near,
      /** Works until it is ended, or else until the test is over. */
      work() {
        const own = new AbortController();
        const working = renew(AbortSignal.any([own.signal, stop.signal]));
        const end = async (): Promise<void> => {
          own.abort();
          await working;
        };
        resources.defer(end);
        return end;
      },
    };
  }

  const first = await open('first');
  for (const [place, text] of TEXTS.entries()) await first.add(`p${place}`, text);
  return { url, open, first, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const tells = ({ lines }: RecordedLogger, text: string): boolean => lines.some(({ message }) => message.includes(text));

describe('passages whose embedder has changed', () => {
  it('are embedded anew by a process that is killed again and again, each of them once', async () => {
    await using stored = await openStored(false);
    for (const killIn of [3, 1, 2]) {
      const child = spawn(process.execPath, [PROGRAM, stored.url, 'second', String(killIn)], { stdio: 'inherit' });
      assert.equal((await once(child, 'exit'))[1], 'SIGKILL');
    }
    const second = await stored.open('second');
    // Two batches were stored before the first kill, none before the second and one before the third.
    assert.equal(await second.index.countOutdated(), TEXTS.length - 6);
    assert.equal((await second.near('passage')).length, 6);
    second.work();
    await until('all are embedded anew', () => second.index.isWhole());
    assert.equal(second.embedded.length, TEXTS.length - 6);
    assert.deepEqual((await second.near('passage number7'))[0], ['p7', 1]);
    assert.equal((await second.near('passage')).length, TEXTS.length);
  });

  it('are found by words alone until the last one is done, and what is stored meanwhile is not lost', async () => {
    await using stored = await openStored(false);
    const gate = Promise.withResolvers<void>();
    const words = createWordEmbedder(48);
    const second = await stored.open('second', {
      dimensions: 48,
      async embed(texts, options) {
        if (second.embedded.length >= 4) await gate.promise;
        return words.embed(texts, options);
      },
    });
    second.work();
    await until('two batches are done', async () => (await second.index.countOutdated()) === TEXTS.length - 4);
    assert.equal(await second.index.isWhole(), false);
    await second.add('new', 'passage number99');
    assert.equal((await second.near('passage')).length, 5);
    assert.deepEqual(
      (await second.index.matching(['s'], 'number10', { limit: 5 })).map(({ passage }) => passage.id),
      ['p10'],
    );
    gate.resolve();
    await until('the end is told', () => tells(second.logger, 'passages were embedded anew'));
    assert.equal(await second.index.isWhole(), true);
    assert.equal((await second.near('passage')).length, TEXTS.length + 1);
    const told = second.logger.lines.map(({ message, fields }) => [message, fields['passages'], fields['model']]);
    assert.deepEqual(told, [
      ['passages are embedded anew with another model, and found by words alone until then', TEXTS.length, 'second'],
      ['passages were embedded anew', TEXTS.length, 'second'],
    ]);
  });

  it('wait for an embedder that is busy or broken', async () => {
    await using stored = await openStored(false);
    const words = createWordEmbedder(DIMENSIONS);
    let attempts = 0;
    const second = await stored.open('second', {
      async embed(texts, options) {
        attempts += 1;
        if (attempts % 2 === 1) throw new ServiceError('too_many_requests', 'Too many texts are waiting.', { retryAfterInSeconds: 1 });
        return words.embed(texts, options);
      },
    });
    second.work();
    await until('the end is told', () => tells(second.logger, 'passages were embedded anew'));
    assert.equal(second.embedded.length, TEXTS.length);
    const told = second.logger.lines.filter(({ level }) => level === 'info').map(({ message }) => message);
    assert.deepEqual(told, [
      'passages are embedded anew with another model, and found by words alone until then',
      'passages were embedded anew',
    ]);
  });

  it('are left where they are when the service stops', async () => {
    await using stored = await openStored(false);
    const begun = Promise.withResolvers<void>();
    const second = await stored.open('second', {
      embed: (_texts, { signal }) =>
        new Promise((_resolve, reject) => {
          begun.resolve();
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    });
    const end = second.work();
    await begun.promise;
    await end();
    assert.equal(await second.index.countOutdated(), TEXTS.length);
    assert.deepEqual(
      second.logger.lines.filter(({ level }) => level !== 'info'),
      [],
    );
  });

  it('are embedded anew by one of several reasoners with the same database, for all of them', async () => {
    await using stored = await openStored(true);
    const others = [await stored.open('second'), await stored.open('second'), await stored.open('second')];
    for (const one of others) one.work();
    for (const one of others) await until('all are embedded anew', () => one.index.isWhole());
    assert.deepEqual(others.flatMap(({ embedded }) => embedded).toSorted(), TEXTS.toSorted());
    for (const one of others) assert.equal((await one.near('passage')).length, TEXTS.length);
    // One that still runs with the earlier model takes nothing back; what it stores is embedded anew as well.
    stored.first.work();
    await stored.first.add('late', 'passage number50');
    await until('the late one is embedded anew', async () => (await others[0]!.near('passage number50'))[0]?.[1] === 1);
    assert.deepEqual(stored.first.embedded, []);
    assert.deepEqual([await stored.first.near('passage'), await stored.first.index.isWhole()], [[], false]);
    await until('it says so', () => tells(stored.first.logger, 'another reasoner with this database'));
  });
});

/** Ids and vectors of all passages. */
async function vectorsOf(database: Client): Promise<ReadonlyMap<string, Float32Array>> {
  const { rows } = await database.execute('SELECT id, embedding FROM passages');
  return new Map(rows.map((row) => [row['id'] as string, new Float32Array(row['embedding'] as ArrayBuffer)]));
}

/** Resolves once the condition holds; a whole reasoner on a busy machine may take long. */
async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

describe('an upgrade that brings another embedder', () => {
  it('gives the vectors that the files, facts and turns would get if they were sent again, and answers meanwhile', async () => {
    await using folder = await makeTemporaryFolder();
    const start = () => startParley({ directory: folder.path, env: { REASONER_RAG_ENABLED: 'true' } });
    const ask = async (parley: ParleyProcess, method: string, path: string, body?: object | FormData) => {
      const headers = { 'content-type': 'application/json' };
      const sent = body instanceof FormData ? { body } : body === undefined ? {} : { headers, body: JSON.stringify(body) };
      const response = await fetch(`${parley.reasoner}${path}`, { method, ...sent });
      return { status: response.status, body: (await response.json()) as { readonly status: string; readonly data: readonly object[] } };
    };
    const url = pathToFileURL(join(folder.path, 'data', 'reasoner.db')).href;
    {
      await using parley = await start();
      const form = new FormData();
      const hours = Array.from({ length: 120 }, (_, number) => `Room ${number} of the museum opens at nine.`).join(' ');
      form.append('file', new Blob([`# Opening hours\n\n## Museum\n\n${hours}\n`]), 'hours.md');
      form.append('purpose', 'assistants');
      const { id } = (await ask(parley, 'POST', '/v1/files', form)).body as unknown as { readonly id: string };
      await eventually(async () => (await ask(parley, 'GET', `/v1/files/${id}`)).body.status === 'processed');
      const messages = [{ role: 'user', content: 'My sister Eva is a violinist in Vienna.' }];
      await ask(parley, 'POST', '/v1/chat/completions', { model: 'parley', user: 'ann', messages });
      await eventually(async () => (await ask(parley, 'GET', '/v1/memory?user=ann')).body.data.length === 1);
    }
    const database = createClient({ url });
    try {
      const before = await vectorsOf(database);
      assert.ok(before.size >= 4, `${before.size} passages`);
      await database.executeMultiple(
        `UPDATE passage_models SET model = 'earlier', dimensions = 5; UPDATE passages SET embedding = zeroblob(20);`,
      );
      database.close();
      await using parley = await start();
      const search = (query: string) => ask(parley, 'POST', '/v1/vector_stores/default/search', { query });
      assert.equal((await search('When does the museum open?')).body.data.length > 0, true);
      await eventually(async () => (await ask(parley, 'GET', '/health/deep')).body.status === 'ok');
      const told = () => parley.log.filter(({ message }) => /embedded anew/.test(String(message))).map(({ passages }) => passages);
      await eventually(() => told().length === 2);
      assert.deepEqual(told(), [before.size, before.size]);
      const opened = createClient({ url });
      const after = await vectorsOf(opened);
      opened.close();
      for (const [id, vector] of before) {
        const cosine = vector.reduce((sum, value, at) => sum + value * (after.get(id)?.[at] ?? 0), 0);
        assert.ok(cosine > 0.999, `${id}: ${cosine}`);
      }
    } finally {
      database.close();
    }
  });
});
