import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { denoProgram } from '../runtime/deno-program.ts';
import { allowSlowHooks } from '../slow.ts';
import { startModelHub, type ModelHub } from './model-hub.ts';
import { filesBelow, WHISPER, WHISPER_FILES, WHISPER_Q8, writeModel } from './model-store-fixture.ts';
import { FROM_SOURCE, runParley } from './parley-process.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DECODER = /\/resolve\/.*decoder_model_merged_quantized/;

describe('parley models', () => {
  let source: TemporaryFolder;
  let folder: TemporaryFolder;
  let hub: ModelHub;
  let models = '';
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
    models = join(folder.path, 'data/models');
  });
  afterEach(async () => {
    await hub[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const parley = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ReturnType<typeof runParley> =>
    runParley(['models', ...args], { directory: folder.path, env: { PLATFORM_MODEL_HUB: hub.url, ...env } });

  /** Starts a pull and waits until some of the large file is on the disk. */
  async function startPull(): Promise<ChildProcess> {
    hub.inject({ path: DECODER, stallAfterBytes: 1_000_000 });
    const [program, ...args] = FROM_SOURCE;
    const child = spawn(program, [...args, 'models', 'pull', WHISPER], {
      cwd: folder.path,
      env: { ...process.env, PLATFORM_MODEL_HUB: hub.url },
      stdio: 'ignore',
    });
    await until('a part of the decoder', async () => {
      const part = (await filesBelow(models)).find((path) => path.endsWith('.part'));
      if (part === undefined) return false;
      // A part that is whole is renamed between the listing and the look at it.
      const size = await stat(join(models, part)).then(
        (found) => found.size,
        () => 0,
      );
      return size > 900_000;
    });
    return child;
  }

  it('pulls, lists, verifies and removes a model', async () => {
    const pulled = await parley(['pull', WHISPER]);
    assert.equal(pulled.code, 0, pulled.errors);
    assert.match(pulled.output, new RegExp(`^${WHISPER} pulled, 3\\.1 MB: ${join(models, WHISPER)}$`, 'm'));
    const lines = pulled.errors.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^acme\/whisper-test at [0-9a-f]{12}: 6 files, 3\.1 MB$/);
    assert.deepEqual(lines.slice(1, 3), ['licence: mit', 'number format: encoder_model q8, decoder_model_merged q8']);
    assert.equal(lines.at(-1), `${WHISPER}: 100 %, 3.1 MB of 3.1 MB`);
    assert.deepEqual(await filesBelow(join(models, WHISPER)), WHISPER_Q8);
    assert.match((await parley(['pull', WHISPER])).output, /is there already/);

    assert.match((await parley(['list'])).output, /^acme\/whisper-test +3\.1 MB +mit +installed q8$/m);
    assert.match((await parley(['verify', WHISPER])).output, /^ok +acme\/whisper-test$/m);

    const file = join(models, WHISPER, 'onnx/encoder_model_quantized.onnx');
    const bytes = await readFile(file);
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const verified = await parley(['verify']);
    assert.equal(verified.code, 1);
    assert.match(verified.output, /^ok +stt-en$/m);
    assert.match(verified.output, /^FAULTY +acme\/whisper-test\n +onnx\/encoder_model_quantized\.onnx: wrong checksum$/m);

    assert.equal((await parley(['remove', WHISPER])).output.trim(), `${WHISPER} removed`);
    assert.deepEqual(await filesBelow(models), []);
    const again = await parley(['remove', WHISPER]);
    assert.equal(again.code, 1);
    assert.match(again.errors, /parley: acme\/whisper-test is not installed/);
  });

  it('lists the built-in models and those it knows on the hub, as a table and as JSON', async () => {
    const { output } = await parley([]);
    assert.match(output, /^MODEL +TASK +LANGUAGES +SIZE +LICENCE +STATE$/m);
    assert.match(output, /^stt-en +speech-to-text +en +\d+\.\d MB +Apache-2\.0 +built in$/m);
    assert.match(output, /^Xenova\/mms-tts-eng .* CC-BY-NC-4\.0 +on the hub$/m);
    assert.match(output, /^meta-llama\/Llama-Prompt-Guard-2-22M .* on the hub \(gated\)$/m);
    const listed = JSON.parse((await parley(['list', '--json'])).output) as { models: { id: string; state: string }[] };
    assert.equal(listed.models.find(({ id }) => id === 'stt-en')?.state, 'built in');
    assert.ok(listed.models.length > 15);
    assert.deepEqual(hub.received, []);
  });

  it('explains itself with --help at every subcommand', async () => {
    for (const args of [[], ['list'], ['pull'], ['verify'], ['remove']]) {
      const { code, output } = await parley([...args, '--help']);
      assert.equal(code, 0);
      assert.match(output, /Usage: parley models/);
    }
  });

  it('continues after a cut connection and says that it does', async () => {
    hub.inject({ path: DECODER, cutAfterBytes: 1_500_000 });
    const { code, errors } = await parley(['pull', WHISPER]);
    assert.equal(code, 0, errors);
    assert.match(errors, /trying again in/);
    assert.match(hub.received.findLast(({ path }) => DECODER.test(path))?.headers['range'] ?? '', /^bytes=[1-9]/);
    assert.equal((await parley(['verify', WHISPER])).code, 0);
  });

  it('stops at Ctrl-C and continues the next time', async () => {
    const child = await startPull();
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    assert.deepEqual(await exited, [130, null]);
    assert.deepEqual(await filesBelow(join(models, WHISPER)), []);
    assert.match((await parley(['list'])).output, /^acme\/whisper-test .*incomplete$/m);
    const { code, errors } = await parley(['pull', WHISPER]);
    assert.equal(code, 0, errors);
    assert.match(errors, /, 1\.1 MB of it here already/);
    assert.match(hub.received.findLast(({ path }) => DECODER.test(path))?.headers['range'] ?? '', /^bytes=\d{6}/);
    assert.equal((await parley(['verify', WHISPER])).code, 0);
  });

  it('takes over from a pull that was killed', async () => {
    const child = await startPull();
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const { code, errors } = await parley(['pull', WHISPER]);
    assert.equal(code, 0, errors);
    assert.doesNotMatch(errors, /another process/);
    assert.equal((await parley(['verify', WHISPER])).code, 0);
  });

  it('refuses to remove a model that is being pulled', async () => {
    const child = await startPull();
    const { code, errors } = await parley(['remove', WHISPER]);
    assert.equal(code, 1);
    assert.match(errors, /is being pulled by another process/);
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  });

  it('lets two processes that pull the same model take turns, and fetches every file once', async () => {
    hub.inject({ path: DECODER, slowBytes: 30_000 });
    const outcomes = await Promise.all([parley(['pull', WHISPER]), parley(['pull', WHISPER])]);
    assert.deepEqual(
      outcomes.map(({ code }) => code),
      [0, 0],
    );
    const outputs = outcomes.map(({ output }) => output).join('');
    assert.match(outputs, /pulled, 3\.1 MB/);
    assert.match(outputs, /is there already/);
    assert.match(outcomes.map(({ errors }) => errors).join(''), /another process is pulling it; waiting for that/);
    const fetched = hub.received.filter(({ path }) => path.includes('/resolve/')).map(({ path }) => path);
    assert.equal(new Set(fetched).size, fetched.length);
    assert.equal((await parley(['verify', WHISPER])).code, 0);
  });

  it('deletes a file with the wrong checksum and says so', async () => {
    hub.inject({ path: DECODER, wrongBytes: true });
    const { code, errors } = await parley(['pull', WHISPER]);
    assert.equal(code, 1);
    assert.match(errors, /parley: onnx\/decoder_model_merged_quantized\.onnx of acme\/whisper-test has the wrong checksum and was deleted/);
    assert.ok(!(await filesBelow(models)).some((path) => path.includes('decoder')));
  });

  it('refuses to pull offline without asking anybody', async () => {
    const { code, errors } = await parley(['pull', WHISPER], { PLATFORM_OFFLINE: 'true' });
    assert.equal(code, 1);
    assert.match(errors, /parley: PLATFORM_OFFLINE=true: nothing is pulled/);
    assert.deepEqual(hub.received, []);
  });

  it('takes the hub and the token from HF_ENDPOINT and HF_TOKEN unless its own settings name others', async () => {
    const shared = { HF_ENDPOINT: hub.url, HF_TOKEN: 'hf_shared' };
    const { code, errors } = await parley(['pull', WHISPER], { ...shared, PLATFORM_MODEL_HUB: '' });
    assert.equal(code, 0, errors);
    assert.ok(hub.received.length > 0 && hub.received.every(({ headers }) => headers['authorization'] === 'Bearer hf_shared'));
    hub.received.length = 0;
    await parley(['remove', WHISPER]);
    const own = { HF_ENDPOINT: 'http://127.0.0.1:9', HF_TOKEN: 'hf_shared', PLATFORM_MODEL_HUB_TOKEN: 'hf_own' };
    assert.equal((await parley(['pull', WHISPER], own)).code, 0);
    assert.ok(hub.received.every(({ headers }) => headers['authorization'] === 'Bearer hf_own'));
  });

  it('pulls into PLATFORM_MODELS_DIR, a revision and a number format of choice', async () => {
    const commit = await hub.commitOf(WHISPER);
    const elsewhere = join(folder.path, 'elsewhere');
    const { code, errors } = await parley(['pull', `${WHISPER}@${commit}`, '--dtype', 'fp32'], { PLATFORM_MODELS_DIR: elsewhere });
    assert.equal(code, 0, errors);
    assert.ok((await filesBelow(join(elsewhere, WHISPER))).includes('onnx/encoder_model.onnx'));
  });

  it('pulls what a model of the catalogue does not run without', async () => {
    await writeModel(source.path, 'Xenova/speecht5_tts', {
      'config.json': '{}',
      'onnx/encoder_model_quantized.onnx': 10,
      'onnx/decoder_model_merged_quantized.onnx': 10,
      'onnx/decoder_postnet_and_vocoder_quantized.onnx': 10,
    });
    await writeModel(source.path, 'Xenova/speecht5_hifigan', { 'config.json': '{}', 'onnx/model.onnx': 10 });
    const { code, errors } = await parley(['pull', 'Xenova/speecht5_tts']);
    assert.equal(code, 0, errors);
    assert.match(errors, /^licence: MIT$/m);
    assert.ok((await filesBelow(models)).includes('Xenova/speecht5_hifigan/onnx/model.onnx'));
  });

  it('works the same under Deno', async () => {
    const command = [denoProgram(), 'run', '--no-check', '--allow-all', join(ROOT, 'src/main/deno.ts')] as const;
    const options = { command, directory: folder.path, env: { PLATFORM_MODEL_HUB: hub.url } };
    hub.redirectLargeFiles();
    hub.inject({ path: DECODER, cutAfterBytes: 1_500_000 });
    const [first, second] = await Promise.all([runParley(['models', 'pull', WHISPER], options), parley(['pull', WHISPER])]);
    assert.deepEqual([first.code, second.code], [0, 0], first.errors + second.errors);
    const verified = await runParley(['models', 'verify'], options);
    assert.equal(verified.code, 0);
    assert.match(verified.output, /^ok +stt-en$/m);
    assert.match(verified.output, /^ok +acme\/whisper-test$/m);
    assert.equal((await runParley(['models', 'remove', WHISPER], options)).code, 0);
    assert.deepEqual(await filesBelow(models), []);
  });

  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown model', ['pull', 'acme/nothing'], /parley: http:\S+ has no model acme\/nothing/],
    ['an unknown command', ['pul', WHISPER], /parley: models has no command "pul": there are list, pull, verify and remove/],
    ['an unknown revision', ['pull', `${WHISPER}@v9`], /parley: acme\/whisper-test has no revision v9/],
    ['an id that would leave the folder', ['pull', '../../etc'], /parley: "\.\.\/\.\.\/etc" is not a model id: it must be owner\/name/],
    ['an unknown number format', ['pull', WHISPER, '--dtype', 'q3'], /must be one of q8, fp16/],
    ['removing a built-in model', ['remove', 'stt-en'], /parley: stt-en is built in and cannot be removed/],
    ['verifying what is not there', ['verify', 'acme/nothing'], /parley: acme\/nothing is not installed\. Run: parley models pull/],
  ];
  for (const [what, args, message] of refused) {
    it(`refuses ${what} with a clear error`, async () => {
      const { code, errors } = await parley(args);
      assert.equal(code, 1);
      assert.match(errors, message);
    });
  }

  it('says what to do about a gated model, and what the catalogue knows of it', async () => {
    hub.inject({ path: /\/api\//, status: 401, headers: { 'x-error-code': 'GatedRepo' } });
    const { code, errors } = await parley(['pull', 'meta-llama/Llama-Prompt-Guard-2-22M']);
    assert.equal(code, 1);
    assert.match(
      errors,
      /accept the terms at .*meta-llama\/Llama-Prompt-Guard-2-22M and set PLATFORM_MODEL_HUB_TOKEN.*Note: its owner publishes no ONNX/,
    );
  });
});
