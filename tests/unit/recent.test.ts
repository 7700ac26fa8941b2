import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRecent } from '../../src/core/recent.ts';

describe('createRecent()', () => {
  it('keeps the last things, and lets the oldest go first', () => {
    const recent = createRecent<number>(2);
    for (const number of [1, 2, 3]) recent.put(String(number), number);
    assert.deepEqual([recent.size, recent.get('1'), recent.get('2'), recent.get('3')], [2, undefined, 2, 3]);
    assert.deepEqual(recent.list(10), [3, 2]);
    assert.deepEqual(recent.list(1), [3]);
    assert.deepEqual(recent.list(0), []);
  });

  it('what is put again is the newest', () => {
    const recent = createRecent<number>(2);
    recent.put('a', 1);
    recent.put('b', 2);
    recent.put('a', 3);
    recent.put('c', 4);
    assert.deepEqual(recent.list(10), [4, 3]);
  });
});
