import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withSentenceStarts } from '../../src/adapters/onnx/sentence-starts.ts';

const written = (text: string): string =>
  withSentenceStarts(text.split(' ').map((word) => ({ text: word, start: 0, end: 1, confidence: 1 })))
    .map((word) => word.text)
    .join(' ');

describe('withSentenceStarts()', () => {
  it('begins each sentence with a capital', () => {
    assert.equal(written('It is like that. it is so. really? Yes. thank you.'), 'It is like that. It is so. Really? Yes. Thank you.');
  });

  it('takes no abbreviation, initial, title, pause or question for the end of a sentence', () => {
    for (const text of [
      'We met Dr. of all',
      'at 5 p.m. we left',
      'J. of old',
      'oranges, apples etc. and more',
      'so… we left',
      'so... we left',
      'in the U.S. we',
    ])
      assert.equal(written(text), text);
  });

  it('leaves names as they are', () => assert.equal(written('He has one. iPhones are dear.'), 'He has one. iPhones are dear.'));
});
