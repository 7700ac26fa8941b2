import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdleWatch } from '../../src/main/bun-idle-memory.ts';

/** A watch over a process that computes for these milliseconds between one look and the next; the looks at which it collected. */
function collections(computed: readonly number[]): number[] {
  const looks: number[] = [];
  let [spent, look] = [0, 0];
  const watch = createIdleWatch({ spent: () => spent, collect: () => void looks.push(look) });
  for (const more of computed) {
    spent += more;
    look += 1;
    watch();
  }
  return looks;
}

describe('the memory of an idle process', () => {
  it('is collected once when work has ended', () => {
    assert.deepEqual(collections([900, 900, 10, 10, 10]), [3]);
  });

  it('is left alone while work goes on', () => {
    assert.deepEqual(collections([900, 900, 80, 900, 30]), []);
  });

  it('is left alone where little was computed, also by the collection itself', () => {
    assert.deepEqual(collections([500, 10, 400, 10, 10, 10]), []);
    assert.deepEqual(collections([900, 300, 0, 60, 0, 0]), [3]);
  });

  it('is collected again after more work', () => {
    assert.deepEqual(collections([900, 900, 0, 0, 900, 900, 0, 0]), [3, 7]);
  });
});
