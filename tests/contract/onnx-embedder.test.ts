import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOnnxEmbedder, type OnnxEmbedder, type OnnxEmbedderDeps } from '../../src/adapters/onnx/embedder.ts';
import type { ExecutionProvider } from '../../src/adapters/onnx/runtime.ts';
import { openWindowReader } from '../../src/adapters/onnx/token-batch.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { allowSlowHooks } from '../slow.ts';
import { dot, embedderContract } from './embedder-contract.ts';

await allowSlowHooks();

const modelFile = (name: string): string => fileURLToPath(new URL(`../../models/bge-small-en/${name}`, import.meta.url));
const FIXTURE = new URL('../fixtures/embedder/reference.json', import.meta.url);

interface Reference {
  readonly sentences: readonly { readonly text: string; readonly tokens: number; readonly vector: string }[];
}

function create(provider: ExecutionProvider, deps: Partial<OnnxEmbedderDeps> = {}): OnnxEmbedder {
  return createOnnxEmbedder({
    model: 'bge-small-en',
    modelPath: modelFile('model.onnx'),
    tokenizerPath: modelFile('tokenizer.json'),
    runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
    workers: 1,
    queueLimit: 16,
    timeoutMs: 30_000,
    ...deps,
  });
}

async function readReference(): Promise<Reference['sentences']> {
  return (JSON.parse(await readFile(FIXTURE, 'utf8')) as Reference).sentences;
}

/** The vector of a fixture; its base64 holds little-endian float32. */
function vectorOf(base64: string): Float32Array {
  const view = new DataView(Uint8Array.fromBase64(base64).buffer);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
}

embedderContract('the built-in embedder on the native engine', () => create('native'));
embedderContract('the built-in embedder on WASM', () => create('wasm'));

describe('createOnnxEmbedder()', () => {
  for (const provider of ['native', 'wasm'] as const) {
    it(`is within a cosine of 0.99 of the fp32 original on ${provider}`, async () => {
      const sentences = await readReference();
      await using embedder = create(provider);
      const vectors = await embedder.embed(
        sentences.map(({ text }) => text),
        { as: 'passage' },
      );
      const cosines = sentences.map(({ vector }, index) => dot(vectors[index], vectorOf(vector)));
      const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
      assert.ok(mean >= 0.99, `mean ${mean}`);
      assert.ok(Math.min(...cosines) >= 0.985, `least ${Math.min(...cosines)}`);
    });
  }

  it('gives the same on the native engine and on WASM', async () => {
    await using native = create('native');
    await using wasm = create('wasm');
    const texts = ['what does it say on the clock', 'the key is under the mat'];
    const [fromNative, fromWasm] = await Promise.all([native, wasm].map((embedder) => embedder.embed(texts, { as: 'query' })));
    texts.forEach((text, index) => assert.ok(dot(fromNative?.[index], fromWasm?.[index]) > 0.995, text));
  });

  it('reads the instruction that it was trained with before a query, and nothing before a passage', async () => {
    await using embedder = create('native');
    const text = 'who keeps the lighthouse';
    const instructed = `Represent this sentence for searching relevant passages: ${text}`;
    const [[query], [passage, same]] = await Promise.all([
      embedder.embed([text], { as: 'query' }),
      embedder.embed([text, instructed], { as: 'passage' }),
    ]);
    assert.ok(dot(query, same) > 0.9999);
    assert.ok(dot(query, passage) < 0.99);
  });

  it('finds what stands at the end of a passage of 4096 tokens, and counts them all', async () => {
    await using embedder = create('native');
    const filler = 'The river runs to the sea, past the mill and the meadows, slowly in the summer. '.repeat(220);
    const end = 'Passwords are reset in the settings of the account. '.repeat(20);
    const [query] = await embedder.embed(['How do I change my password?'], { as: 'query' });
    const [without, long] = await embedder.embed([filler, filler + end], { as: 'passage' });
    assert.ok(dot(query, long) > dot(query, without) + 0.005, `${dot(query, long)} ${dot(query, without)}`);
    const [all = 0, part = 0, short] = (await embedder.countTokens?.([filler + end, filler, 'a cat'], {})) ?? [];
    assert.ok(all > 4096 && all - part === 220, `${all} ${part}`);
    assert.equal(short, 2);
  });

  it('makes a query wait for at most the current batch', async () => {
    await using embedder = create('native');
    await embedder.warmUp();
    const passages = Array.from({ length: 400 }, (_, index) => `passage number ${index} of a long document about the sea`);
    const background = embedder.embed(passages, { as: 'passage' });
    const before = embedder.stats().completed;
    await embedder.embed(['a query'], { as: 'query' });
    assert.ok(embedder.stats().completed <= before + 2, 'passages went ahead of the query');
    assert.equal((await background).length, passages.length);
  });

  it('says that its engine cannot be loaded', async () => {
    await using embedder = create('auto', { tokenizerPath: modelFile('absent.json') });
    await assert.rejects(
      embedder.embed(['text'], { as: 'query' }),
      (error) => error instanceof ServiceError && error.kind === 'provider_unavailable',
    );
  });

  it('says what the provider webgpu lacks here', async () => {
    await using embedder = create('webgpu');
    await assert.rejects(embedder.warmUp(), (error) => {
      assert.ok(error instanceof ServiceError && error.kind === 'provider_unavailable' && error.cause instanceof Error);
      return /WebGPU|navigator\.gpu/.test(error.cause.message);
    });
  });
});

