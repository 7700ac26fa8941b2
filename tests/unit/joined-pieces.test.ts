import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinPieces, pieceOf } from '../../src/adapters/onnx/joined-pieces.ts';

const RATE = 10;
const audio = Float32Array.from({ length: 100 }, (_, index) => index);

function wordAt(text: string, start: number, end: number) {
  return { text, start, end, confidence: 1 };
}

describe('pieceOf()', () => {
  it('is silent where the piece lies outside of the audio', () => {
    assert.deepEqual([...pieceOf(audio, RATE, { start: -0.2, end: 0.3 })], [0, 0, 0, 1, 2]);
    assert.deepEqual([...pieceOf(audio, RATE, { start: 9.8, end: 10.1 })], [98, 99, 0]);
  });
});

describe('joinPieces()', () => {
  const joined = joinPieces(audio, RATE, [
    { start: 1, end: 2 },
    { start: 5, end: 6 },
  ]);

  it('keeps 0.6 s of the pause between two pieces', () => {
    const expected = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59];
    assert.deepEqual([...joined.samples], expected);
  });

  it('places words where they were said, by pieces', () => {
    const words = [wordAt('when', 0, 0.4), wordAt('is', 0.5, 0.9), wordAt('noon', 1.6, 2.6)];
    assert.deepEqual(joined.placed(words), [[wordAt('when', 1, 1.4), wordAt('is', 1.5, 1.9)], [wordAt('noon', 5, 6)]]);
  });

  it('leaves no word in the middle of a pause', () => {
    assert.deepEqual(joined.placed([wordAt('one', 0.8, 1.5), wordAt('two', 1.2, 1.8)]), [
      [wordAt('one', 1.8, 2.3)],
      [wordAt('two', 4.7, 5.2)],
    ]);
  });
});
