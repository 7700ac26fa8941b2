import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { failsWith, scriptedPool, until } from './scripted-pool.ts';

describe('createWorkerPool()', () => {
  it('starts no worker before the first run', async () => {
    const { pool, workers } = scriptedPool();
    await using _ = pool;
    assert.equal(workers.length, 0);
  });

  it('loads once for everybody who asks at the same time', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    await Promise.all([pool.warmUp(), pool.warmUp(), run('echo')]);
    assert.equal(workers.length, 1);
  });

  it('serves first come first, one run at a time a worker', async () => {
    const { pool, run } = scriptedPool({ queueLimit: 3 });
    await using _ = pool;
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => run('echo'))), [1, 2, 3]);
  });

  it('starts a second worker when work waits, and no third', async () => {
    const { pool, workers, release, run } = scriptedPool({ workers: 2 });
    await using _ = pool;
    await pool.warmUp();
    const held = run('hold');
    assert.equal(await run('echo'), 1);
    await Promise.all([run('echo'), run('echo')]);
    assert.equal(workers.length, 2);
    release();
    await held;
  });

  it('takes the buffers of a request away instead of copying them', async () => {
    const { pool } = scriptedPool();
    await using _ = pool;
    const data = new Float32Array(8);
    await pool.run({ what: 'echo', data }, [data.buffer]);
    assert.equal(data.length, 0);
  });

  it('refuses with too_many_requests and Retry-After when its queue is full', async () => {
    const { pool, release, run } = scriptedPool();
    await using _ = pool;
    await pool.warmUp();
    const running = run('hold');
    const waiting = run('echo');
    await assert.rejects(
      run('echo'),
      (error) => failsWith('too_many_requests')(error) && ((error as ServiceError).retryAfterInSeconds ?? 0) >= 1,
    );
    const continued = run('echo', { continuing: true });
    release();
    assert.deepEqual(await Promise.all([running, waiting, continued]), [1, 2, 3]);
    assert.equal(pool.stats().refused, 1);
  });

  it('lets a cancelled run leave the queue at once and gives its place to the next', async () => {
    const { pool, release, run } = scriptedPool();
    await using _ = pool;
    await pool.warmUp();
    const running = run('hold');
    const controller = new AbortController();
    const cancelled = run('echo', { signal: controller.signal });
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    const next = run('echo');
    release();
    assert.deepEqual(await Promise.all([running, next]), [1, 2]);
  });

  it('frees the caller and the place of a cancelled run within 100 ms, and its worker serves on', async () => {
    const { pool, workers, release, run } = scriptedPool({ queueLimit: 0 });
    await using _ = pool;
    await pool.warmUp();
    const controller = new AbortController();
    const cancelled = run('hold', { signal: controller.signal });
    await assert.rejects(run('echo'), failsWith('too_many_requests'));
    const left = performance.now();
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    assert.equal(pool.stats().running, 0);
    const next = run('echo');
    assert.ok(performance.now() - left < 100);
    release();
    assert.equal(await next, 2);
    assert.equal(workers.length, 1);
  });

  it('asks the worker of a cancelled run to stop', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    await pool.warmUp();
    const controller = new AbortController();
    const cancelled = run('until cancelled', { signal: controller.signal });
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    assert.equal(await run('echo'), 2);
    assert.equal(workers.length, 1);
  });

  it('replaces a worker that works on for a caller who left while somebody waits', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    await pool.warmUp();
    const controller = new AbortController();
    const cancelled = run('spin', { signal: controller.signal });
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    assert.equal(await run('echo'), 1);
    assert.equal(workers.length, 2);
    assert.equal(pool.stats().failed, 0);
  });

  it('gives a run whose caller left as long as it is told to before its worker is replaced', async () => {
    const { pool, workers, release, run } = scriptedPool({ graceMs: 60_000 });
    await using _ = pool;
    await pool.warmUp();
    const controller = new AbortController();
    const cancelled = run('hold', { signal: controller.signal });
    const left = performance.now();
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    const next = run('echo');
    await until(() => performance.now() - left > 150);
    release();
    assert.equal(await next, 2);
    assert.equal(workers.length, 1);
  });

  it('does not begin for a signal that has aborted', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    await assert.rejects(run('echo', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(workers.length, 0);
  });

  it('loses one request to a crashed worker and serves the next with a new one', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    const crashed = run('crash');
    const next = run('echo');
    await assert.rejects(crashed, failsWith('provider_unavailable'));
    assert.equal(await next, 1);
    assert.equal(workers.length, 2);
    assert.equal(pool.stats().failed, 1);
  });

  it('ends a worker that takes longer than its time-out and serves the next with a new one', async () => {
    const { pool, workers, run } = scriptedPool({ timeoutMs: 500 });
    await using _ = pool;
    const stuck = run('spin');
    const next = run('echo');
    await assert.rejects(stuck, failsWith('timeout'));
    assert.equal(await next, 1);
    assert.equal(workers.length, 2);
  });

  it('ends a thread inside native code only once it has come out, and serves the next meanwhile', async () => {
    const { pool, workers, ended, release, run } = scriptedPool({ timeoutMs: 500, entersNativeCode: () => true });
    await using _ = pool;
    const stuck = run('hold');
    const next = run('echo');
    await assert.rejects(stuck, failsWith('timeout'));
    assert.equal(await next, 1);
    assert.deepEqual(ended, [], 'it was ended inside');
    release();
    await until(() => ended.length > 0);
    assert.equal(ended[0], workers[0]);
    assert.equal(workers.length, 2);
  });

  it('keeps a worker whose run failed', async () => {
    const { pool, workers, run } = scriptedPool();
    await using _ = pool;
    await assert.rejects(run('fail'), failsWith('provider_unavailable'));
    assert.equal(await run('echo'), 2);
    assert.equal(workers.length, 1);
  });

  it('passes on what a worker says to the client', async () => {
    const { pool, run } = scriptedPool();
    await using _ = pool;
    await assert.rejects(
      run('refuse'),
      (error) =>
        error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'language' && /speak/.test(error.message),
    );
  });

  it('tells everybody who waits when the model does not load, and tries again for the next', async () => {
    const { pool, workers, run } = scriptedPool({ load: { provider: 'wasm', fails: true } });
    await using _ = pool;
    const both = await Promise.allSettled([run('echo'), run('echo')]);
    for (const result of both) assert.ok(result.status === 'rejected' && failsWith('provider_unavailable')(result.reason));
    assert.equal(workers.length, 1);
    await assert.rejects(run('echo'), failsWith('provider_unavailable'));
    assert.equal(workers.length, 2);
  });

  it('rejects what runs and what waits with unavailable when it is disposed', async () => {
    const { pool, run } = scriptedPool();
    await pool.warmUp();
    const settled = Promise.allSettled([run('hold'), run('echo')]);
    await pool[Symbol.asyncDispose]();
    for (const result of await settled) assert.ok(result.status === 'rejected' && failsWith('unavailable')(result.reason));
    await assert.rejects(run('echo'), failsWith('unavailable'));
  });

  it('counts what it did', async () => {
    const { pool, run } = scriptedPool({ audioSeconds: () => 2 });
    await using _ = pool;
    await run('echo');
    const { totalRunMs, realTimeFactor, ...stats } = pool.stats();
    assert.deepEqual(stats, {
      model: 'scripted',
      provider: 'wasm',
      loadedMs: 0,
      workers: 1,
      queueDepth: 0,
      running: 0,
      completed: 1,
      failed: 0,
      refused: 0,
      meanRunMs: totalRunMs,
    });
    assert.ok(totalRunMs > 0);
    assert.ok(Math.abs((realTimeFactor ?? 0) - totalRunMs / 2000) < 1e-9);
  });
});

describe('the stream of a worker pool', () => {
  it('gives the parts in order, then the result', async () => {
    const { pool } = scriptedPool();
    await using _ = pool;
    const stream = pool.stream({ what: 'parts', name: 'n' }, []);
    const parts: number[] = [];
    let step = await stream.next();
    for (; step.done !== true; step = await stream.next()) parts.push(step.value);
    assert.deepEqual(parts, [1, 2, 3]);
    assert.deepEqual(step.value, { runs: 1, name: 'n' });
  });

  it('cancels the run when its reader leaves', async () => {
    const { pool, workers, run } = scriptedPool({ queueLimit: 0 });
    await using _ = pool;
    for await (const part of pool.stream({ what: 'parts' }, [])) {
      assert.equal(part, 1);
      break;
    }
    await until(() => pool.stats().running === 0);
    assert.equal(await run('echo'), 2);
    assert.equal(workers.length, 1);
  });

  it('throws what the run failed with', async () => {
    const { pool } = scriptedPool();
    await using _ = pool;
    await assert.rejects(pool.stream({ what: 'fail' }, []).next(), failsWith('provider_unavailable'));
  });
});
