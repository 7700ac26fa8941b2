import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import { createContentSeal, sealKeyId, type ContentSeal } from '../../src/adapters/sealed/content-seal.ts';
import { createSealedJournal, openPreview } from '../../src/adapters/sealed/journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ConfigError, readSettings } from '../../src/core/config.ts';
import { guardSettings, type GuardSettings } from '../../src/guard/config.ts';
import { captureSeal } from '../../src/main/capture-seal.ts';
import { layFoundation } from '../../src/main/foundation.ts';
import type { Platform } from '../../src/main/platform.ts';
import type { Journal, JournalEntry } from '../../src/ports/journal.ts';
import type { Clock } from '../../src/ports/system.ts';
import { requestRecord } from '../contract/journal-entries.ts';
import { ask, bodyOf, guardService } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const KEY = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);
const SECRET_WORD = 'zanzibar-captured-word';

/** A journal as the guard composes it: sealed, spooled, stored. */
async function open(folder: string, seal: ContentSeal | undefined, clock: Clock = systemClock): Promise<Journal> {
  const logger = createRecordedLogger();
  const database = openDatabase({ url: `file:${join(folder, 'guard.db')}`, logger });
  const stored = createLibsqlJournal({
    database,
    clock,
    logger,
    openPreview: openPreview(seal),
  });
  const spooled = await openSpooledJournal({
    journal: stored,
    storeLines: stored.storeLines,
    folder: join(folder, 'spool'),
    logger,
    batchMs: 60_000,
  });
  const journal = createSealedJournal({ journal: spooled, seal });
  return {
    ...journal,
    async [Symbol.asyncDispose]() {
      await journal[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

function captured(id: string, text: string): JournalEntry {
  return {
    request: requestRecord(id, 1, { preview: text }),
    decisions: [],
    debug: [],
    content: { input: `{"said":"${text}"}`, output: text },
  };
}

/** The files below a folder that hold a text. */
async function filesHolding(folder: string, text: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const holding: string[] = [];
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    if ((await readFile(path)).includes(Buffer.from(text))) holding.push(path);
  }
  return holding;
}

describe('captured content', () => {
  it('"content stored only with the capture flags on, encrypted at rest": neither spool nor database holds it readable', async () => {
    await using folder = await makeTemporaryFolder();
    const seal = createContentSeal([KEY]);
    const journal = await open(folder.path, seal);
    const service = guardService({}, { settings: { captureInput: true, captureOutput: true }, deps: { journal } });
    for (let index = 0; index < 3; index += 1)
      await service.chat(ask(`Say ${SECRET_WORD} please, ${index}.`), { 'x-request-id': `r${index}` });
    // The spool has everything; then the database and its write-ahead log have.
    assert.equal((await readdir(join(folder.path, 'spool'))).length, 1);
    for (const text of [SECRET_WORD, 'Hello.']) assert.deepEqual(await filesHolding(folder.path, text), []);
    await journal.flush();
    await until('the spool is empty', async () => (await readdir(join(folder.path, 'spool'))).length === 0);
    for (const text of [SECRET_WORD, 'Hello.']) assert.deepEqual(await filesHolding(folder.path, text), []);
    const [request, content] = await Promise.all([journal.request('r1'), journal.content('r1')]);
    assert.equal(request?.preview, `Say ${SECRET_WORD} please, 1.`);
    assert.ok(content?.state === 'stored' && content.content.input?.includes(SECRET_WORD) === true && content.content.output === 'Hello.');
    await journal[Symbol.asyncDispose]();
    assert.deepEqual(await filesHolding(folder.path, SECRET_WORD), []);
  });

  it('opens for each of two requests that came with the same id before and after a restart', async () => {
    await using folder = await makeTemporaryFolder();
    const seal = createContentSeal([KEY]);
    for (const [sequence, text] of [
      [100, 'the first plan'],
      [200, 'the second plan'],
    ] as const) {
      const journal = await open(folder.path, seal);
      const { request, ...rest } = captured('same', text);
      journal.record({ ...rest, request: { ...request, sequence } });
      await journal[Symbol.asyncDispose]();
    }
    await using journal = await open(folder.path, seal);
    const { items } = await journal.requests({ limit: 10, text: 'PLAN' });
    assert.deepEqual(
      items.map(({ id, preview }) => [id, preview]),
      [
        ['same~200', 'the second plan'],
        ['same', 'the first plan'],
      ],
    );
    const content = await journal.content('same~200');
    assert.ok(content?.state === 'stored' && content.content.output === 'the second plan');
  });

  it('is found by its text, in any case, however old', async () => {
    await using folder = await makeTemporaryFolder();
    // The time of a search never ends, on a busy machine either.
    await using journal = await open(folder.path, createContentSeal([KEY]), { now: () => new Date(), elapsed: () => 0 });
    for (let index = 0; index < 2500; index += 1)
      journal.record(captured(`r${index}`, index === 3 || index === 2400 ? 'the Zanzibar plan' : 'nothing'));
    const ids = async (text: string, limit: number, cursor?: string) => {
      const page = await journal.requests({ limit, text, ...(cursor === undefined ? {} : { cursor }) });
      return { ids: page.items.map(({ id }) => id), next: page.nextCursor };
    };
    assert.deepEqual((await ids('zanZIBAR', 10)).ids, ['r3', 'r2400']);
    const first = await ids('zanzibar', 1);
    assert.deepEqual(first.ids, ['r3']);
    assert.deepEqual(await ids('zanzibar', 1, first.next), { ids: ['r2400'], next: undefined });
    assert.deepEqual(await ids('xylophone', 10), { ids: [], next: undefined });
  });

  it('a search that takes longer than a page may goes on with the next page', async () => {
    await using folder = await makeTemporaryFolder();
    // Every look at the clock finds it 100 ms later.
    let elapsed = 0;
    const clock = { now: () => new Date(), elapsed: () => (elapsed += 100) };
    await using journal = await open(folder.path, createContentSeal([KEY]), clock);
    for (let index = 0; index < 4500; index += 1) {
      journal.record({
        request: requestRecord(`r${index}`, index, { preview: index === 5 ? 'zanzibar' : 'nothing' }),
        decisions: [],
        debug: [],
      });
    }
    const pages: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const page = await journal.requests({ limit: 10, text: 'zanzibar', ...(cursor === undefined ? {} : { cursor }) });
      pages.push(page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    assert.deepEqual(pages.flat(), ['r5']);
    assert.ok(pages.length > 2 && pages.at(-1)?.length === 1);
  });

  it('with a lost key the record stays readable and says why its content is not', async () => {
    await using folder = await makeTemporaryFolder();
    const first = await open(folder.path, createContentSeal([KEY]));
    first.record(captured('old', SECRET_WORD));
    await first[Symbol.asyncDispose]();
    for (const [seal, reason] of [
      [createContentSeal([OTHER]), `it was sealed with the key ${sealKeyId(KEY)}, which is not configured`],
      [undefined, 'it is sealed, and no key is configured'],
    ] as const) {
      await using journal = await open(folder.path, seal);
      const request = await journal.request('old');
      assert.equal(request?.status, 'completed');
      assert.equal(request.preview, undefined);
      assert.equal(request.previewFault, reason);
      assert.deepEqual(await journal.content('old'), { state: 'unreadable', reason });
      assert.deepEqual(
        (await journal.requests({ limit: 5, text: 'old' })).items.map(({ id }) => id),
        ['old'],
      );
      assert.deepEqual((await journal.requests({ limit: 5, text: SECRET_WORD })).items, []);
      const service = guardService({}, { deps: { journal } });
      const searched = await bodyOf(await service.get(`/requests?text=${SECRET_WORD}`));
      assert.deepEqual([searched['data'], searched['previews_unopened']], [[], 1]);
      assert.equal((await bodyOf(await service.get('/requests')))['previews_unopened'], 0);
      const shown = (await (await service.get('/requests/old')).json()) as { preview: null; preview_fault: string };
      assert.deepEqual([shown.preview, shown.preview_fault], [null, reason]);
      const replay = await service.handle(new Request('http://localhost/requests/old/replay', { method: 'POST' }));
      assert.equal(replay.status, 409);
      assert.match(await replay.text(), new RegExp(reason));
    }
    await using rotated = await open(folder.path, createContentSeal([OTHER, KEY]));
    assert.equal((await rotated.request('old'))?.preview, SECRET_WORD);
  });

  it('counts previews that a search could not open on one page each', async () => {
    await using folder = await makeTemporaryFolder();
    const first = await open(folder.path, createContentSeal([KEY]));
    for (let index = 0; index < 9; index += 1) {
      const id = index % 3 === 0 ? `wanted-${index}` : `r${index}`;
      first.record({ request: requestRecord(id, index, { preview: 'nothing' }), decisions: [], debug: [] });
    }
    await first[Symbol.asyncDispose]();
    await using journal = await open(folder.path, createContentSeal([OTHER]));
    const pages: (readonly [number, number | undefined])[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await journal.requests({ limit: 1, text: 'wanted', ...(cursor === undefined ? {} : { cursor }) });
      pages.push([page.items.length, page.unopened]);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    // Newest first: r8 and r7 before wanted-6, and so on.
    assert.deepEqual(pages, [
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  it('is not stored without a key, whatever else is recorded', async () => {
    const inner = createInMemoryJournal();
    await using journal = createSealedJournal({ journal: inner, seal: undefined });
    journal.record(captured('r', SECRET_WORD));
    assert.equal((await inner.request('r'))?.preview, undefined);
    assert.equal(await inner.content('r'), undefined);
  });
});

describe('captureSeal()', () => {
  const platform = { env: {}, args: [], runtime: 'test', printError: () => undefined } as unknown as Platform;

  async function sealOf(folder: string, own: Partial<GuardSettings>): Promise<ContentSeal | undefined> {
    const foundation = await layFoundation({ ...platform, env: { PLATFORM_DATA_DIR: folder } });
    return captureSeal(foundation, { ...readSettings(guardSettings, {}), ...own });
  }

  it('makes a key file beside the database when capture is on and none is configured, and uses it from then on', async () => {
    await using folder = await makeTemporaryFolder();
    const place = { requestId: 'r', field: 'input' };
    const sealed = (await sealOf(folder.path, { captureInput: true }))?.seal('x', place) ?? '';
    assert.equal((await stat(join(folder.path, 'guard-capture.key'))).mode & 0o777, 0o600);
    assert.deepEqual((await sealOf(folder.path, { captureOutput: true }))?.open(sealed, place), { text: 'x' });
    assert.deepEqual((await sealOf(folder.path, {}))?.open(sealed, place), { text: 'x' });
    await rm(join(folder.path, 'guard-capture.key'));
    assert.equal(await sealOf(folder.path, {}), undefined);
    assert.deepEqual(await readdir(folder.path), []);
  });

  it('takes the configured key, and the file that is named', async () => {
    await using folder = await makeTemporaryFolder();
    const text = Buffer.from(KEY).toString('base64');
    const path = join(folder.path, 'key');
    await writeFile(path, `${text}\n`);
    for (const own of [{ captureKey: text }, { captureKeyFile: path }]) {
      const seal = await sealOf(folder.path, { captureInput: true, ...own });
      assert.ok(seal?.seal('x', { requestId: 'r', field: 'input' }).startsWith(`sealed:1:${sealKeyId(KEY)}:`));
    }
    assert.deepEqual(await readdir(folder.path), ['key']);
  });

  it('refuses to start, with a clear message, where no key can be used', async () => {
    await using folder = await makeTemporaryFolder();
    for (const [own, message] of [
      [
        { captureInput: true, databaseUrl: 'libsql://records.example' },
        /GUARD_CAPTURE_KEY: needed while GUARD_CAPTURE_INPUT .* openssl rand -base64 32/,
      ],
      [{ captureInput: true, captureKey: 'c2hvcnQ=' }, /GUARD_CAPTURE_KEY: key 1 must be base64 of 32 bytes/],
      [{ captureInput: true, captureKeyFile: join(folder.path, 'none') }, /GUARD_CAPTURE_KEY_FILE: ENOENT/],
    ] as const) {
      await assert.rejects(sealOf(folder.path, own), (error: unknown) => error instanceof ConfigError && message.test(error.message));
    }
  });
});
