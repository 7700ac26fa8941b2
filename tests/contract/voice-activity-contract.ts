import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import type { Pcm } from '../../src/ports/speech.ts';
import type { SpeechStretch, VoiceActivity } from '../../src/ports/voice-activity.ts';
import { speak } from '../system/espeak.ts';

const SAMPLE_RATE = 16_000;

/** Recordings that lie beside the repository; where they are not, the tests on them have nothing to listen to. */
const RECORDINGS = new URL('../../../shared/audio/', import.meta.url);

/** Where the three people of speakers/falcon_3spk.wav speak, by its own notes. */
const FALCON: readonly SpeechStretch[] = [
  { start: 1.7, end: 3.9 },
  { start: 6.2, end: 11.1 },
  { start: 12.8, end: 18 },
];

async function spoken(text: string): Promise<Float32Array> {
  const pcm = await decodeWav(await speak(text), { maxSeconds: 60 });
  return trimmed((await resample(pcm, SAMPLE_RATE)).samples);
}

/** Without the digital silence that the synthesiser puts around its speech. */
function trimmed(samples: Float32Array): Float32Array {
  const audible = (sample: number): boolean => Math.abs(sample) > 0.01;
  return samples.slice(samples.findIndex(audible), samples.findLastIndex(audible) + 1);
}

/** Speech and silence (a length in seconds) one after the other, and where the speech lies. */
function placed(parts: readonly (Float32Array | number)[], level = 1): { readonly audio: Pcm; readonly speech: SpeechStretch[] } {
  const lengths = parts.map((part) => (typeof part === 'number' ? Math.round(part * SAMPLE_RATE) : part.length));
  const samples = new Float32Array(lengths.reduce((total, length) => total + length, 0));
  const speech: SpeechStretch[] = [];
  let offset = 0;
  parts.forEach((part, index) => {
    const length = lengths[index] ?? 0;
    if (typeof part !== 'number') {
      samples.set(
        part.map((sample) => sample * level),
        offset,
      );
      speech.push({ start: offset / SAMPLE_RATE, end: (offset + length) / SAMPLE_RATE });
    }
    offset += length;
  });
  return { audio: { samples, sampleRate: SAMPLE_RATE }, speech };
}

/** Noise with the same values at every run. */
function noise(seconds: number, level: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * level;
  });
}

/** A tune of plucked tones over a bass, four notes a second. */
function tune(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const time = index / SAMPLE_RATE;
    const note = Math.floor(time * 4);
    const since = time - note / 4;
    const hertz = 220 * 2 ** ((((note * 5) % 12) + 3) / 12);
    const tone = [1, 2, 3, 4].reduce((sum, part) => sum + Math.sin(2 * Math.PI * part * hertz * since) / part, 0);
    return 0.15 * tone * Math.exp(-6 * since) + 0.1 * Math.sin(2 * Math.PI * 110 * time);
  });
}

function within(found: readonly SpeechStretch[], expected: readonly SpeechStretch[], seconds: number): void {
  assert.equal(found.length, expected.length, JSON.stringify(found));
  found.forEach(({ start, end }, index) => {
    const wanted = expected[index];
    assert.ok(wanted !== undefined && Math.abs(start - wanted.start) <= seconds, `${start} s instead of ${wanted?.start} s`);
    assert.ok(Math.abs(end - wanted.end) <= seconds, `${end} s instead of ${wanted.end} s`);
  });
}

/** What every VoiceActivity keeps to. Needs espeak-ng. */
export function voiceActivityContract(name: string, create: () => VoiceActivity & AsyncDisposable): void {
  describe(`${name} as a VoiceActivity`, () => {
    let detector: VoiceActivity & AsyncDisposable;
    before(() => {
      detector = create();
    });
    after(() => detector[Symbol.asyncDispose]());

    const recorded = async (path: string): Promise<readonly SpeechStretch[]> =>
      detector.detect(await decodeWav(readFileSync(new URL(path, RECORDINGS)), { maxSeconds: 600 }));

    it('finds where speech begins and ends within 100 ms', async () => {
      const { audio, speech } = placed([0.8, await spoken('please turn on the lights'), 1.5, await spoken('what time is it'), 1]);
      within(await detector.detect(audio), speech, 0.1);
    });

    it('finds quiet speech as well as loud speech', async () => {
      const sentence = await spoken('can you tell me what the weather is like today');
      for (const level of [0.01, 0.1, 1]) {
        const { audio, speech } = placed([1, sentence, 1], level);
        within(await detector.detect(audio), speech, 0.1);
      }
    });

    it('finds a single word that fills the whole audio', async () => {
      for (const word of ['yes', 'seven', 'stop']) {
        assert.equal((await detector.detect({ samples: await spoken(word), sampleRate: SAMPLE_RATE })).length, 1, word);
      }
    });

    it('finds no speech in silence, noise and music', async () => {
      for (const samples of [new Float32Array(160_000), noise(10, 0.001), noise(10, 0.1), noise(10, 1), tune(10)]) {
        assert.deepEqual(await detector.detect({ samples, sampleRate: SAMPLE_RATE }), []);
      }
    });

    it('takes any sample rate and any length', async () => {
      const { audio, speech } = placed([1, await spoken('where is the station'), 1]);
      for (const sampleRate of [8000, 22_050, 48_000]) within(await detector.detect(await resample(audio, sampleRate)), speech, 0.1);
      for (const length of [0, 1, 159, 160, 161]) {
        assert.deepEqual(await detector.detect({ samples: new Float32Array(length), sampleRate: SAMPLE_RATE }), []);
      }
    });

    it('stops when it is told to and leaves the audio as it was', async () => {
      const audio = { samples: noise(1, 0.1), sampleRate: SAMPLE_RATE };
      const before = audio.samples.slice();
      await assert.rejects(detector.detect(audio, { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
      await detector.detect(audio);
      assert.deepEqual(audio.samples, before);
    });

    it('finds where three recorded people speak within 100 ms', async () => {
      if (existsSync(RECORDINGS)) within(await recorded('speakers/falcon_3spk.wav'), FALCON, 0.1);
    });

    it('finds speech in every recorded word and phrase, and none in recorded noise', async () => {
      if (!existsSync(RECORDINGS)) return;
      const clips = (folder: string): string[] => readdirSync(new URL(folder, RECORDINGS)).map((file) => folder + file);
      for (const clip of [...clips('turns/'), ...clips('digits/')]) assert.ok((await recorded(clip)).length > 0, clip);
      for (const clip of clips('negative/')) assert.deepEqual(await recorded(clip), [], clip);
    });
  });
}
