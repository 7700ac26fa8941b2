import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignWords } from '../../src/adapters/onnx/ctc-alignment.ts';

const ALPHABET = ' abc';

/** Frames whose best class, of the given probability, is the given one. */
function scoresOf(best: readonly number[], probabilities: readonly number[] = []) {
  const classes = ALPHABET.length + 1;
  const scores = new Float32Array(best.length * classes);
  best.forEach((index, frame) => {
    const most = probabilities[frame] ?? 0.97;
    for (let other = 0; other < classes; other += 1)
      scores[frame * classes + other] = Math.log(other === index ? most : (1 - most) / (classes - 1));
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

  it('leaves out of all words what the text does not have', () => {
    const words = alignWords(scoresOf([2, 1, 4, 4, 0, 4, 4, 4, 1, 3, 0, 0]), ALPHABET, 'a b');
    assert.deepEqual(
      words.map(({ from, to }) => [from, to]),
      [
        [0, 1],
        [9, 10],
      ],
    );
  });

  it('rather leaves letters out than pauses within a word', () => {
    const [, word] = alignWords(scoresOf([2, 1, 3, ...Array.from({ length: 20 }, () => 0), 3, 2]), ALPHABET, 'a ba');
    assert.deepEqual([word?.from, word?.to], [23, 25]);
  });

  it('finds any letters, as figures are said with', () => {
    const words = alignWords(scoresOf([2, 1, 0, 0, 3, 2, 3, 0, 0, 1, 3]), ALPHABET, 'a ## b');
    assert.deepEqual(
      words.map(({ from, to }) => [from, to]),
      [
        [0, 1],
        [4, 7],
        [10, 11],
      ],
    );
    assert.ok((words[1]?.confidence ?? 0) > 0.9);
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
