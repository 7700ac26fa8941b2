import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ExecutionProvider } from '../../src/adapters/onnx/runtime.ts';
import { createOnnxTextToSpeech, type OnnxTextToSpeech } from '../../src/adapters/onnx/text-to-speech.ts';
import { parseVoiceDescription } from '../../src/adapters/onnx/voice-description.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { toSpokenSentences } from '../../src/domain/speech/spoken-text.ts';
import type { SynthesizeOptions } from '../../src/ports/speech.ts';
import { allowSlowHooks } from '../slow.ts';
import { longestSilence, MEASURED_RATE, medianPitch, peak } from './sound-measures.ts';
import { textToSpeechContract } from './text-to-speech-contract.ts';

await allowSlowHooks();

const file = (name: string): string => fileURLToPath(new URL(`../../models/tts-en/${name}`, import.meta.url));
const description = parseVoiceDescription(await readFile(file('voice.json'), 'utf8'));
const open: OnnxTextToSpeech[] = [];

function create(provider: ExecutionProvider = 'auto'): OnnxTextToSpeech {
  const speaker = createOnnxTextToSpeech({
    model: 'tts-en',
    modelPath: file('voice.onnx'),
    spellingModelPath: file('g2p.onnx'),
    lexiconPath: file('lexicon.txt.gz'),
    ...description,
    runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
    workers: 1,
    queueLimit: 16,
    timeoutMs: 60_000,
    spokenSentences: toSpokenSentences,
    resample,
  });
  open.push(speaker);
  return speaker;
}

after(async () => {
  for (const speaker of open) await speaker[Symbol.asyncDispose]();
});

textToSpeechContract('createOnnxTextToSpeech()', { create: () => create(), anotherVoice: 'tom' });

