import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ExecutionProvider } from '../../src/adapters/onnx/runtime.ts';
import { createOnnxVoiceActivity, type OnnxVoiceActivity, type OnnxVoiceActivityDeps } from '../../src/adapters/onnx/voice-activity.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { voiceActivityContract } from './voice-activity-contract.ts';

await allowSlowHooks();

function create(provider: ExecutionProvider, deps: Partial<OnnxVoiceActivityDeps> = {}): OnnxVoiceActivity {
  return createOnnxVoiceActivity({
    model: 'vad',
    modelPath: fileURLToPath(new URL('../../models/vad/model.onnx', import.meta.url)),
    runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
    workers: 1,
    queueLimit: 16,
    timeoutMs: 30_000,
    resample,
    ...deps,
  });
}

/** A sentence again and again, up to a length in seconds. */
async function repeated(seconds: number): Promise<Pcm> {
  const { samples, sampleRate } = await decodeWav(await speak('the train to the coast leaves at noon.'), { maxSeconds: 60 });
  const long = Float32Array.from({ length: seconds * sampleRate }, (_, index) => samples[index % (samples.length + sampleRate)] ?? 0);
  return resample({ samples: long, sampleRate }, 16_000);
}

function farthest(one: Float32Array, other: Float32Array): number {
  assert.equal(one.length, other.length);
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? Number.NaN))), 0);
}

voiceActivityContract('the built-in detector on the native engine', () => create('native'));
voiceActivityContract('the built-in detector on WASM', () => create('wasm'));

describe('createOnnxVoiceActivity()', () => {
  it('hears the same on the native engine and on WASM', async () => {
    const audio = await repeated(8);
    await using native = create('native');
    await using wasm = create('wasm');
    assert.ok(farthest(await native.probabilities(audio), await wasm.probabilities(audio)) < 0.001);
  });

  it('hears the same in chunks as in one piece', async () => {
    const audio = await repeated(75);
    await using detector = create('native');
    const chunked = await detector.probabilities(audio);
    assert.equal(chunked.length, 7500);
    // A piece of 30 s is one run; its first 6 s lack the past that the chunks have.
    const piece = { samples: audio.samples.subarray(20 * 16_000, 50 * 16_000), sampleRate: 16_000 };
    const whole = await detector.probabilities(piece);
    assert.ok(farthest(chunked.slice(2600, 4980), whole.slice(600, 2980)) < 0.001);
  });

  it('takes a few milliseconds for a second of audio', async () => {
    const audio = await repeated(20);
    for (const provider of ['native', 'wasm'] as const) {
      await using detector = create(provider);
      await detector.probabilities(audio);
      const started = performance.now();
      await detector.probabilities(audio);
      const factor = (performance.now() - started) / 20_000;
      // Ten times what it takes, for hosts with other work.
      assert.ok(factor < 0.1, `real-time factor ${factor.toFixed(4)} on ${provider}`);
    }
  });

  it('says that its model cannot be loaded', async () => {
    await using detector = create('auto', { modelPath: 'absent.onnx' });
    await assert.rejects(
      detector.detect({ samples: new Float32Array(1600), sampleRate: 16_000 }),
      (error) => error instanceof ServiceError && error.kind === 'provider_unavailable',
    );
  });

  it('takes other thresholds', async () => {
    await using detector = create('native', { stretches: { onset: 1.1 } });
    assert.deepEqual(await detector.detect(await repeated(4)), []);
  });
});
