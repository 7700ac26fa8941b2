import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { equalTexts } from '../../src/core/equal-texts.ts';

describe('equalTexts()', () => {
  it('takes only the same text for the same', () => {
    assert.equal(equalTexts('secret-key', 'secret-key'), true);
    for (const other of ['secret-keY', 'xecret-key', 'secret-ke', 'secret-key-', 'secret-keysecret-key', '']) {
      assert.equal(equalTexts(other, 'secret-key'), false, other);
      assert.equal(equalTexts('secret-key', other), false, other);
    }
  });

  it('takes nothing for the same as a text that is nothing, but nothing', () => {
    assert.equal(equalTexts('', ''), true);
    assert.equal(equalTexts('a', ''), false);
  });

  it('tells a text that repeats the secret from the secret', () => {
    assert.equal(equalTexts('abab', 'ab'), false);
  });
});
