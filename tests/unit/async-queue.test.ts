import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AsyncQueue } from '../../src/core/async-queue.ts';

async function collect<T>(queue: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of queue) values.push(value);
  return values;
}

describe('AsyncQueue', () => {
  it('gives values in order, pushed before and while it is read', async () => {
    const queue = new AsyncQueue<number>(10);
    queue.push(1);
    const reading = collect(queue);
    queue.push(2);
    await Promise.resolve();
    queue.push(3);
    queue.close();
    assert.deepEqual(await reading, [1, 2, 3]);
  });

  it('keeps any value, undefined too', async () => {
    const queue = new AsyncQueue<undefined | null | number>(10);
    for (const value of [undefined, null, 0, undefined]) queue.push(value);
    queue.close();
    assert.deepEqual(await collect(queue), [undefined, null, 0, undefined]);
  });

  it('"push returns false when full (or closed) and the value is not kept"', async () => {
    const queue = new AsyncQueue<number>(2);
    assert.deepEqual([queue.push(1), queue.push(2), queue.push(3)], [true, true, false]);
    assert.equal(queue.size, 2);
    queue.close();
    assert.equal(queue.push(4), false);
    assert.deepEqual(await collect(queue), [1, 2]);
  });

  it('has room again for every value that was read', async () => {
    const queue = new AsyncQueue<number>(2);
    const values: number[] = [];
    queue.push(0);
    queue.push(1);
    for await (const value of queue) {
      values.push(value);
      if (value < 5000) assert.equal(queue.push(value + 2), true);
      else queue.close();
    }
    assert.deepEqual(
      values,
      Array.from({ length: 5002 }, (_, value) => value),
    );
  });

  it('on abort it closes and forgets what waits', async () => {
    const stop = new AbortController();
    const queue = new AsyncQueue<number>(10, stop.signal);
    const values: number[] = [];
    for (const value of [1, 2, 3]) queue.push(value);
    for await (const value of queue) {
      values.push(value);
      stop.abort();
    }
    assert.deepEqual(values, [1]);
    assert.equal(queue.closed, true);
  });

  it('an abort wakes a reader that waits', async () => {
    const stop = new AbortController();
    const reading = collect(new AsyncQueue<number>(10, stop.signal));
    await Promise.resolve();
    stop.abort();
    assert.deepEqual(await reading, []);
  });

  it('is closed from the start when its signal is aborted already', async () => {
    let closings = 0;
    const queue = new AsyncQueue<number>(10, AbortSignal.abort(), () => {
      closings += 1;
    });
    assert.equal(queue.push(1), false);
    assert.deepEqual(await collect(queue), []);
    assert.equal(closings, 0);
  });

  for (const [way, end] of [
    ['close()', (queue: AsyncQueue<number>) => queue.close()],
    ['abort', (_: AsyncQueue<number>, stop: AbortController) => stop.abort()],
    ['the reader leaving', (queue: AsyncQueue<number>) => readOne(queue)],
  ] as const) {
    it(`"onClose runs once": ${way}`, async () => {
      const stop = new AbortController();
      let closings = 0;
      const queue = new AsyncQueue<number>(10, stop.signal, () => {
        closings += 1;
      });
      queue.push(1);
      queue.push(2);
      await end(queue, stop);
      assert.equal(closings, 1);
      queue.close();
      stop.abort();
      assert.equal(closings, 1);
      assert.equal(queue.closed, true);
    });
  }
});

/** Reads one value and leaves. */
async function readOne(queue: AsyncQueue<number>): Promise<void> {
  for await (const value of queue) {
    assert.equal(value, 1);
    break;
  }
}