describe('createOnnxTextToSpeech()', () => {
  const speaker = create();
  const say = (text: string, options?: SynthesizeOptions) => Array.fromAsync(speaker.synthesize(text, options));
  const seconds = async (text: string): Promise<number> => (await say(text)).reduce((sum, { samples }) => sum + samples.length / 24_000, 0);

  it('gives 24 000 Hz at a level that neither clips nor whispers', async () => {
    const [chunk] = await say('The weather is fine today, and the children are playing outside.');
    assert.equal(chunk?.sampleRate, 24_000);
    const samples = chunk?.samples ?? new Float32Array(0);
    const level = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
    assert.ok(peak(samples) < 0.96 && level > 0.03, `peak ${peak(samples)}, level ${level}`);
  });

  it('says the same text with the same samples', async () => {
    const [one, two] = [await say('Once more.'), await say('Once more.')];
    assert.deepEqual(one[0]?.samples, two[0]?.samples);
  });

  it('takes the names of OpenAI voices for the female and the male voice', async () => {
    const [ada, nova, tom, onyx] = await Promise.all(
      ['ada', 'nova', 'tom', 'Onyx'].map(async (voice) => (await say('Hello.', { voice }))[0]?.samples),
    );
    assert.deepEqual(ada, nova);
    assert.deepEqual(tom, onyx);
    assert.notDeepEqual(ada, tom);
  });

  it('reads numbers aloud: twelve dollars and fifty cents take longer than their signs', async () => {
    assert.ok((await seconds('$12.50')) > (await seconds('No.')) * 2);
  });

  it('speaks a word that is in no dictionary', async () => {
    assert.ok((await seconds('Frobnicatable.')) > 0.5);
  });

  it('says all of a sentence that is far too long for one, and of a word of nothing but letters', async () => {
    const once = await seconds('Red and green and blue and grey.');
    assert.ok((await seconds(`${'Red and green and blue and grey and '.repeat(12)}so on.`)) > once * 9);
    assert.ok((await seconds(`${'BXQ'.repeat(60)}.`)) > (await seconds(`${'BXQ'.repeat(6)}.`)) * 5);
  });

  it('begins a long sentence with its first clause', async () => {
    const chunks = await say(
      'When the ship came in at last, everybody in the village went down to the harbour because nobody had seen a sail for a month.',
    );
    assert.equal(chunks.length, 2);
    assert.ok((chunks[0]?.samples.length ?? 0) < (chunks[1]?.samples.length ?? 0));
  });

  it('speaks at a quarter and at four times its pace', async () => {
    const length = async (speed: number): Promise<number> => (await say('The weather is fine today.', { speed }))[0]?.samples.length ?? 0;
    const [slow, plain, fast] = [await length(0.25), await length(1), await length(4)];
    assert.ok(slow > plain * 2.5 && fast < plain / 2.5, `${slow} ${plain} ${fast}`);
  });

  const joined = async (text: string, options?: SynthesizeOptions): Promise<Float32Array> => {
    const chunks = await say(text, options);
    const samples = Float32Array.from(chunks.flatMap((chunk) => [...chunk.samples]));
    return (await resample({ samples, sampleRate: 24_000 }, MEASURED_RATE)).samples;
  };

  for (const voice of ['ada', 'tom']) {
    it(`joins sentences of ${voice} in silence, without a click or an offset`, async () => {
      const chunks = await say('The weather is fine today. Are the children playing? Nobody is at home!', { voice });
      for (const { samples } of chunks) {
        // The first and the last 10 ms.
        assert.ok(peak(samples.subarray(0, 240)) < 0.01 && peak(samples.subarray(-240)) < 0.01);
        const offset = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
        assert.ok(Math.abs(offset) < 0.001, `offset ${offset}`);
      }
    });

    it(`leaves as much silence between sentences of ${voice} as a reader does`, async () => {
      const silence = longestSilence(await joined('The weather is fine today. Nobody is at home.', { voice }));
      assert.ok(silence > 0.3 && silence < 0.7, `${silence} s`);
    });

    it(`pauses at a comma, as ${voice}`, async () => {
      const [paused = 0, straight = 0] = await Promise.all(
        ['Well, I think so.', 'Well I think so.'].map(async (text) => (await joined(text, { voice })).length / MEASURED_RATE),
      );
      assert.ok(paused > straight + 0.06, `${paused} s and ${straight} s`);
    });

    it(`lifts its voice at the end of a question, as ${voice}`, async () => {
      const [asked, told] = await Promise.all(
        ['Is it cold?', 'It is cold.'].map(async (text) => {
          const samples = await joined(text, { voice });
          // The last 0.15 s of sound.
          const end = samples.findLastIndex((sample) => Math.abs(sample) > 0.03);
          return medianPitch(samples.subarray(end - 2400, end));
        }),
      );
      assert.ok(asked !== undefined && told !== undefined && asked > told * 1.15, `${asked} Hz and ${told} Hz`);
    });

    it(`lets its voice fall at the end of a question with a question word, as ${voice}`, async () => {
      const [asked, told] = await Promise.all(['Where is it?', 'There it is.'].map((text) => joined(text, { voice }).then(medianPitch)));
      assert.ok(asked !== undefined && told !== undefined && Math.abs(asked / told - 1) < 0.15, `${asked} Hz and ${told} Hz`);
    });

    it(`keeps level and pitch of ${voice} at every speed`, async () => {
      const text = 'The quick brown fox jumps over the lazy dog.';
      const plain = await joined(text, { voice });
      for (const speed of [0.25, 0.5, 2, 4]) {
        const other = await joined(text, { voice, speed });
        assert.ok(Math.abs((other.length * speed) / plain.length - 1) < 0.1, `${other.length} samples at ${speed}`);
        const [high, low] = [medianPitch(other), medianPitch(plain)];
        assert.ok(Math.abs(high / low - 1) < 0.12, `${high} Hz at ${speed}, ${low} Hz at 1`);
        assert.ok(peak(other) < 0.95 && peak(other) > 0.2, `peak ${peak(other)} at ${speed}`);
      }
    });
  }

  it('refuses an unknown voice by naming the voices, and where those of espeak-ng are listed', async () => {
    await assert.rejects(say('Hello.', { voice: 'nobody' }), /ada, tom and those that GET \/v1\/audio\/voices lists/);
  });

  it('gives nearly the same samples in WASM', async () => {
    const wasm = await Array.fromAsync(create('wasm').synthesize('Hello there.'));
    const native = await say('Hello there.');
    const [a, b] = [native[0]?.samples ?? new Float32Array(0), wasm[0]?.samples ?? new Float32Array(1)];
    assert.ok(Math.abs(a.length - b.length) <= 600, `${a.length} and ${b.length} samples`);
    const energy = (samples: Float32Array): number => samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
    assert.ok(Math.abs(energy(a) / energy(b) - 1) < 0.05);
  });
});
