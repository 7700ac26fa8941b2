import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../src/core/at-once.ts';
import { yieldToEventLoop } from '../../src/core/yield-to-event-loop.ts';

describe('atOnce()', () => {
  it('begins items in order, no more than so many at a time, and gives their results in order', async () => {
    const begun: number[] = [];
    let [running, most] = [0, 0];
    const results = await atOnce(3, [5, 1, 4, 2, 3], async (item) => {
      begun.push(item);
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await yieldToEventLoop();
      running -= 1;
      return item * 10;
    });
    assert.deepEqual([begun, results, most], [[5, 1, 4, 2, 3], [50, 10, 40, 20, 30], 3]);
    assert.deepEqual(await atOnce(3, [], async () => 1), []);
  });

  it('begins none after one that fails', async () => {
    const begun: number[] = [];
    const failing = atOnce(1, [1, 2, 3], async (item) => {
      begun.push(item);
      if (item === 2) throw new Error('two');
    });
    await assert.rejects(failing, /two/);
    assert.deepEqual(begun, [1, 2]);
  });
});
