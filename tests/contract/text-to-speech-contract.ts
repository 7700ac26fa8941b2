import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Pcm, SynthesizeOptions, TextToSpeech } from '../../src/ports/speech.ts';

export interface TextToSpeechSubject {
  /** Makes the adapter under test. */
  readonly create: () => TextToSpeech;
  /** A voice that it has beside the default. */
  readonly anotherVoice: string;
}

function seconds(chunks: readonly Pcm[]): number {
  return chunks.reduce((sum, { samples, sampleRate }) => sum + samples.length / sampleRate, 0);
}

function refuses(param: string) {
  return (error: unknown): boolean => error instanceof ServiceError && error.kind === 'invalid_input' && error.param === param;
}

/** What every TextToSpeech keeps to. */
export function textToSpeechContract(name: string, { create, anotherVoice }: TextToSpeechSubject): void {
  describe(`${name} as a TextToSpeech`, () => {
    let speaker: TextToSpeech;
    before(() => {
      speaker = create();
    });
    const say = (text: string, options?: SynthesizeOptions) => Array.fromAsync(speaker.synthesize(text, options));

    it('speaks: audible samples within -1..1, for longer than a blink', async () => {
      const chunks = await say('Hello, this is a test.');
      assert.ok(seconds(chunks) > 0.7 && seconds(chunks) < 10, `${seconds(chunks)} s`);
      assert.ok(chunks.every(({ samples }) => samples.every((sample) => sample >= -1 && sample <= 1)));
      assert.ok(chunks.some(({ samples }) => samples.some((sample) => Math.abs(sample) > 0.1)));
    });

    it('yields one chunk a sentence, all at one sample rate', async () => {
      const chunks = await say('This is one. This is two. And here is three!');
      assert.equal(chunks.length, 3);
      assert.equal(new Set(chunks.map(({ sampleRate }) => sampleRate)).size, 1);
    });

    it('speaks longer texts for longer', async () => {
      assert.ok(seconds(await say('one two three four five six seven eight')) > seconds(await say('one two')) * 1.5);
    });

    it('speaks faster and slower by the speed', async () => {
      const [slow, plain, fast] = await Promise.all(
        [0.5, 1, 2].map(async (speed) => seconds(await say('The weather is fine today.', { speed }))),
      );
      assert.ok(slow !== undefined && plain !== undefined && fast !== undefined && slow > plain * 1.4 && fast < plain * 0.75);
    });

    for (const speed of [0, 0.24, 4.01, -1, Number.NaN]) {
      it(`refuses a speed of ${speed} with invalid_input`, async () => {
        await assert.rejects(say('hello', { speed }), refuses('speed'));
      });
    }

    it('lists its voices, the default first', async () => {
      await say('hello');
      assert.equal(speaker.voices[0]?.id, 'default');
      assert.ok(speaker.voices.some(({ id }) => id === anotherVoice));
    });

    it('speaks differently with another voice', async () => {
      const [one, other] = await Promise.all([say('hello'), say('hello', { voice: anotherVoice })]);
      assert.notDeepEqual(one[0]?.samples, other[0]?.samples);
    });

    for (const voice of ['no-such-voice', '', '--help', '../../etc/passwd', 'default+', '+f3', 'default+f3+f3']) {
      it(`refuses the voice "${voice}" with invalid_input`, async () => {
        await assert.rejects(say('hello', { voice }), refuses('voice'));
      });
    }

    it('speaks any script and symbol without failing', async () => {
      assert.ok(seconds(await say('Grüße, 你好, привет, مرحبا, 🙂 & <b>100 %</b> "q" \'s\' `c` $x')) > 1);
    });

    it('gives no audio for blank text', async () => {
      assert.equal(seconds(await say(' \n ')), 0);
    });

    it('rejects with the reason of a signal that has aborted', async () => {
      await assert.rejects(say('hello', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    });

    it('stops when its signal aborts between two sentences, and serves the next', async () => {
      const leaving = new AbortController();
      const chunks: Pcm[] = [];
      await assert.rejects(
        async () => {
          for await (const chunk of speaker.synthesize('One. Two. Three. Four.', { signal: leaving.signal })) {
            chunks.push(chunk);
            leaving.abort();
          }
        },
        { name: 'AbortError' },
      );
      assert.equal(chunks.length, 1);
      assert.ok(seconds(await say('hello')) > 0.2);
    });

    it('lets a reader leave after the first sentence', async () => {
      for await (const chunk of speaker.synthesize('One. Two. Three.')) {
        assert.ok(chunk.samples.length > 0);
        break;
      }
      assert.ok(seconds(await say('hello')) > 0.2);
    });
  });
}