describe('openWindowReader()', () => {
  const LINE = 'The quick brown fox jumps over the lazy dog, again and again. ';

  it('reads as many tokens of each text as the original does', async () => {
    const reader = await openWindowReader(modelFile('tokenizer.json'), 256);
    for (const { text, tokens } of await readReference()) {
      const read = reader.first(text).ids.length;
      // The original was cut within a word.
      assert.ok(tokens < 256 ? read === tokens : read > 240 && read <= 256, text);
      if (tokens < 256) assert.equal(reader.count(text), tokens - 2, text);
    }
  });

  it('keeps the token that ends a text, and goes on with whole words where it has stopped', async () => {
    const reader = await openWindowReader(modelFile('tokenizer.json'), 64);
    const [start, end] = [reader.first('').ids.at(0), reader.first('').ids.at(-1)];
    const text = LINE.repeat(40);
    const windows: string[] = [];
    for (let at = 0; at < text.length;) {
      const window = reader.first(text.slice(at));
      assert.ok(window.ids.length <= 64 && window.ids.length > (at + window.end < text.length ? 48 : 2));
      assert.deepEqual([window.ids.at(0), window.ids.at(-1)], [start, end]);
      windows.push(text.slice(at, at + window.end));
      at += window.end;
    }
    assert.equal(windows.join(''), text);
    assert.ok(windows.slice(0, -1).every((window) => /\S$/.test(window)));
    const tokens = windows.reduce((sum, window) => sum + reader.count(window), 0);
    assert.equal(tokens, reader.count(text));
  });

  it('comes to the end of a text without spaces, and cuts no character in two', async () => {
    const reader = await openWindowReader(modelFile('tokenizer.json'), 16);
    for (const text of ['漢字仮名'.repeat(100), 'x'.repeat(500), '😀👩‍👩‍👧'.repeat(99)]) {
      for (let at = 0; at < text.length;) {
        const { ids, end } = reader.first(text.slice(at));
        assert.ok(ids.length <= 16 && end > 0 && text.slice(at, at + end).isWellFormed(), text.slice(0, 9));
        at += end;
      }
    }
  });

  it('does not look through a text far longer than its limit', async () => {
    const reader = await openWindowReader(modelFile('tokenizer.json'), 256);
    const started = performance.now();
    assert.ok(reader.first('word '.repeat(2_000_000)).ids.length <= 256);
    assert.ok(performance.now() - started < 1000);
  });
});
