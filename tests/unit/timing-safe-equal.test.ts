import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timingSafeEqual } from '../../src/core/timing-safe-equal.ts';

describe('timingSafeEqual()', () => {
  it('takes only the same text for the same', () => {
    assert.equal(timingSafeEqual('secret-key', 'secret-key'), true);
    for (const other of ['secret-keY', 'xecret-key', 'secret-ke', 'secret-key-', 'secret-keysecret-key', '']) {
      assert.equal(timingSafeEqual(other, 'secret-key'), false, other);
      assert.equal(timingSafeEqual('secret-key', other), false, other);
    }
  });

  it('takes nothing for the same as a text that is nothing, but nothing', () => {
    assert.equal(timingSafeEqual('', ''), true);
    assert.equal(timingSafeEqual('a', ''), false);
  });

  it('tells a text that repeats the secret from the secret', () => {
    assert.equal(timingSafeEqual('abab', 'ab'), false);
  });
});
