import { ServiceError } from '../../core/errors.ts';
import type { PoolLimits } from '../../core/pool-options.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool, type WorkerPool } from '../../core/worker-pool.ts';
import type {
  GeneratedPart,
  TransformersDtypes,
  TransformersLoad,
  TransformersReport,
  TransformersResult,
  TransformersRun,
  TransformersRuntime,
  TransformersTask,
} from './protocol.ts';

/** The dependencies of every adapter in this folder. */
export interface TransformersDeps extends PoolLimits<TransformersReport> {
  /** The model's id on the hub, such as `onnx-community/whisper-base`. */
  readonly model: string;
  /**
   * The folder of the model, or a function that finds it; undefined if it has not been pulled. The function is called until it finds one.
   */
  readonly modelFolder: string | undefined | (() => Promise<string | undefined>);
  /** `fp32` unless given. */
  readonly dtype?: TransformersDtypes;
  readonly runtime: TransformersRuntime;
  /** Called once before the first worker starts; an executable writes its native add-on here. If it fails, `auto` uses WASM. */
  readonly prepareNative?: () => Promise<void>;
  /** Seconds of audio in a run's input or output. */
  readonly audioSeconds?: (request: TransformersRun, result: TransformersResult) => number;
}

export interface OpenPool {
  readonly folder: string;
  readonly pool: WorkerPool<TransformersRun, GeneratedPart, TransformersResult>;
}

/** A pool that is created once its model exists. */
export interface TransformersPool extends AsyncDisposable {
  /** Throws `provider_unavailable`, naming the command that pulls the model, while the model is missing. */
  open(): Promise<OpenPool>;
  /** Undefined before the first use. */
  stats(): PoolStats | undefined;
}

/** Finds the model on first use and then runs it in workers. */
export function createTransformersPool(task: TransformersTask, deps: TransformersDeps): TransformersPool {
  const { modelFolder } = deps;
  let opening: Promise<OpenPool> | undefined;
  let opened: OpenPool | undefined;
  let disposed = false;

  async function find(): Promise<OpenPool> {
    const folder = typeof modelFolder === 'function' ? await modelFolder() : modelFolder;
    if (folder === undefined) {
      throw new ServiceError('provider_unavailable', `The model ${deps.model} is not on this host; run: parley models pull ${deps.model}`);
    }
    if (deps.runtime.provider !== 'wasm') {
      try {
        await deps.prepareNative?.();
      } catch (cause) {
        if (deps.runtime.provider === 'native')
          throw new ServiceError('provider_unavailable', 'The native engine cannot be used.', { cause });
      }
    }
    if (disposed) throw new ServiceError('unavailable', 'The engine is shutting down.');
    opened = { folder, pool: makePool(task, deps, folder) };
    return opened;
  }

  return {
    open() {
      if (disposed) return Promise.reject(new ServiceError('unavailable', 'The engine is shutting down.'));
      opening ??= find().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    stats: () => opened?.pool.stats(),
    async [Symbol.asyncDispose]() {
      disposed = true;
      await opening?.catch(() => undefined);
      await opened?.pool[Symbol.asyncDispose]();
    },
  };
}

function makePool(task: TransformersTask, deps: TransformersDeps, folder: string): OpenPool['pool'] {
  const {
    model,
    dtype = 'fp32',
    runtime,
    workers,
    queueLimit,
    timeoutMs,
    loadTimeoutMs,
    idleMs,
    memory,
    onLoaded,
    onUnloaded,
    audioSeconds,
  } = deps;
  return createWorkerPool<TransformersLoad, TransformersRun, GeneratedPart, TransformersResult, TransformersReport>({
    model,
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' }),
    entersNativeCode: (report) => (report?.provider ?? runtime.provider) !== 'wasm',
    load: { task, folder, dtype, runtime },
    workers,
    queueLimit,
    timeoutMs,
    ...(loadTimeoutMs === undefined ? {} : { loadTimeoutMs }),
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(memory === undefined ? {} : { memory }),
    ...(onLoaded === undefined ? {} : { onLoaded }),
    ...(onUnloaded === undefined ? {} : { onUnloaded }),
    ...(audioSeconds === undefined ? {} : { audioSeconds }),
  });
}
