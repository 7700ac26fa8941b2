import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAudioDecoder } from '../../src/adapters/audio/decoder.ts';
import { createOnnxSpeechToText } from '../../src/adapters/onnx/speech-to-text.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';

await allowSlowHooks();

/** Recordings that lie beside the repository; where they are not, the tests on them have nothing to listen to. */
const RECORDINGS = new URL('../../../shared/audio/', import.meta.url);
const SAMPLE_RATE = 16_000;
const at = (file: string): string => fileURLToPath(new URL(`../../models/${file}`, import.meta.url));

const recogniser = createOnnxSpeechToText({
  model: 'stt-en',
  languages: ['en'],
  modelPath: at('stt-en/model.onnx'),
  languageModelPath: at('stt-en/words.lm'),
  activityModelPath: at('vad/model.onnx'),
  second: {
    encoderPath: at('moonshine-base-en/encoder.onnx.gz'),
    decoderPath: at('moonshine-base-en/decoder.onnx.gz'),
    tokensPath: at('moonshine-base-en/tokens.bin'),
  },
  runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
  workers: 1,
  queueLimit: 16,
  timeoutMs: 30_000,
  resample,
});

/** Even numbers from a seed, -1 to 1 (mulberry32), so that noise is the same in every run. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

function made(seconds: number, sample: (time: number) => number): Pcm {
  return {
    samples: Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => sample(index / SAMPLE_RATE)),
    sampleRate: SAMPLE_RATE,
  };
}

/** Wind or an engine: noise whose low tones are the loudest. */
function rumble(seed: number): () => number {
  const next = noiseFrom(seed);
  let level = 0;
  return () => (level = level * 0.98 + next() * 0.05);
}

/** A tune of plucked notes with overtones, two a second, and a bass. */
function tune(time: number): number {
  const note = 220 * 2 ** (([0, 4, 7, 12, 9, 7, 5, 2][Math.floor(time * 2) % 8] ?? 0) / 12);
  const pluck = Math.exp(-4 * (time % 0.5));
  const tone = (pitch: number): number =>
    [1, 2, 3, 4].reduce((sum, part) => sum + Math.sin(2 * Math.PI * pitch * part * time) / part ** 2, 0);
  return 0.15 * pluck * tone(note) + 0.1 * tone(55);
}

const white = noiseFrom(1);
const low = rumble(2);
const NOTHING: Readonly<Record<string, Pcm>> = {
  'digital silence': made(25, () => 0),
  'the hiss of a quiet microphone': made(10, () => 0.003 * white()),
  'loud white noise': made(10, () => 0.3 * white()),
  'a rumble': made(10, low),
  'the hum of the mains': made(10, (time) => 0.2 * Math.sin(2 * Math.PI * 50 * time) + 0.05 * Math.sin(2 * Math.PI * 150 * time)),
  'a tune': made(12, tune),
  clicks: made(10, (time) => (time % 0.7 < 0.002 ? 0.8 : 0)),
  'a telephone that rings': made(10, (time) =>
    time % 3 < 1 ? 0.2 * (Math.sin(2 * Math.PI * 440 * time) + Math.sin(2 * Math.PI * 480 * time)) : 0,
  ),
};

function clips(folder: string): string[] {
  const url = new URL(`${folder}/`, RECORDINGS);
  return existsSync(url) ? readdirSync(url).filter((file) => /\.(wav|mp3|opus)$/.test(file)) : [];
}

const decoder = createAudioDecoder({ maxSeconds: 600, maxDecodedBytes: 2 ** 28, workers: 1, queueLimit: 16, timeoutMs: 30_000 });

function recorded(path: string): Promise<Pcm> {
  const bytes = readFileSync(new URL(path, RECORDINGS));
  return path.endsWith('.wav') ? decodeWav(bytes, { maxSeconds: 600 }) : decoder.decode(bytes);
}

describe('the built-in recogniser invents no words', () => {
  after(async () => {
    await recogniser[Symbol.asyncDispose]();
    await decoder[Symbol.asyncDispose]();
  });

  for (const [name, audio] of Object.entries(NOTHING)) {
    it(`in ${name}`, async () => {
      const { text, words, segments } = await recogniser.transcribe(audio);
      assert.deepEqual([text, words, segments], ['', [], []]);
    });
  }

  it('in recordings of noise', async () => {
    for (const clip of clips('negative')) assert.equal((await recogniser.transcribe(await recorded(`negative/${clip}`))).text, '', clip);
  });

  it('in the pauses of recorded speech', async () => {
    for (const clip of clips('vad')) {
      const audio = await recorded(`vad/${clip}`);
      const { words = [] } = await recogniser.transcribe(audio);
      // One word in three seconds at least, also in the short clips.
      assert.ok(words.length > audio.samples.length / audio.sampleRate / 3, `${words.length} words in ${clip}`);
      // No louder than a hundredth of the loudest: nobody speaks there.
      const loudest = audio.samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      for (const { start, end } of words) {
        const heard = audio.samples.subarray(
          Math.max(0, Math.floor((start - 0.1) * audio.sampleRate)),
          Math.ceil((end + 0.1) * audio.sampleRate),
        );
        assert.ok(
          heard.some((sample) => Math.abs(sample) > loudest / 100),
          `nobody speaks from ${start} to ${end} s of ${clip}`,
        );
      }
    }
  });

  it('beside a sentence between long stretches of noise, and tells when its words are said', async () => {
    const speech = await resample(await decodeWav(await speak('what is the weather like today'), { maxSeconds: 60 }), SAMPLE_RATE);
    const hiss = made(30, () => 0.002 * white()).samples;
    const [from, to] = [12, 12 + speech.samples.length / SAMPLE_RATE];
    speech.samples.forEach((sample, index) => {
      hiss[from * SAMPLE_RATE + index] = sample;
    });
    const { words = [], segments, confidence = 0 } = await recogniser.transcribe({ samples: hiss, sampleRate: SAMPLE_RATE });
    assert.ok(words.length >= 3 && words.length <= 9, words.map(({ text }) => text).join(' '));
    assert.equal(segments?.length, 1);
    let before = from - 0.2;
    for (const { start, end, confidence: sure } of words) {
      assert.ok(start >= before && end > start && end <= to + 0.2, `a word from ${start} to ${end} s`);
      assert.ok(sure > 0 && sure <= 1);
      before = start;
    }
    assert.ok(Math.abs(confidence - words.reduce((sum, word) => sum + word.confidence, 0) / words.length) < 1e-9);
  });
});
