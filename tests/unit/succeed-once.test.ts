import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryableOnce } from '../../src/core/retryable-once.ts';

describe('succeedOnce()', () => {
  it('does its work at the first call and never again', async () => {
    let runs = 0;
    const ready = retryableOnce(async () => (runs += 1));
    assert.equal(runs, 0);
    assert.deepEqual(await Promise.all([ready(), ready(), ready()]), [1, 1, 1]);
    assert.equal(await ready(), 1);
  });

  it('tries again at the next call after a failure, which all who waited for it get', async () => {
    let runs = 0;
    const ready = retryableOnce(async () => {
      runs += 1;
      if (runs === 1) throw new Error('the table is locked');
      return runs;
    });
    const waiting = await Promise.allSettled([ready(), ready()]);
    assert.deepEqual(
      waiting.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await ready(), 2);
  });
});
