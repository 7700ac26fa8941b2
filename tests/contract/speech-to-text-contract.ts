import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { Pcm, SpeechToText } from '../../src/ports/speech.ts';
import { speak } from '../system/espeak.ts';
import { wordErrors } from '../system/word-error-rate.ts';

export interface SpeechToTextSubject {
  /** Makes the adapter under test. */
  readonly create: () => SpeechToText & AsyncDisposable;
  /** Largest share of wrong words in clear synthetic English, 0 to 1. */
  readonly maxWordErrorRate: number;
}

const SENTENCES = [
  'how long do i have to wait',
  'please turn on the lights in the kitchen',
  'what does it say on the clock',
  'can you tell me what the weather is like today',
  'i would like to know the time of the next train',
];

async function spoken(text: string): Promise<Pcm> {
  return decodeWav(await speak(text), { maxSeconds: 600 });
}

function joined(clips: readonly Pcm[]): Pcm {
  const samples = new Float32Array(clips.reduce((total, clip) => total + clip.samples.length, 0));
  let offset = 0;
  for (const clip of clips) {
    samples.set(clip.samples, offset);
    offset += clip.samples.length;
  }
  return { samples, sampleRate: clips[0]?.sampleRate ?? 16_000 };
}

function refuses(param: string) {
  return (error: unknown): boolean => error instanceof ServiceError && error.kind === 'invalid_input' && error.param === param;
}

/** What every SpeechToText keeps to. Needs espeak-ng. */
export function speechToTextContract(name: string, { create, maxWordErrorRate }: SpeechToTextSubject): void {
  describe(`${name} as a SpeechToText`, () => {
    let recogniser: SpeechToText & AsyncDisposable;
    before(() => {
      recogniser = create();
    });
    after(() => recogniser[Symbol.asyncDispose]());

    async function errorRate(clips: readonly { readonly said: string; readonly audio: Pcm }[]): Promise<number> {
      const counts = await Promise.all(clips.map(async ({ said, audio }) => wordErrors(said, (await recogniser.transcribe(audio)).text)));
      return counts.reduce((total, { errors }) => total + errors, 0) / counts.reduce((total, { words }) => total + words, 0);
    }

    it('transcribes clear speech', async () => {
      const clips = await Promise.all(SENTENCES.map(async (said) => ({ said, audio: await spoken(said) })));
      const rate = await errorRate(clips);
      assert.ok(rate <= maxWordErrorRate, `${(rate * 100).toFixed(1)} % of the words are wrong`);
    });

    for (const sampleRate of [8000, 16_000, 44_100, 48_000]) {
      it(`transcribes speech sampled at ${sampleRate} Hz`, async () => {
        const clips = await Promise.all(SENTENCES.map(async (said) => ({ said, audio: await resample(await spoken(said), sampleRate) })));
        const rate = await errorRate(clips);
        // A telephone's band lacks what tells some consonants apart.
        const bound = sampleRate < 16_000 ? maxWordErrorRate + 0.35 : maxWordErrorRate;
        assert.ok(rate <= bound, `${(rate * 100).toFixed(1)} % of the words are wrong`);
      });
    }

    it('transcribes audio of more than a minute to its end', async () => {
      const said = Array.from({ length: 7 }, () => SENTENCES).flat();
      const audio = joined(await Promise.all(said.map(spoken)));
      assert.ok(audio.samples.length / audio.sampleRate > 60);
      const rate = await errorRate([{ said: said.join(' '), audio }]);
      assert.ok(rate <= maxWordErrorRate + 0.05, `${(rate * 100).toFixed(1)} % of the words are wrong`);
    });

    it('tells the text piece by piece while it is transcribed', async () => {
      const audio = joined(await Promise.all([...SENTENCES, ...SENTENCES].map(spoken)));
      const pieces: string[] = [];
      const { text } = await recogniser.transcribe(audio, { onText: (piece) => pieces.push(piece) });
      assert.ok(pieces.length > 1 && pieces.every((piece) => piece !== ''), JSON.stringify(pieces));
      assert.equal(pieces.join(' '), text);
    });

    it('tells the length of the audio in seconds and its language', async () => {
      const audio = await spoken('hello');
      const { durationInSeconds, language } = await recogniser.transcribe(audio, { language: 'en' });
      assert.ok(Math.abs(durationInSeconds - audio.samples.length / audio.sampleRate) < 0.001);
      assert.equal(language, 'en');
    });

    it('leaves the audio it is given untouched', async () => {
      const audio = await resample(await spoken('hello'), 16_000);
      const copy = audio.samples.slice();
      await recogniser.transcribe(audio);
      assert.deepEqual(audio.samples, copy);
    });

    for (const seconds of [0, 0.01, 2, 35]) {
      it(`hears nothing in ${seconds} s of silence`, async () => {
        const { text } = await recogniser.transcribe({ samples: new Float32Array(seconds * 16_000), sampleRate: 16_000 });
        assert.equal(text, '');
      });
    }

    it('rejects with the reason of a signal that has aborted', async () => {
      const audio = await spoken('hello');
      await assert.rejects(recogniser.transcribe(audio, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    });

    it('rejects as soon as its signal aborts, and serves the next', async () => {
      const audio = await spoken(SENTENCES.join(' '));
      const controller = new AbortController();
      const cancelled = recogniser.transcribe(audio, { signal: controller.signal });
      controller.abort();
      await assert.rejects(cancelled, { name: 'AbortError' });
      assert.notEqual((await recogniser.transcribe(audio)).text, '');
    });

    it('takes its own model by name and refuses another with invalid_input', async () => {
      const audio = await spoken('hello');
      assert.notEqual((await recogniser.transcribe(audio, { model: recogniser.model })).text, '');
      await assert.rejects(recogniser.transcribe(audio, { model: 'no-such-model' }), refuses('model'));
    });

    it('refuses a malformed language with invalid_input', async () => {
      const audio = await spoken('hello');
      await assert.rejects(recogniser.transcribe(audio, { language: 'not a tag' }), refuses('language'));
    });
  });
}
