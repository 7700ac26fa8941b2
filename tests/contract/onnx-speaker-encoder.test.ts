import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import type { ExecutionProvider } from '../../src/adapters/onnx/runtime.ts';
import { createOnnxSpeakerEncoder, type OnnxSpeakerEncoder } from '../../src/adapters/onnx/speaker-encoder.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { allowSlowHooks } from '../slow.ts';

await allowSlowHooks();

const RATE = 16_000;

function create(
  provider: ExecutionProvider,
  modelPath = fileURLToPath(new URL('../../models/speaker/model.onnx', import.meta.url)),
): OnnxSpeakerEncoder {
  return createOnnxSpeakerEncoder({
    model: 'speaker',
    modelPath,
    runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
    workers: 1,
    queueLimit: 4,
    timeoutMs: 30_000,
  });
}

/** Pieces of a recording of three people, by the seconds at which they begin. */
async function pieces(...starts: readonly number[]): Promise<Float32Array[]> {
  await using decoder = createAudioDecoder({
    maxSeconds: 60,
    maxDecodedBytes: 2 ** 26,
    workers: 1,
    queueLimit: 1,
    timeoutMs: 30_000,
    ffmpeg: '',
  });
  const bytes = await readFile(new URL('../fixtures/audio/three-speakers.ogg', import.meta.url));
  const { samples } = await resample(await decoder.decode(new Uint8Array(bytes)), RATE);
  return starts.map((start) => samples.slice(start * RATE, (start + 1.615) * RATE));
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T, void> {
  yield* values;
}

const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  one?.reduce((sum, value, index) => sum + value * (other?.[index] ?? NaN), 0) ?? NaN;

for (const provider of ['native', 'wasm'] as const) {
  describe(`the built-in speaker encoder on ${provider}`, () => {
    it('gives vectors of unit length that are near for one voice and far for two', async () => {
      await using encoder = create(provider);
      const [first, second, again, third] = await encoder.encode(each(await pieces(2, 6.5, 8.5, 13.5)));
      assert.ok(Math.abs(cosine(first, first) - 1) < 1e-4);
      assert.ok(cosine(second, again) > 0.65, `one voice: ${cosine(second, again)}`);
      for (const other of [cosine(first, second), cosine(first, third), cosine(again, third)])
        assert.ok(other < 0.6, `two voices: ${other}`);
    });
  });
}

describe('createOnnxSpeakerEncoder()', () => {
  it('hears the same at any level, alone and among others, on the native engine and on WASM', async () => {
    await using native = create('native');
    await using wasm = create('wasm');
    const speech = await pieces(2, 6.5, 8.5, 13.5);
    const quiet = speech.map((samples) => samples.map((sample) => sample / 30));
    const [vectors, quietly, elsewhere] = [
      await native.encode(each(speech)),
      await native.encode(each(quiet)),
      await wasm.encode(each(speech)),
    ];
    for (const [index, vector] of vectors.entries()) {
      const [alone] = await native.encode(each(speech.slice(index, index + 1)));
      for (const other of [quietly[index], elsewhere[index], alone]) assert.ok(cosine(vector, other) > 0.9999);
    }
  });

  it('takes short pieces, silence and nothing', async () => {
    await using encoder = create('native');
    const [speech] = await pieces(6.5);
    const vectors = await encoder.encode(
      each([speech?.slice(0, 4000) ?? new Float32Array(), new Float32Array(16_000), new Float32Array()]),
    );
    for (const vector of vectors) assert.ok(vector.length === 256 && vector.every(Number.isFinite));
    assert.deepEqual(await encoder.encode(each([])), []);
  });

  it('says that its model cannot be loaded', async () => {
    await using encoder = create('auto', 'absent.onnx');
    await assert.rejects(
      encoder.encode(each([new Float32Array(16_000)])),
      (error) => error instanceof ServiceError && error.kind === 'provider_unavailable',
    );
  });

  it('stops when the caller leaves', async () => {
    await using encoder = create('native');
    await assert.rejects(encoder.encode(each([new Float32Array(16_000)]), { signal: AbortSignal.abort(new Error('left')) }), /left/);
  });
});
