import type { PoolLimits, PoolRunOptions } from '../../core/pool-options.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import { buffersOf, entersNativeCode, type InputTensors, type SessionRequest, type Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** What every engine of this folder is told, whatever its model. */
export interface EngineDeps extends PoolLimits<LoadReport> {
  /** The id the model is known by. */
  readonly model: string;
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** Starts a worker that speaks the pool's protocol; the built-in one unless given. */
  readonly createWorker?: () => Worker;
}

/** What any engine can be asked beside its own work. */
export interface EngineHost extends AsyncDisposable {
  /** Loads a first session, if none is. Throws `provider_unavailable` when that fails; it may be tried again. */
  warmUp(): Promise<void>;
  stats(): PoolStats;
}

/** Runs one model off the calling thread. */
export interface Engine extends EngineHost {
  /**
   * One inference. The inputs' buffers are transferred: the caller must not use them again. Throws
   * `too_many_requests`, `timeout`, `provider_unavailable`, `unavailable`, or the signal's reason.
   */
  run(inputs: InputTensors, options?: PoolRunOptions): Promise<Tensors>;
}

/** A pool of workers with one session each. `audioSeconds` gives the length of a run's audio, for the real-time factor. */
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
