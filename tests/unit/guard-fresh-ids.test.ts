import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFreshIds } from '../../src/guard/fresh-ids.ts';

/** Ids as a fresh source hands them out: `minted-1`, `minted-2` … */
function counted(): { next(): string; readonly made: number } {
  let made = 0;
  return {
    next: () => `minted-${(made += 1)}`,
    get made() {
      return made;
    },
  };
}

describe('ids of requests', () => {
  it('leaves an id as it is the first time, and makes a new one each further time', () => {
    const fresh = createFreshIds({ ids: counted(), capacity: 10 });
    assert.deepEqual([fresh.claim('a'), fresh.claim('a'), fresh.claim('b'), fresh.claim('a')], ['a', 'minted-1', 'b', 'minted-2']);
  });

  it('does not give an id that a caller has named before', () => {
    const fresh = createFreshIds({ ids: counted(), capacity: 10 });
    assert.equal(fresh.claim('minted-1'), 'minted-1');
    assert.equal(fresh.claim('a'), 'a');
    assert.equal(fresh.claim('a'), 'minted-2');
  });

  it('remembers at least the last `capacity` ids and at most twice as many', () => {
    const fresh = createFreshIds({ ids: counted(), capacity: 100 });
    for (let index = 0; index < 1000; index += 1) assert.equal(fresh.claim(`id-${index}`), `id-${index}`);
    for (let index = 900; index < 1000; index += 1) assert.notEqual(fresh.claim(`id-${index}`), `id-${index}`);
    assert.equal(fresh.claim('id-700'), 'id-700');
  });

  it('takes no two of a hundred thousand ids for one', () => {
    const ids = counted();
    const fresh = createFreshIds({ ids, capacity: 200_000 });
    for (let index = 0; index < 100_000; index += 1) fresh.claim(`0192f0c1-7a3b-7c4d-8e5f-${index.toString(16).padStart(12, '0')}`);
    assert.equal(ids.made, 0);
  });
});
