import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWords } from '../../src/adapters/onnx/word-reader.ts';

const CLASSES = 29;
/** Classes of the model: none, a space, and the letter a. */
const [NONE, SPACE, A] = [0, 1, 2];

function scoresOf(best: readonly number[]) {
  const scores = new Float32Array(best.length * CLASSES).fill(Math.log(0.001));
  for (const [frame, index] of best.entries()) scores[frame * CLASSES + index] = Math.log(0.97);
  return { scores, frames: best.length, classes: CLASSES };
}

describe('readWords()', () => {
  it('places words in the audio, each for a frame at least, also where they were heard in the silence around it', () => {
    const scores = scoresOf([NONE, A, SPACE, NONE, NONE, NONE, NONE, A, SPACE, NONE, NONE, NONE, A, NONE]);
    assert.deepEqual(
      readWords(scores, undefined, -0.2, 0.2).map(({ start, end, text }) => [text, start.toFixed(2), end.toFixed(2)]),
      [
        ['a', '0.00', '0.04'],
        ['a', '0.04', '0.12'],
        ['a', '0.16', '0.20'],
      ],
    );
  });
});
