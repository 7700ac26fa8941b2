import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWriteQueue, type WriteQueueOptions } from '../../src/adapters/libsql/write-queue.ts';
import { ServiceError } from '../../src/core/errors.ts';

/** A queue of numbers whose store is `store`, with what it stored and what it lost. */
function numbers(own: Partial<WriteQueueOptions<number>> = {}) {
  const batches: (readonly number[])[] = [];
  const losses: [entries: number, cause: unknown][] = [];
  const queue = createWriteQueue<number>({
    store: async (batch) => void batches.push(batch),
    lose: (entries, cause) => losses.push([entries, cause]),
    batchMs: 1,
    batchSize: 3,
    capacity: 100,
    retryMs: [],
    ...own,
  });
  return { queue, batches, losses };
}

describe('createWriteQueue()', () => {
  it('stores entries in order, in batches of at most its size', async () => {
    const { queue, batches } = numbers();
    for (let number = 0; number < 8; number += 1) queue.push(number);
    await queue.flush();
    assert.deepEqual(batches, [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ]);
    assert.equal(queue.waiting, 0);
  });

  it('stores by itself after its time', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    const { queue } = numbers({ store: async (batch) => resolve(batch) });
    queue.push(1);
    queue.push(2);
    assert.deepEqual(await promise, [1, 2]);
  });

  it('flush() waits for what was pushed before it, not for what comes after', async () => {
    let stored = 0;
    let next = 0;
    const { queue } = numbers({
      store: async (batch) => {
        stored += batch.length;
        await new Promise((resolve) => setTimeout(resolve));
        // More comes in than goes out, so that the queue is never empty.
        if (next < 90) for (let more = 0; more < 4; more += 1) queue.push((next += 1));
      },
    });
    for (let number = 0; number < 5; number += 1) queue.push((next += 1));
    await queue.flush();
    assert.ok(stored >= 5 && queue.waiting > 0, `${stored} stored, ${queue.waiting} waiting`);
    await queue.flush();
  });

  it('flush() of an empty queue resolves at once', async () => {
    const { queue, batches } = numbers();
    await queue.flush();
    assert.deepEqual(batches, []);
  });

  it('loses what is over its capacity, without a cause', async () => {
    const { queue, batches, losses } = numbers({ capacity: 2, batchSize: 10 });
    for (let number = 0; number < 5; number += 1) queue.push(number);
    await queue.flush();
    assert.deepEqual(batches, [[0, 1]]);
    assert.deepEqual(losses, [
      [1, undefined],
      [1, undefined],
      [1, undefined],
    ]);
  });

  it('tries a batch again as long as the store is only unavailable', async () => {
    let attempts = 0;
    const { queue, losses } = numbers({
      store: async () => {
        attempts += 1;
        if (attempts < 3) throw new ServiceError('unavailable', 'x');
      },
      retryMs: [1, 1],
    });
    queue.push(1);
    await queue.flush();
    assert.equal(attempts, 3);
    assert.deepEqual(losses, []);
  });

  it('what the store cannot take waits on when the pauses are used up, and is stored in order once it can', async () => {
    const failure = new ServiceError('unavailable', 'x');
    const stored: number[] = [];
    const told: unknown[] = [];
    let isDown = true;
    const { queue, losses } = numbers({
      store: async (batch) => {
        if (isDown) throw failure;
        stored.push(...batch);
      },
      stuck: (cause) => told.push(cause),
      batchSize: 2,
      retryMs: [1],
    });
    for (const number of [0, 1, 2, 3]) queue.push(number);
    for (let flush = 0; flush < 3; flush += 1) await assert.rejects(queue.flush(), (error) => error === failure);
    assert.deepEqual([queue.waiting, queue.isStuck, told], [4, true, [failure]]);
    queue.push(4);
    isDown = false;
    await queue.flush();
    assert.deepEqual(stored, [0, 1, 2, 3, 4]);
    assert.deepEqual([queue.waiting, queue.isStuck, losses], [0, false, []]);
  });

  it('what waits counts against its capacity also while it is being stored', async () => {
    const { queue, losses } = numbers({ store: () => Promise.reject(new ServiceError('unavailable', 'x')), capacity: 5, retryMs: [1] });
    for (let number = 0; number < 3; number += 1) queue.push(number);
    await assert.rejects(queue.flush());
    for (let number = 0; number < 4; number += 1) queue.push(number);
    assert.equal(queue.waiting, 5);
    assert.equal(losses.length, 2);
    queue.close();
  });

  it('gives up what the store does not take at the next try once it is closed, and counts only that as lost', async () => {
    const failure = new ServiceError('unavailable', 'x');
    const stored: number[] = [];
    const { queue, losses } = numbers({
      store: async (batch) => {
        if (batch.includes(9)) throw new ServiceError('internal', 'x');
        if (batch.includes(2)) throw failure;
        stored.push(...batch);
      },
      retryMs: [1],
    });
    for (const number of [9, 1, 2]) queue.push(number);
    await assert.rejects(queue.flush());
    queue.close();
    await assert.rejects(queue.flush());
    assert.deepEqual(stored, [1]);
    assert.deepEqual(
      losses.map(([entries]) => entries),
      [1, 1],
    );
    assert.equal(queue.waiting, 0);
  });

  it('an entry that the store refuses is lost alone', async () => {
    const refusal = new ServiceError('internal', 'x');
    const stored: number[] = [];
    const { queue, losses } = numbers({
      store: async (batch) => {
        if (batch.includes(1)) throw refusal;
        stored.push(...batch);
      },
    });
    for (const number of [0, 1, 2]) queue.push(number);
    await assert.rejects(queue.flush(), (error) => error === refusal);
    assert.deepEqual(stored, [0, 2]);
    assert.deepEqual(losses, [[1, refusal]]);
  });
});
