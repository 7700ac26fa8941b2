import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeGreedily } from '../../src/adapters/onnx/ctc.ts';

const ALPHABET = ' ab';

/** Log-probabilities whose best class in each frame is the given one. */
function scoresFor(best: readonly number[]) {
  const classes = ALPHABET.length + 1;
  const scores = new Float32Array(best.length * classes).fill(-9);
  best.forEach((index, frame) => {
    scores[frame * classes + index] = -0.1;
  });
  return { scores, frames: best.length, classes };
}

describe('decodeGreedily()', () => {
  const cases = [
    { name: 'merges a class that repeats', best: [2, 2, 2, 3, 3], text: 'ab' },
    { name: 'keeps a letter twice when a blank stands between', best: [2, 0, 2], text: 'aa' },
    { name: 'drops blanks', best: [0, 2, 0, 0, 3, 0], text: 'ab' },
    { name: 'trims spaces at the ends', best: [1, 2, 3, 1], text: 'ab' },
    { name: 'makes one space of several', best: [2, 1, 0, 1, 3], text: 'a b' },
    { name: 'gives no text when every frame is blank', best: [0, 0, 0], text: '' },
    { name: 'gives no text for no frames', best: [], text: '' },
  ];
  for (const { name, best, text } of cases) {
    it(name, () => assert.equal(decodeGreedily(scoresFor(best), ALPHABET), text));
  }

  it('refuses an alphabet that does not fit the classes', () => {
    assert.throws(() => decodeGreedily(scoresFor([1]), 'abcdef'), RangeError);
  });

  it('refuses fewer values than the frames need', () => {
    assert.throws(() => decodeGreedily({ scores: new Float32Array(4), frames: 2, classes: 4 }, ALPHABET), RangeError);
  });
});
