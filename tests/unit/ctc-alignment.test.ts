import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignWords } from '../../src/adapters/onnx/ctc-alignment.ts';

const ALPHABET = ' ab';

/** Frames whose best class, of the given probability, is the given one. */
function scoresOf(best: readonly number[], probabilities: readonly number[] = []) {
  const classes = ALPHABET.length + 1;
  const scores = new Float32Array(best.length * classes);
  best.forEach((index, frame) => {
    const most = probabilities[frame] ?? 0.97;
    for (let other = 0; other < classes; other += 1) scores[frame * classes + other] = Math.log(other === index ? most : (1 - most) / 3);
  });
  return { scores, frames: best.length, classes };
}

describe('alignWords()', () => {
  it('tells in which frames the letters of each word stand', () => {
    const words = alignWords(scoresOf([0, 2, 2, 0, 3, 1, 0, 2, 0]), ALPHABET, 'ab a');
    assert.deepEqual(
      words.map(({ text, from, to }) => ({ text, from, to })),
      [
        { text: 'ab', from: 1, to: 5 },
        { text: 'a', from: 7, to: 8 },
      ],
    );
  });

  it('parts a double letter at the blank between', () => {
    const [word] = alignWords(scoresOf([2, 0, 2, 2]), ALPHABET, 'aa');
    assert.deepEqual([word?.from, word?.to], [0, 4]);
  });

  it("is as sure of a word as of its letters' best frames", () => {
    const [first, second] = alignWords(scoresOf([2, 2, 1, 3], [0.4, 0.9, 0.97, 0.5]), ALPHABET, 'a b');
    assert.ok(Math.abs((first?.confidence ?? 0) - 0.9) < 0.001);
    assert.ok(Math.abs((second?.confidence ?? 0) - 0.5) < 0.001);
  });

  it('is unsure of a word that a word model put against the letters', () => {
    const [word] = alignWords(scoresOf([3, 3, 3]), ALPHABET, 'a');
    assert.ok((word?.confidence ?? 1) < 0.05);
  });

  it('gives nothing for no text and for more letters than frames', () => {
    assert.deepEqual(
      [alignWords(scoresOf([2]), ALPHABET, ''), alignWords(scoresOf([2]), ALPHABET, 'ab'), alignWords(scoresOf([]), ALPHABET, 'a')],
      [[], [], []],
    );
  });
});
