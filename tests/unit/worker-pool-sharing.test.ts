import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServiceError } from '../../src/core/errors.ts';
import { createMemoryCeiling } from '../../src/core/memory-ceiling.ts';
import type { PoolRunOptions } from '../../src/core/pool-options.ts';
import { failsWith, scriptedPool, until } from './scripted-pool.ts';

/** The order in which a busy pool of one worker serves what was asked meanwhile. */
async function orderOf(asked: readonly (readonly [string, PoolRunOptions])[]): Promise<string[]> {
  const { pool, release } = scriptedPool({ queueLimit: asked.length });
  await using _ = pool;
  await pool.warmUp();
  const held = pool.run({ what: 'hold' }, []);
  const served = asked.map(([name, options]) => pool.run({ what: 'echo', name }, [], options));
  release();
  await held;
  return (await Promise.all(served)).toSorted((a, b) => a.runs - b.runs).map(({ name }) => name);
}

describe('the queue of a worker pool', () => {
  it('has keys take turns, whoever asked most', async () => {
    const order = await orderOf([
      ['a1', { key: 'a' }],
      ['a2', { key: 'a' }],
      ['a3', { key: 'a' }],
      ['b1', { key: 'b' }],
      ['c1', { key: 'c' }],
      ['b2', { key: 'b' }],
    ]);
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('serves what is waited for before work in the background', async () => {
    const order = await orderOf([
      ['passage 1', { lane: 'background' }],
      ['passage 2', { lane: 'background' }],
      ['query', { lane: 'interactive' }],
    ]);
    assert.deepEqual(order, ['query', 'passage 1', 'passage 2']);
  });

  it('bounds each lane by itself, so that background work never fills the queue of queries', async () => {
    const { pool, release, run } = scriptedPool({ queueLimit: 1 });
    await using _ = pool;
    await pool.warmUp();
    const running = run('hold', { lane: 'background' });
    const passage = run('echo', { lane: 'background' });
    await assert.rejects(run('echo', { lane: 'background' }), failsWith('too_many_requests'));
    const query = run('echo');
    release();
    assert.deepEqual(await Promise.all([running, query, passage]), [1, 2, 3]);
  });

  it('takes a place from the key that holds most when a full queue meets a newcomer', async () => {
    const { pool, release, run } = scriptedPool({ queueLimit: 3 });
    await using _ = pool;
    await pool.warmUp();
    const running = run('hold', { key: 'greedy' });
    const waiting = [1, 2, 3].map(() => run('echo', { key: 'greedy' }));
    const settled = Promise.allSettled(waiting);
    const newcomer = run('echo', { key: 'modest' });
    await assert.rejects(run('echo', { key: 'greedy' }), failsWith('too_many_requests'));
    release();
    await Promise.all([running, newcomer]);
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    );
  });
});

describe('the memory of a worker pool', () => {
  it('ends a worker that was without work for its time, and loads again when it is needed', async () => {
    const unloaded: string[] = [];
    const { pool, workers, ended, run } = scriptedPool({ idleMs: 50, onUnloaded: (reason) => unloaded.push(reason) });
    await using _ = pool;
    assert.equal(await run('echo'), 1);
    await until(() => unloaded.length > 0);
    assert.deepEqual(unloaded, ['idle']);
    assert.deepEqual(ended, workers);
    assert.equal(pool.stats().workers, 0);
    assert.deepEqual(await Promise.all([run('echo'), run('echo')]), [1, 2]);
    assert.equal(workers.length, 2);
  });

  it('never unloads a worker in use, and counts its time anew after each use', async () => {
    const { pool, workers, release, run } = scriptedPool({ idleMs: 200 });
    await using _ = pool;
    const held = run('hold');
    await until(() => workers.length === 1 && pool.stats().running === 1);
    const start = performance.now();
    await until(() => performance.now() - start > 400);
    assert.equal(pool.stats().workers, 1);
    release();
    assert.equal(await held, 1);
    for (let uses = 2; uses < 8; uses += 1) {
      const rested = performance.now();
      await until(() => performance.now() - rested > 50);
      assert.equal(await run('echo'), uses);
    }
    assert.equal(workers.length, 1);
  });

  it('unloads the idle workers of other models first when memory is over its ceiling', async () => {
    let resident = 50;
    const memory = createMemoryCeiling({ limitBytes: 100, residentBytes: () => resident });
    const first = scriptedPool({
      memory,
      workers: 2,
      onUnloaded: (reason) => {
        assert.equal(reason, 'memory');
        resident = 50;
      },
    });
    const second = scriptedPool({ memory });
    await using _ = first.pool;
    await using __ = second.pool;
    const held = [first.run('hold'), first.run('hold')];
    await until(() => first.pool.stats().running === 2);
    for (const index of held.keys()) first.release(index);
    await Promise.all(held);
    resident = 150;
    assert.equal(await second.run('echo'), 1);
    assert.equal(first.pool.stats().workers, 0);
    assert.deepEqual(new Set(first.ended), new Set(first.workers));
  });

  it('refuses to load with unavailable and Retry-After when that is not enough, and loads once it is', async () => {
    let resident = 150;
    const memory = createMemoryCeiling({ limitBytes: 100, residentBytes: () => resident });
    const { pool, workers, run } = scriptedPool({ memory });
    await using _ = pool;
    await assert.rejects(
      run('echo'),
      (error) => failsWith('unavailable')(error) && ((error as ServiceError).retryAfterInSeconds ?? 0) >= 1,
    );
    assert.equal(workers.length, 0);
    resident = 50;
    assert.equal(await run('echo'), 1);
  });

  it('serves those who wait with the workers it has when memory allows no further one', async () => {
    let resident = 50;
    const memory = createMemoryCeiling({ limitBytes: 100, residentBytes: () => resident });
    const { pool, workers, run } = scriptedPool({ memory, workers: 2, queueLimit: 2 });
    await using _ = pool;
    await pool.warmUp();
    resident = 150;
    assert.deepEqual(await Promise.all([run('echo'), run('echo'), run('echo')]), [1, 2, 3]);
    assert.equal(workers.length, 1);
  });
});
