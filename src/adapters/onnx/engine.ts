import type { MemoryCeiling } from '../../core/memory-ceiling.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool, type PoolRunOptions } from '../../core/worker-pool.ts';
import { buffersOf, entersNativeCode, type InputTensors, type SessionRequest, type Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

/** What every engine of this folder is told, whatever its model. */
export interface EngineDeps {
  /** The id the model is known by. */
  readonly model: string;
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** How many sessions may run at once; each loads when it is first needed and takes one core. */
  readonly workers: number;
  /** How many runs of each lane may wait for a worker. */
  readonly queueLimit: number;
  /** Longest time one inference may take; past it its worker is ended and replaced. */
  readonly timeoutMs: number;
  /** Longest time loading may take; a minute unless given. */
  readonly loadTimeoutMs?: number;
  /** How long a session may be without work before its memory is given back; never unless given or when 0. */
  readonly idleMs?: number;
  /** Shared by the engines of a process. */
  readonly memory?: MemoryCeiling;
  readonly onLoaded?: (report: LoadReport) => void;
  readonly onUnloaded?: (reason: 'idle' | 'memory') => void;
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
