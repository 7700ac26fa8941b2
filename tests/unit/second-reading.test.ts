import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBetter, letterCertainty } from '../../src/adapters/onnx/second-reading.ts';

/** Frames with these probabilities of nothing, a space and a letter. */
function scoresOf(frames: readonly (readonly [number, number, number])[]) {
  return { scores: Float32Array.from(frames.flat(), Math.log), frames: frames.length, classes: 3 };
}

function reading(certainty: number, { words = ['yes'], finished = true } = {}) {
  return { words: words.map((text) => ({ text, confidence: 0.9 })), certainty, finished };
}

describe('letterCertainty()', () => {
  it('is the mean probability of the best class where that is a letter or a space', () => {
    const certainty = letterCertainty(
      scoresOf([
        [0.98, 0.01, 0.01],
        [0.1, 0.1, 0.8],
        [0.3, 0.5, 0.2],
      ]),
    );
    assert.ok(Math.abs(certainty - (Math.log(0.8) + Math.log(0.5)) / 2) < 1e-6);
  });

  it('has no doubt where no letter was heard', () => {
    assert.equal(letterCertainty(scoresOf([[0.9, 0.05, 0.05]])), 0);
  });
});

describe('the choice between two readings', () => {
  it('believes letters that are nearly certain, however sure the second is', () => {
    assert.equal(isBetter(reading(-0.01), -0.05), false);
  });

  it('takes the second where the first is lost', () => {
    assert.equal(isBetter(reading(-1.5), -0.4), true);
  });

  it('weighs the doubt of both in between', () => {
    assert.equal(isBetter(reading(-0.1), -0.15), true);
    assert.equal(isBetter(reading(-0.6), -0.15), false);
  });

  it('never takes one that found no end, which repeats itself, or no words', () => {
    assert.equal(isBetter(reading(-0.01, { finished: false }), -0.4), false);
    assert.equal(isBetter(reading(-0.01, { words: [] }), -0.4), false);
  });
});
