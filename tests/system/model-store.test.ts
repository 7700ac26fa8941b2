import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { AutoConfig, env } from '@huggingface/transformers';
import type { PullEvent } from '../../src/adapters/model-store/pull-model.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { startModelHub, type ModelHub } from './model-hub.ts';
import { DECODER_BYTES, filesBelow, openStore, WHISPER, WHISPER_FILES, WHISPER_Q8, writeModel } from './model-store-fixture.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const DECODER = /resolve\/[0-9a-f]{40}\/onnx\/decoder_model_merged_quantized\.onnx$/;
const DECODER_PATH = 'onnx/decoder_model_merged_quantized.onnx';
const never = new AbortController().signal;
const q8 = { dtype: 'q8', signal: never } as const;

describe('the model store', () => {
  let source: TemporaryFolder;
  let folder: TemporaryFolder;
  let hub: ModelHub;
  before(
    async () => {
      source = await makeTemporaryFolder();
      await writeModel(source.path, WHISPER, WHISPER_FILES);
    },
    { timeout: 120_000 },
  );
  after(() => source[Symbol.asyncDispose]());
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    hub = await startModelHub(source.path);
  });
  afterEach(async () => {
    await hub[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const downloads = (): string[] => hub.received.filter(({ path }) => /\/resolve\//.test(path)).map(({ path }) => path);

  async function assertWhole(): Promise<void> {
    assert.deepEqual(await filesBelow(join(folder.path, WHISPER)), WHISPER_Q8);
    for (const path of WHISPER_Q8.filter((name) => name !== 'parley-model.json')) {
      assert.ok((await readFile(join(folder.path, WHISPER, path))).equals(await readFile(join(source.path, WHISPER, path))), path);
    }
    assert.deepEqual(await openStore(folder.path, hub.url).verify(WHISPER), []);
  }

  it('lays a model out as on the hub, with a record of where it came from', async () => {
    const store = openStore(folder.path, hub.url);
    const events: PullEvent[] = [];
    const result = await store.pull(WHISPER, { ...q8, onProgress: (event) => events.push(event) });
    await assertWhole();
    const commit = await hub.commitOf(WHISPER);
    assert.deepEqual({ ...result, bytes: 0 }, { id: WHISPER, path: join(folder.path, WHISPER), commit, bytes: 0, alreadyThere: false });
    const plan = events[0];
    assert.ok(plan?.kind === 'plan' && plan.licence === 'mit' && plan.presentBytes === 0 && plan.files === 6);
    const last = events.at(-1);
    assert.ok(last?.kind === 'progress' && last.doneBytes === plan.bytes && last.bytes === plan.bytes);
    const described = await store.describe(WHISPER);
    assert.deepEqual(described?.record?.dtypes, { q8: { encoder_model: 'q8', decoder_model_merged: 'q8' } });
    assert.equal(described?.record?.hub, hub.url);
    assert.equal(await store.find(WHISPER), join(folder.path, WHISPER));
  });

  it('is where transformers.js looks for models', async () => {
    await openStore(folder.path, hub.url).pull(WHISPER, q8);
    env.localModelPath = folder.path;
    env.allowRemoteModels = false;
    assert.equal((await AutoConfig.from_pretrained(WHISPER)).model_type, 'whisper');
  });

  it('asks for nothing but the listing when the model is there already', async () => {
    const store = openStore(folder.path, hub.url);
    await store.pull(WHISPER, q8);
    const before = downloads().length;
    assert.equal((await store.pull(WHISPER, q8)).alreadyThere, true);
    assert.equal(downloads().length, before);
  });

  it('adds a second number format beside the first', async () => {
    const store = openStore(folder.path, hub.url);
    await store.pull(WHISPER, q8);
    const before = downloads().length;
    await store.pull(WHISPER, { dtype: 'fp32', signal: never });
    assert.equal(downloads().length, before + 2);
    const files = await filesBelow(join(folder.path, WHISPER));
    assert.ok(files.includes('onnx/encoder_model.onnx') && files.includes('onnx/encoder_model_quantized.onnx'));
    assert.deepEqual(Object.keys((await store.describe(WHISPER))?.record?.dtypes ?? {}), ['q8', 'fp32']);
    assert.deepEqual(await store.verify(WHISPER), []);
  });

  it('replaces a model whose revision has moved on', async () => {
    await using moving = await makeTemporaryFolder();
    await writeModel(moving.path, WHISPER, WHISPER_FILES);
    await using other = await startModelHub(moving.path);
    const store = openStore(folder.path, other.url);
    const first = await store.pull(WHISPER, q8);
    await writeFile(join(moving.path, WHISPER, 'config.json'), '{"model_type":"whisper","new":true}');
    const second = await store.pull(WHISPER, q8);
    assert.notEqual(second.commit, first.commit);
    assert.match(await readFile(join(folder.path, WHISPER, 'config.json'), 'utf8'), /new/);
    assert.deepEqual(await filesBelow(join(folder.path, WHISPER)), WHISPER_Q8);
  });

  it('continues after a cut connection where it stopped', async () => {
    hub.inject({ path: DECODER, cutAfterBytes: 1_500_000 });
    const reasons: string[] = [];
    await openStore(folder.path, hub.url).pull(WHISPER, {
      ...q8,
      onProgress: (event) => void (event.kind === 'retry' && reasons.push(event.reason)),
    });
    await assertWhole();
    assert.equal(reasons.length, 1);
    const [first, second, ...more] = hub.received.filter(({ path }) => DECODER.test(path));
    assert.equal(first?.headers['range'], undefined);
    assert.match(second?.headers['range'] ?? '', /^bytes=[1-9]\d*-$/);
    assert.match(second?.headers['if-range'] ?? '', /^"[0-9a-f]{64}"$/);
    assert.deepEqual(more, []);
  });

  it('begins anew when the hub does not continue', async () => {
    hub.inject({ path: DECODER, cutAfterBytes: 1_500_000 });
    hub.inject({ path: DECODER, ignoreRange: true });
    await openStore(folder.path, hub.url).pull(WHISPER, q8);
    await assertWhole();
  });

  it('gives up on a hub that cuts every connection, keeps what came, and shows no half model', async () => {
    hub.inject({ path: DECODER, cutAfterBytes: 1000, times: 100 });
    const store = openStore(folder.path, hub.url);
    await assert.rejects(store.pull(WHISPER, q8), refusal('provider_unavailable', /continue/));
    assert.equal(await store.find(WHISPER), undefined);
    assert.deepEqual(await filesBelow(join(folder.path, WHISPER)), []);
    const listed = await store.list();
    assert.deepEqual(
      listed.map(({ id, state }) => [id, state]),
      [[WHISPER, 'incomplete']],
    );
  });

  it('continues after silence in the middle of a file', async () => {
    hub.inject({ path: DECODER, stallAfterBytes: 1_200_000 });
    const reasons: string[] = [];
    await openStore(folder.path, hub.url, { timeoutMs: 150 }).pull(WHISPER, {
      ...q8,
      onProgress: (event) => void (event.kind === 'retry' && reasons.push(event.reason)),
    });
    await assertWhole();
    assert.match(reasons.join(), /sent nothing for 150 ms/);
  });

  it('waits as long as a busy hub says', async () => {
    hub.inject({ path: DECODER, status: 429, headers: { 'retry-after': '1' } });
    hub.inject({ path: /\/api\/models/, status: 503 });
    const waits: number[] = [];
    await openStore(folder.path, hub.url).pull(WHISPER, {
      ...q8,
      onProgress: (event) => void (event.kind === 'retry' && waits.push(event.waitMs)),
    });
    assert.ok((waits[0] ?? Number.NaN) < 100);
    assert.equal(waits[1], 1000);
    await assertWhole();
  });

  it('deletes a file with the wrong checksum and says so', async () => {
    hub.inject({ path: DECODER, wrongBytes: true });
    const store = openStore(folder.path, hub.url);
    await assert.rejects(store.pull(WHISPER, q8), refusal('provider_unavailable', /decoder_model_merged_quantized\.onnx .*wrong checksum/));
    const left = await filesBelow(join(folder.path, '.parley', 'incoming'));
    assert.ok(left.length > 0 && !left.some((path) => path.includes('decoder')), left.join());
    await store.pull(WHISPER, q8);
    await assertWhole();
  });

  it('checks files that are not in LFS by their git blob id', async () => {
    hub.inject({ path: /tokenizer\.json$/, wrongBytes: true });
    await assert.rejects(
      openStore(folder.path, hub.url).pull(WHISPER, q8),
      refusal('provider_unavailable', /tokenizer\.json .*wrong checksum/),
    );
  });

  it('fetches a file afresh when the part of an earlier pull turns out to be wrong', async () => {
    hub.inject({ path: DECODER, stallAfterBytes: 1_000_000 });
    const stop = new AbortController();
    const store = openStore(folder.path, hub.url);
    await assert.rejects(store.pull(WHISPER, { dtype: 'q8', signal: stop.signal, onProgress: stopAt(stop, 900_000) }), {
      name: 'AbortError',
    });
    const part = (await filesBelow(folder.path)).find((path) => path.endsWith('.part')) ?? '';
    await writeFile(join(folder.path, part), new Uint8Array(2000));
    await store.pull(WHISPER, q8);
    await assertWhole();
    assert.deepEqual(
      hub.received.filter(({ path }) => DECODER.test(path)).map(({ headers }) => headers['range']),
      [undefined, 'bytes=2000-', undefined],
    );
  });

  it('stops at once when told to, and continues the next time', async () => {
    hub.inject({ path: DECODER, stallAfterBytes: 1_000_000 });
    const stop = new AbortController();
    const store = openStore(folder.path, hub.url);
    await assert.rejects(store.pull(WHISPER, { dtype: 'q8', signal: stop.signal, onProgress: stopAt(stop, 900_000) }), {
      name: 'AbortError',
    });
    assert.equal(await store.find(WHISPER), undefined);
    const plans: number[] = [];
    await store.pull(WHISPER, { ...q8, onProgress: (event) => void (event.kind === 'plan' && plans.push(event.presentBytes)) });
    assert.ok((plans[0] ?? 0) >= 900_000);
    await assertWhole();
    assert.match(hub.received.findLast(({ path }) => DECODER.test(path))?.headers['range'] ?? '', /^bytes=\d{6,}-$/);
  });

  it('follows the redirect of large files without giving the token away', async () => {
    hub.redirectLargeFiles();
    hub.inject({ path: /^\/cdn\/.*decoder_model_merged_quantized/, cutAfterBytes: 1_500_000 });
    await openStore(folder.path, hub.url, { token: 'hf_secret' }).pull(WHISPER, q8);
    await assertWhole();
    const [own, elsewhere] = [
      hub.received.filter(({ path }) => !path.startsWith('/cdn')),
      hub.received.filter(({ path }) => path.startsWith('/cdn')),
    ];
    assert.ok(own.every(({ headers }) => headers['authorization'] === 'Bearer hf_secret'));
    assert.equal(elsewhere.length, 3);
    assert.ok(elsewhere.every(({ headers }) => headers['authorization'] === undefined));
  });

  it('reads a listing of many pages', async () => {
    await writeModel(source.path, 'acme/voices', {
      'config.json': '{}',
      'onnx/model_quantized.onnx': 100,
      ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`voices/v${index}.bin`, 10])),
    });
    await openStore(folder.path, hub.url).pull('acme/voices', q8);
    assert.equal((await filesBelow(join(folder.path, 'acme/voices'))).length, 123);
  });

  const hostile = [
    ['leaves the folder', { type: 'file', path: '../../evil.json', size: 1, oid: 'a'.repeat(40) }],
    ['is absolute', { type: 'file', path: '/tmp/evil.json', size: 1, oid: 'a'.repeat(40) }],
    ['is a link', { type: 'symlink', path: 'evil.json', size: 1, oid: 'a'.repeat(40) }],
    ['is there twice', { type: 'file', path: 'config.json', size: 1, oid: 'a'.repeat(40) }],
  ] as const;
  for (const [what, entry] of hostile) {
    it(`refuses a listing with a path that ${what}`, async () => {
      hub.list(entry);
      await assert.rejects(openStore(folder.path, hub.url).pull(WHISPER, q8), refusal('provider_unavailable', /listing of .* is refused/));
      assert.deepEqual(downloads(), []);
    });
  }

  it('refuses a model over the size limit before the first byte', async () => {
    hub.list({ type: 'file', path: 'huge.json', size: 10 ** 12, oid: 'a'.repeat(40) });
    await assert.rejects(openStore(folder.path, hub.url).pull(WHISPER, q8), refusal('payload_too_large', /PLATFORM_MODEL_MAX_BYTES/));
    assert.deepEqual(downloads(), []);
  });

  it('refuses a model that cannot fit on the disk before the first byte', async () => {
    hub.list({ type: 'file', path: 'huge.json', size: 2 ** 50, oid: 'a'.repeat(40) });
    const store = openStore(folder.path, hub.url, { maxModelBytes: 2 ** 51 });
    await assert.rejects(store.pull(WHISPER, q8), refusal('unavailable', /No space left/));
    assert.deepEqual(downloads(), []);
  });

  it('stops reading a file that is longer than the listing says', async () => {
    hub.inject({ path: DECODER, extraBytes: 1_000_000 });
    await assert.rejects(
      openStore(folder.path, hub.url).pull(WHISPER, q8),
      refusal('provider_unavailable', /sends more .* than the 3000000 bytes/),
    );
    assert.ok(!(await filesBelow(folder.path)).some((path) => path.includes('decoder')));
  });

  it('says what to do about a gated model, with and without a token', async () => {
    hub.inject({ path: /\/resolve\//, status: 401, headers: { 'x-error-code': 'GatedRepo' } });
    await assert.rejects(
      openStore(folder.path, hub.url).pull(WHISPER, q8),
      refusal('provider_unavailable', /accept the terms .* and set PLATFORM_MODEL_HUB_TOKEN/),
    );
    hub.inject({ path: /\/resolve\//, status: 403, headers: { 'x-error-code': 'GatedRepo' } });
    const withToken = openStore(folder.path, hub.url, { token: 'hf_secret' });
    await assert.rejects(
      withToken.pull(WHISPER, q8),
      (error) => refusal('provider_unavailable', /check PLATFORM_MODEL_HUB_TOKEN/)(error) && !String(error).includes('hf_secret'),
    );
  });

  it('says that the hub has no such model or revision', async () => {
    const store = openStore(folder.path, hub.url);
    await assert.rejects(store.pull('acme/nothing', q8), refusal('not_found', /has no model acme\/nothing/));
    await assert.rejects(store.pull(WHISPER, { ...q8, revision: 'v9' }), refusal('not_found', /has no revision v9/));
    assert.deepEqual(await store.list(), []);
  });

  it('pulls a commit by its id', async () => {
    const commit = await hub.commitOf(WHISPER);
    assert.equal((await openStore(folder.path, hub.url).pull(WHISPER, { ...q8, revision: commit })).commit, commit);
  });

  it('says when the hub cannot be reached or is none', async () => {
    await assert.rejects(
      openStore(folder.path, 'http://127.0.0.1:9').pull(WHISPER, q8),
      refusal('provider_unavailable', /cannot be reached/),
    );
    hub.inject({ path: /\/api\//, status: 418 });
    await assert.rejects(openStore(folder.path, hub.url).pull(WHISPER, q8), refusal('provider_unavailable', /418/));
  });

  it('pulls nothing offline and names the folder to copy the model to', async () => {
    const store = openStore(folder.path, hub.url, { offline: true });
    await assert.rejects(
      store.pull(WHISPER, q8),
      (error) => refusal('provider_unavailable', /PLATFORM_OFFLINE/)(error) && String(error).includes(join(folder.path, WHISPER)),
    );
    assert.deepEqual(hub.received, []);
  });

  it('"with no network and no model, the error is provider_unavailable and says which command to run"', async () => {
    const store = openStore(folder.path, 'http://127.0.0.1:9', { offline: true });
    await assert.rejects(store.locate(WHISPER), refusal('provider_unavailable', /run: parley models pull acme\/whisper-test/i));
  });

  it('finds a model that was copied in by hand, and has nothing to compare it with', async () => {
    await writeModel(folder.path, 'acme/copied', { 'config.json': '{}', 'onnx/model.onnx': 10 });
    const store = openStore(folder.path, hub.url);
    assert.equal(await store.locate('acme/copied'), join(folder.path, 'acme/copied'));
    assert.deepEqual(
      (await store.list()).map(({ id, state }) => [id, state]),
      [['acme/copied', 'by hand']],
    );
    await assert.rejects(store.verify('acme/copied'), refusal('not_found', /parley-model\.json/));
    await assert.rejects(
      store
        .find('../etc')
        .then((path) => assert.equal(path, undefined))
        .then(() => store.pull('../etc', q8)),
      refusal('invalid_input', /owner\/name/),
    );
  });

  it('finds every kind of damage', async () => {
    const store = openStore(folder.path, hub.url);
    await store.pull(WHISPER, q8);
    const at = (path: string): string => join(folder.path, WHISPER, path);
    const bytes = await readFile(at(DECODER_PATH));
    bytes[DECODER_BYTES / 2] = (bytes[DECODER_BYTES / 2] ?? 0) ^ 1;
    await writeFile(at(DECODER_PATH), bytes);
    await truncate(at('onnx/encoder_model_quantized.onnx'), 99_999);
    await rm(at('config.json'));
    await rm(at('tokenizer.json'));
    await symlink('README.md', at('tokenizer.json'));
    assert.deepEqual(await store.verify(WHISPER), [
      { path: 'config.json', fault: 'missing' },
      { path: DECODER_PATH, fault: 'wrong checksum' },
      { path: 'onnx/encoder_model_quantized.onnx', fault: 'wrong size' },
      { path: 'tokenizer.json', fault: 'not a plain file' },
    ]);
  });

  it('removes a model and what was begun of it, and nothing else', async () => {
    const store = openStore(folder.path, hub.url);
    await store.pull(WHISPER, q8);
    await mkdir(join(folder.path, 'acme/other'), { recursive: true });
    await store.remove(WHISPER);
    assert.equal(await store.find(WHISPER), undefined);
    assert.ok((await stat(join(folder.path, 'acme/other'))).isDirectory());
    assert.deepEqual(await filesBelow(folder.path), []);
    await assert.rejects(store.remove(WHISPER), refusal('not_found', /not installed/));
    hub.inject({ path: DECODER, cutAfterBytes: 1000, times: 100 });
    await assert.rejects(store.pull(WHISPER, q8), ServiceError);
    await store.remove(WHISPER);
    assert.deepEqual(await filesBelow(folder.path), []);
  });

  it('lets two pulls of one process take turns', async () => {
    hub.inject({ path: DECODER, slowBytes: 200_000 });
    const events: string[] = [];
    const store = openStore(folder.path, hub.url);
    const pull = (): ReturnType<typeof store.pull> => store.pull(WHISPER, { ...q8, onProgress: ({ kind }) => events.push(kind) });
    const results = await Promise.all([pull(), pull()]);
    assert.equal(results.filter(({ alreadyThere }) => alreadyThere).length, 1);
    assert.equal(events.filter((kind) => kind === 'waiting').length, 1);
    assert.equal(new Set(downloads()).size, downloads().length);
    await assertWhole();
  });
});

function refusal(kind: ServiceError['kind'], message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ServiceError, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, message);
    return true;
  };
}

/** Stops a pull once so many bytes of the decoder are on the disk. */
function stopAt(stop: AbortController, bytes: number): (event: PullEvent) => void {
  let before = 0;
  return (event) => {
    if (event.kind !== 'progress') return;
    if (event.path !== DECODER_PATH) before = event.doneBytes;
    else if (event.doneBytes - before >= bytes) stop.abort();
  };
}
