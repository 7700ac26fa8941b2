import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTokenTable } from '../../src/adapters/onnx/token-table.ts';

const encoder = new TextEncoder();

/** A table of these pieces, each under its place in the list. */
function tableOf(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    pieces.flatMap((piece) => {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
      const length = bytes.length < 128 ? [bytes.length] : [(bytes.length % 128) + 128, Math.floor(bytes.length / 128)];
      return [...length, ...bytes];
    }),
  );
}

describe('readTokenTable()', () => {
  it('joins tokens to words, each with the tokens that spell it', () => {
    const table = readTokenTable(tableOf(['▁Book', '▁a', '▁ro', 'om', '.']));
    assert.equal(table.size, 5);
    assert.deepEqual(table.words([0, 1, 2, 3, 4]), [
      { text: 'Book', from: 0, to: 1 },
      { text: 'a', from: 1, to: 2 },
      { text: 'room.', from: 2, to: 5 },
    ]);
    assert.deepEqual(table.words([]), []);
  });

  it('joins the bytes of a letter that several tokens spell', () => {
    const [first = 0, second = 0] = encoder.encode('é');
    const table = readTokenTable(tableOf(['▁caf', Uint8Array.of(first), Uint8Array.of(second)]));
    assert.deepEqual(table.words([0, 1, 2]), [{ text: 'café', from: 0, to: 3 }]);
  });

  it('reads pieces of more than 127 bytes', () => {
    const long = `▁${'a'.repeat(300)}`;
    assert.deepEqual(readTokenTable(tableOf([long, '▁b'])).words([0, 1]), [
      { text: 'a'.repeat(300), from: 0, to: 1 },
      { text: 'b', from: 1, to: 2 },
    ]);
  });

  it('refuses a file that ends inside a token', () => {
    assert.throws(() => readTokenTable(Uint8Array.of(3, 97)), RangeError);
  });
});
