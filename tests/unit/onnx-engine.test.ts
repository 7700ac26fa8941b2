import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine, type Engine, type EngineDeps, type RunOptions } from '../../src/adapters/onnx/engine.ts';
import { ServiceError, type ErrorKind } from '../../src/core/errors.ts';
import { SCRIPT, type Release } from './onnx-scripted-worker.ts';

/** An engine whose workers follow a script, and the workers it started, in order. */
function scriptedEngine(deps: Partial<EngineDeps> = {}) {
  const workers: Worker[] = [];
  const engine = createEngine({
    modelPath: 'none',
    runtime: { provider: 'wasm', wasmPath: 'none' },
    workers: 1,
    queueLimit: 1,
    timeoutMs: 10_000,
    createWorker: () => {
      const worker = new Worker(new URL('./onnx-scripted-worker.ts', import.meta.url).href, { type: 'module' });
      workers.push(worker);
      return worker;
    },
    ...deps,
  });
  const release = (index = 0): void => workers[index]?.postMessage({ type: 'release' } satisfies Release, []);
  return { engine, workers, release };
}

/** Runs one step of the script; gives how many runs its worker has had. */
async function run(engine: Engine, what: number, options: RunOptions = {}): Promise<number | undefined> {
  const outputs = await engine.run({ script: { data: new Float32Array([what]), dims: [1] } }, options);
  return outputs['runs']?.data[0];
}

function failsWith(kind: ErrorKind) {
  return (error: unknown): boolean => error instanceof ServiceError && error.kind === kind;
}

describe('createEngine()', () => {
  it('starts no worker before the first run', async () => {
    const { engine, workers } = scriptedEngine();
    await using _ = engine;
    assert.equal(workers.length, 0);
  });

  it('loads once for everybody who asks at the same time', async () => {
    const { engine, workers } = scriptedEngine();
    await using _ = engine;
    await Promise.all([engine.warmUp(), engine.warmUp(), run(engine, SCRIPT.echo)]);
    assert.equal(workers.length, 1);
  });

  it('serves first come first, one run at a time a worker', async () => {
    const { engine } = scriptedEngine({ queueLimit: 3 });
    await using _ = engine;
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => run(engine, SCRIPT.echo))), [1, 2, 3]);
  });

  it('starts a second worker when work waits, and no third', async () => {
    const { engine, workers, release } = scriptedEngine({ workers: 2, queueLimit: 1 });
    await using _ = engine;
    await engine.warmUp();
    const held = run(engine, SCRIPT.hold);
    assert.equal(await run(engine, SCRIPT.echo), 1);
    await Promise.all([run(engine, SCRIPT.echo), run(engine, SCRIPT.echo)]);
    assert.equal(workers.length, 2);
    release();
    await held;
  });

  it('takes the buffers of its inputs away instead of copying them', async () => {
    const { engine } = scriptedEngine();
    await using _ = engine;
    const data = new Float32Array(8);
    await engine.run({ script: { data, dims: [8] } });
    assert.equal(data.length, 0);
  });

  it('refuses with too_many_requests and Retry-After when its queue is full', async () => {
    const { engine, release } = scriptedEngine();
    await using _ = engine;
    await engine.warmUp();
    const running = run(engine, SCRIPT.hold);
    const waiting = run(engine, SCRIPT.echo);
    await assert.rejects(
      run(engine, SCRIPT.echo),
      (error) => failsWith('too_many_requests')(error) && ((error as ServiceError).retryAfterInSeconds ?? 0) >= 1,
    );
    const continued = run(engine, SCRIPT.echo, { continuing: true });
    release();
    assert.deepEqual(await Promise.all([running, waiting, continued]), [1, 2, 3]);
  });

  it('lets a cancelled run leave the queue at once and gives its place to the next', async () => {
    const { engine, release } = scriptedEngine();
    await using _ = engine;
    await engine.warmUp();
    const running = run(engine, SCRIPT.hold);
    const controller = new AbortController();
    const cancelled = run(engine, SCRIPT.echo, { signal: controller.signal });
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    const next = run(engine, SCRIPT.echo);
    release();
    assert.deepEqual(await Promise.all([running, next]), [1, 2]);
  });

  it('frees the caller of a cancelled run at once, and its worker serves on', async () => {
    const { engine, workers, release } = scriptedEngine();
    await using _ = engine;
    await engine.warmUp();
    const controller = new AbortController();
    const cancelled = run(engine, SCRIPT.hold, { signal: controller.signal });
    controller.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    const next = run(engine, SCRIPT.echo);
    release();
    assert.equal(await next, 2);
    assert.equal(workers.length, 1);
  });

  it('does not begin for a signal that has aborted', async () => {
    const { engine, workers } = scriptedEngine();
    await using _ = engine;
    await assert.rejects(run(engine, SCRIPT.echo, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(workers.length, 0);
  });

  it('loses one request to a crashed worker and serves the next with a new one', async () => {
    const { engine, workers } = scriptedEngine();
    await using _ = engine;
    const crashed = run(engine, SCRIPT.crash);
    const next = run(engine, SCRIPT.echo);
    await assert.rejects(crashed, failsWith('provider_unavailable'));
    assert.equal(await next, 1);
    assert.equal(workers.length, 2);
  });

  it('kills a worker that takes longer than its time-out and serves the next with a new one', async () => {
    const { engine, workers } = scriptedEngine({ timeoutMs: 500 });
    await using _ = engine;
    const stuck = run(engine, SCRIPT.spin);
    const next = run(engine, SCRIPT.echo);
    await assert.rejects(stuck, failsWith('timeout'));
    assert.equal(await next, 1);
    assert.equal(workers.length, 2);
  });

  it('ends a thread inside native code only once it has come out, and serves the next meanwhile', async () => {
    const { engine, workers, release } = scriptedEngine({ timeoutMs: 500, runtime: { provider: 'native', wasmPath: 'none' } });
    await using _ = engine;
    const stuck = run(engine, SCRIPT.hold);
    const next = run(engine, SCRIPT.echo);
    const ended = Promise.withResolvers<void>();
    let inside = true;
    const [first] = workers;
    assert.ok(first);
    const terminate = first.terminate.bind(first);
    first.terminate = () => {
      terminate();
      if (inside) ended.reject(new Error('it was ended inside'));
      else ended.resolve();
    };
    await assert.rejects(stuck, failsWith('timeout'));
    assert.equal(await next, 1);
    inside = false;
    release();
    await ended.promise;
    assert.equal(workers.length, 2);
  });

  it('keeps a worker whose run failed', async () => {
    const { engine, workers } = scriptedEngine();
    await using _ = engine;
    await assert.rejects(run(engine, SCRIPT.fail), failsWith('provider_unavailable'));
    assert.equal(await run(engine, SCRIPT.echo), 2);
    assert.equal(workers.length, 1);
  });

  it('rejects what runs and what waits with unavailable when it is disposed', async () => {
    const { engine } = scriptedEngine();
    await engine.warmUp();
    const running = run(engine, SCRIPT.hold);
    const waiting = run(engine, SCRIPT.echo);
    const settled = Promise.allSettled([running, waiting]);
    await engine[Symbol.asyncDispose]();
    for (const result of await settled) assert.ok(result.status === 'rejected' && failsWith('unavailable')(result.reason));
    await assert.rejects(run(engine, SCRIPT.echo), failsWith('unavailable'));
  });
});
