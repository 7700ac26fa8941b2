import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTurnDetector, type TurnEdge } from '../../src/domain/speech/live/turn-detector.ts';

const RULES = { threshold: 0.5, silenceMs: 500 };

/** Probabilities of stretches: how likely, and for how many frames of 10 ms. */
function frames(...stretches: readonly (readonly [probability: number, count: number])[]): Float32Array {
  return Float32Array.from(stretches.flatMap(([probability, count]) => Array.from({ length: count }, () => probability)));
}

function edges(probabilities: Float32Array, rules = RULES): TurnEdge[] {
  return createTurnDetector().hear(probabilities, rules);
}

describe('createTurnDetector()', () => {
  it('begins a turn where speech began, and ends it after the silence', () => {
    assert.deepEqual(edges(frames([0, 20], [0.9, 40], [0, 60])), [
      { type: 'started', atMs: 200 },
      { type: 'stopped', atMs: 1100, sinceMs: 600 },
    ]);
  });

  it('goes on through pauses that are shorter than the silence', () => {
    assert.deepEqual(
      edges(frames([0.9, 40], [0, 49], [0.9, 40], [0, 50])).map(({ atMs }) => atMs),
      [0, 1790],
    );
  });

  it('takes no click or cough for a turn, and lets none lengthen one', () => {
    assert.deepEqual(edges(frames([0, 10], [0.9, 9], [0, 10])), []);
    assert.deepEqual(
      edges(frames([0.9, 40], [0, 30], [0.9, 4], [0, 30])).map(({ atMs }) => atMs),
      [0, 900],
    );
  });

  it('keeps to the threshold of its rules, below which speech that has begun may fall a little', () => {
    assert.deepEqual(edges(frames([0.6, 30]), { ...RULES, threshold: 0.7 }), []);
    assert.equal(edges(frames([0.6, 5], [0.4, 30])).length, 1);
    assert.equal(edges(frames([0.6, 5], [0.3, 30])).length, 0);
  });

  it('finds the same edges however the frames arrive', () => {
    const all = frames([0, 33], [0.8, 57], [0.1, 64], [0.7, 21], [0, 90]);
    const whole = edges(all);
    assert.equal(whole.length, 4);
    for (const size of [1, 7, 20, 113]) {
      const detector = createTurnDetector();
      const found: TurnEdge[] = [];
      for (let from = 0; from < all.length; from += size) found.push(...detector.hear(all.subarray(from, from + size), RULES));
      assert.deepEqual(found, whole);
    }
  });

  it('tells of a pause in a turn after 200 ms of it, as long as the turn goes on', () => {
    const detector = createTurnDetector();
    detector.hear(frames([0, 10], [0.9, 40]), RULES);
    assert.equal(detector.pausedSince(frames([0, 19]), RULES), undefined);
    assert.equal(detector.pausedSince(frames([0, 20]), RULES), 500);
    assert.equal(detector.pausedSince(frames([0, 30], [0.9, 20]), RULES), undefined);
    assert.equal(detector.pausedSince(frames([0, 50]), RULES), undefined);
    assert.equal(detector.isSpeaking, true);
  });
});
