import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speechStretches, type StretchOptions } from '../../src/adapters/onnx/speech-stretches.ts';
import { activityChunks } from '../../src/adapters/onnx/voice-activity-chunks.ts';

/** Probabilities written as `value x frames` pairs. */
function frames(...parts: readonly (readonly [probability: number, count: number])[]): Float32Array {
  return Float32Array.from(parts.flatMap(([probability, count]) => Array.from({ length: count }, () => probability)));
}

const BARE: Partial<StretchOptions> = { leadSeconds: 0, trailSeconds: 0 };

describe('speechStretches()', () => {
  it('finds nothing in nothing and in silence', () => {
    assert.deepEqual(speechStretches(new Float32Array()), []);
    assert.deepEqual(speechStretches(frames([0.1, 500])), []);
  });

  it('begins a stretch at the onset and keeps it until the offset', () => {
    const probabilities = frames([0.1, 50], [0.4, 10], [0.8, 40], [0.4, 20], [0.1, 80]);
    assert.deepEqual(speechStretches(probabilities, BARE), [{ start: 0.6, end: 1.2 }]);
  });

  it('never begins one that stays between the thresholds', () => {
    assert.deepEqual(speechStretches(frames([0.4, 200]), BARE), []);
  });

  it('joins what a short silence parts and keeps a long one', () => {
    const words = (silence: number): Float32Array => frames([0.9, 50], [0, silence], [0.9, 50]);
    assert.deepEqual(speechStretches(words(29), BARE), [{ start: 0, end: 1.29 }]);
    assert.deepEqual(speechStretches(words(30), BARE), [
      { start: 0, end: 0.5 },
      { start: 0.8, end: 1.3 },
    ]);
  });

  it('does not let a click lengthen a stretch', () => {
    const click = (count: number): Float32Array => frames([0, 20], [0.9, count], [0, 15], [0.9, 50], [0, 20]);
    assert.equal(speechStretches(click(4), BARE)[0]?.start, 0.39);
    assert.equal(speechStretches(click(5), BARE)[0]?.start, 0.2);
  });

  it('drops what is shorter than speech can be', () => {
    assert.deepEqual(speechStretches(frames([0, 50], [0.9, 7], [0, 50]), BARE), []);
    assert.deepEqual(speechStretches(frames([0, 50], [0.9, 8], [0, 50]), BARE), [{ start: 0.5, end: 0.58 }]);
  });

  it('adds time before and after within the audio, and joins what then touches', () => {
    const probabilities = frames([0.9, 50], [0, 40], [0.9, 50], [0, 5]);
    assert.deepEqual(speechStretches(probabilities, { leadSeconds: 0.1, trailSeconds: 0.1 }), [
      { start: 0, end: 0.6 },
      { start: 0.8, end: 1.45 },
    ]);
    assert.deepEqual(speechStretches(probabilities, { leadSeconds: 0.2, trailSeconds: 0.2 }), [{ start: 0, end: 1.45 }]);
  });

  it('ends a stretch with the audio', () => {
    assert.deepEqual(speechStretches(frames([0, 10], [0.9, 33]), BARE), [{ start: 0.1, end: 0.43 }]);
  });
});

describe('activityChunks()', () => {
  it('covers every frame once, with the past that the detector needs, and never copies', () => {
    for (const sampleRate of [8000, 16_000, 44_100]) {
      const samples = new Float32Array(Math.round(95.37 * sampleRate));
      const chunks = [...activityChunks({ samples, sampleRate }, 30)];
      assert.equal(chunks.length, 4);
      const counted = chunks.map(({ audio, from, frames: wanted }) => {
        assert.equal(audio.samples.buffer, samples.buffer);
        const start = audio.samples.byteOffset / 4 / sampleRate + from / 100;
        const given = Math.ceil((audio.samples.length / sampleRate) * 100 - 1e-6);
        return { start, frames: Math.min(wanted, given - from) };
      });
      assert.deepEqual(
        counted.map(({ start }) => Math.round(start * 1000)),
        [0, 30_000, 60_000, 90_000],
      );
      assert.equal(
        counted.reduce((total, chunk) => total + chunk.frames, 0),
        9537,
      );
      assert.equal(chunks[1]?.from, 600);
    }
  });

  it('gives no chunk for no audio', () => {
    assert.deepEqual([...activityChunks({ samples: new Float32Array(), sampleRate: 16_000 }, 30)], []);
  });
});
