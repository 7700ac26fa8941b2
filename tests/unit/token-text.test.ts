import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenText } from '../../src/adapters/transformers/token-text.ts';

const BYTES = new TextEncoder();

/** A tokenizer whose tokens are bytes. */
const decodeBytes = (tokens: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(tokens));

/** A tokenizer whose tokens are words with a space in front, which the first of a text loses. */
const decodeWords = (tokens: readonly number[]): string =>
  tokens
    .map((token) => [' one', ' two', ' three'][token])
    .join('')
    .slice(1);

describe('createTokenText()', () => {
  it('gives a character of several tokens once it is whole', () => {
    const text = createTokenText(decodeBytes);
    assert.deepEqual(
      Array.from(BYTES.encode('aé€😀'), (byte) => text.push(byte)),
      ['a', '', 'é', '', '', '€', '', '', '', '😀'],
    );
    assert.equal(text.end(), '');
  });

  it('gives what there is of a character that is cut off', () => {
    const text = createTokenText(decodeBytes);
    assert.deepEqual([text.push(0x61), text.push(0xc3), text.end()], ['a', '', '\uFFFD']);
  });

  it('keeps the space in front of a word that a tokenizer drops in front of a text', () => {
    const text = createTokenText(decodeWords);
    assert.deepEqual(
      [0, 1, 2, 0].map((token) => text.push(token)),
      ['one', ' two', ' three', ' one'],
    );
  });

  it('decodes a few tokens for each, however long the text', () => {
    let decoded = 0;
    const text = createTokenText((tokens) => {
      decoded += tokens.length;
      return decodeBytes(tokens);
    });
    for (const byte of BYTES.encode('word '.repeat(1000))) text.push(byte);
    assert.ok(decoded < 5000 * 5, `${decoded} tokens were decoded for 5000`);
  });
});
