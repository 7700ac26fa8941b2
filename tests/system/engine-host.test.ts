import assert from 'node:assert/strict';
import { memoryUsage } from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOnnxEmbedder } from '../../src/adapters/onnx/embedder.ts';
import { createEngine, type Engine, type EngineDeps } from '../../src/adapters/onnx/engine.ts';
import type { InputTensors } from '../../src/adapters/onnx/protocol.ts';
import type { ExecutionProvider, OnnxRuntime } from '../../src/adapters/onnx/runtime.ts';
import { createMemoryCeiling } from '../../src/core/memory-ceiling.ts';
import { allowSlowHooks } from '../slow.ts';
import { failsWith, until } from '../unit/scripted-pool.ts';

await allowSlowHooks();

const SAMPLE_RATE = 16_000;
const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

function runtime(provider: ExecutionProvider): OnnxRuntime {
  return { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) };
}

/** The built-in recogniser's engine, and the real workers it started. */
function recogniser(provider: ExecutionProvider, deps: Partial<EngineDeps> = {}): { engine: Engine; workers: Worker[] } {
  const workers: Worker[] = [];
  const engine = createEngine({
    model: 'stt-en',
    modelPath: fromRoot('models/stt-en/model.onnx'),
    runtime: runtime(provider),
    workers: 1,
    queueLimit: 4,
    timeoutMs: 60_000,
    createWorker: () => {
      const worker = new Worker(new URL('../../src/adapters/onnx/worker.ts', import.meta.url).href, { type: 'module' });
      workers.push(worker);
      return worker;
    },
    ...deps,
  });
  return { engine, workers };
}

function noise(seconds: number): InputTensors {
  const data = Float32Array.from({ length: seconds * SAMPLE_RATE }, () => Math.random() - 0.5);
  return { input_values: { data, dims: [1, data.length] } };
}

function embedder(deps: Pick<EngineDeps, 'idleMs' | 'memory'> = {}) {
  return createOnnxEmbedder({
    model: 'bge-small-en',
    modelPath: fromRoot('models/bge-small-en/model.onnx'),
    tokenizerPath: fromRoot('models/bge-small-en/tokenizer.json'),
    runtime: runtime('native'),
    workers: 1,
    queueLimit: 4,
    timeoutMs: 60_000,
    ...deps,
  });
}

describe('the engine host with real models', () => {
  it('"a worker killed mid-run costs one request and no more"', { timeout: 60_000 }, async () => {
    // Bun tells at once that a worker is gone; elsewhere the time-out does.
    const { engine, workers } = recogniser('wasm', { timeoutMs: 5000 });
    await using _ = engine;
    await engine.warmUp();
    const killed = engine.run(noise(20));
    const next = engine.run(noise(0.5));
    await until(() => engine.stats().running === 1);
    workers[0]?.terminate();
    await assert.rejects(killed, (error) => failsWith('provider_unavailable')(error) || failsWith('timeout')(error));
    assert.ok(((await next)['log_probs']?.data.length ?? 0) > 0);
    const { completed, failed } = engine.stats();
    assert.deepEqual({ completed, failed, workers: workers.length }, { completed: 1, failed: 1, workers: 2 });
  });

  for (const provider of ['native', 'wasm'] as const) {
    it(`"a client that leaves frees its slot within 100 ms" on ${provider}`, { timeout: 60_000 }, async () => {
      const { engine } = recogniser(provider, { queueLimit: 0 });
      await using _ = engine;
      await engine.warmUp();
      const controller = new AbortController();
      const long = engine.run(noise(30), { signal: controller.signal });
      await until(() => engine.stats().running === 1);
      await assert.rejects(engine.run(noise(0.5)), failsWith('too_many_requests'));
      const left = performance.now();
      controller.abort();
      await assert.rejects(long, { name: 'AbortError' });
      const next = engine.run(noise(0.5));
      assert.ok(performance.now() - left < 100);
      assert.ok(((await next)['log_probs']?.data.length ?? 0) > 0);
    });
  }

  it('has "memory flat over 2,000 requests"', { timeout: 120_000 }, async () => {
    await using engine = embedder();
    for (let count = 0; count < 300; count += 1) await engine.embed([`short text ${count}`], { as: 'query' });
    const before = memoryUsage.rss();
    for (let count = 0; count < 2000; count += 1) await engine.embed([`short text ${count}`], { as: 'query' });
    const grown = (memoryUsage.rss() - before) / 2 ** 20;
    assert.ok(grown < 32, `${grown.toFixed(0)} MiB more`);
    assert.equal(engine.stats().completed, 2300);
  });

  it('gives the memory of an idle model back, time after time', { timeout: 60_000 }, async () => {
    await using engine = embedder({ idleMs: 20 });
    const unloaded = async (): Promise<number> => {
      await engine.embed(['text'], { as: 'query' });
      await until(() => engine.stats().workers === 0);
      return memoryUsage.rss();
    };
    await unloaded();
    await unloaded();
    const before = await unloaded();
    for (let times = 0; times < 5; times += 1) await unloaded();
    // The model is 23 MB on disk and more than twice that in memory: one leaked copy a load would show.
    const grown = ((await unloaded()) - before) / 2 ** 20;
    assert.ok(grown < 100, `${grown.toFixed(0)} MiB more`);
  });

  it('unloads an idle model for another when memory is at its ceiling', { timeout: 60_000 }, async () => {
    let limitBytes = Infinity;
    // Counted by the models loaded: what the process holds besides moves with every garbage collection.
    const loaded = (): number => first.stats().workers + second.stats().workers;
    const memory = createMemoryCeiling({
      get limitBytes() {
        return limitBytes;
      },
      residentBytes: () => (1 + loaded()) * 2 ** 20,
    });
    await using first = embedder({ memory });
    await using second = embedder({ memory });
    await first.embed(['text'], { as: 'query' });
    limitBytes = 2 ** 20;
    await second.embed(['text'], { as: 'query' });
    assert.equal(first.stats().workers, 0);
    limitBytes = 1;
    await assert.rejects(first.embed(['text'], { as: 'query' }), failsWith('unavailable'));
  });
});
