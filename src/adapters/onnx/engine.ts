import type { PoolLimits, PoolRunOptions } from '../../core/pool-options.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import { buffersOf, entersNativeCode, type InputTensors, type SessionRequest, type Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** The options of every engine in this folder. */
export interface EngineDeps extends PoolLimits<LoadReport> {
  /** The model's id. */
  readonly model: string;
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** Starts a worker that speaks the pool's protocol; by default the built-in one. */
  readonly createWorker?: () => Worker;
}

/** What every engine offers besides inference. */
export interface EngineHost extends AsyncDisposable {
  /** Loads a session unless one is loaded. Throws `provider_unavailable` if that fails; it may be retried. */
  warmUp(): Promise<void>;
  stats(): PoolStats;
}

/** Runs one model outside the calling thread. */
export interface Engine extends EngineHost {
  /**
   * Runs one inference. The inputs' buffers are transferred, so the caller must not use them again. Throws `too_many_requests`, `timeout`,
   * `provider_unavailable`, `unavailable`, or the signal's reason.
   */
  run(inputs: InputTensors, options?: PoolRunOptions): Promise<Tensors>;
}

/** A pool of workers with one session each. `audioSeconds` returns the length of a run's audio, for the real-time factor. */
export function createEngine(deps: EngineDeps, audioSeconds?: (inputs: InputTensors) => number): Engine {
  const pool = createWorkerPool<SessionRequest, InputTensors, never, Tensors, LoadReport>({
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' }),
    ...deps,
    load: { modelPath: deps.modelPath, runtime: deps.runtime },
    entersNativeCode: entersNativeCode(deps.runtime),
    ...(audioSeconds === undefined ? {} : { audioSeconds }),
  });
  return {
    warmUp: () => pool.warmUp(),
    run: (inputs, options) => pool.run(inputs, buffersOf(inputs), options),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
