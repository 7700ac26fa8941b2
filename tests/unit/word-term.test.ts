import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { termOf } from '../../src/core/word-term.ts';

describe('termOf()', () => {
  it('is the same for forms of a word, with accents and without', () => {
    assert.equal(termOf('libraries'), termOf('library'));
    assert.equal(termOf('naïve'), termOf('naive'));
    assert.equal(termOf('ế'), 'e');
    assert.equal(termOf('οδος'), termOf('οδοσ'));
  });

  it('leaves letters of other scripts as they are', () => {
    for (const word of ['東京', 'й', 'हिन्दी', '한국어', 'が']) assert.equal(termOf(word), word);
  });

  it('is never longer than 128 units', () => {
    assert.equal(termOf('x1'.repeat(200)).length, 128);
  });
});
