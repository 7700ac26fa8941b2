import { abortable, deadline } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { startEngineWorker, type EngineWorker } from './engine-worker.ts';
import { buffersOf, type Tensors } from './protocol.ts';
import type { LoadReport, OnnxRuntime } from './runtime.ts';

export interface EngineDeps {
  readonly modelPath: string;
  readonly runtime: OnnxRuntime;
  /** How many sessions may run at once; each loads when it is first needed and takes one core. */
  readonly workers: number;
  /** How many runs may wait for a worker. */
  readonly queueLimit: number;
  /** Longest time one inference may take; past it its worker is ended and replaced. */
  readonly timeoutMs: number;
  /** Longest time loading may take; a minute unless given. */
  readonly loadTimeoutMs?: number;
  readonly onLoaded?: (report: LoadReport) => void;
  /** Starts a worker that speaks `protocol.ts`; the built-in one unless given. */
  readonly createWorker?: () => Worker;
}

export interface RunOptions {
  /** Leaves the queue at once; of a run under way the caller is freed at once and the result is dropped. */
  readonly signal?: AbortSignal;
  /** A further run of work that was admitted before: it waits its turn but is never refused. */
  readonly continuing?: boolean;
}

/** Runs one model off the calling thread. */
export interface Engine extends AsyncDisposable {
  /** Loads a first session, if none is. Throws `provider_unavailable` when that fails; it may be tried again. */
  warmUp(): Promise<void>;
  /**
   * One inference. The inputs' buffers are transferred: the caller must not use them again. Throws
   * `too_many_requests`, `timeout`, `provider_unavailable`, `unavailable` after disposal, or the signal's reason.
   */
  run(inputs: Tensors, options?: RunOptions): Promise<Tensors>;
}

interface Job {
  readonly inputs: Tensors;
  readonly resolve: (outputs: Tensors) => void;
  readonly reject: (error: unknown) => void;
}

/** Starting weight of the mean run time that Retry-After is reckoned from. */
const FIRST_MEAN_MS = 1000;

/** How long disposing waits for threads inside native code; the process may exit while they are there. */
const DISPOSE_MS = 5000;

/** A pool of workers with one session each, behind a bounded first-in-first-out queue. */
export function createEngine(deps: EngineDeps): Engine {
  const createWorker = deps.createWorker ?? (() => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' }));
  const queue: Job[] = [];
  const idle: EngineWorker[] = [];
  const workers = new Set<EngineWorker>();
  const leaving = new Set<EngineWorker>();
  let loading: Promise<void> | undefined;
  let running = 0;
  let meanMs = FIRST_MEAN_MS;
  let disposed = false;

  /** Takes a worker that was ended out of the pool; its thread may have to come out of native code first. */
  async function letGo(worker: EngineWorker): Promise<void> {
    workers.delete(worker);
    leaving.add(worker);
    await worker.ended;
    leaving.delete(worker);
    dispatch();
  }

  async function load(): Promise<void> {
    const worker = startEngineWorker(createWorker);
    workers.add(worker);
    try {
      const request = { type: 'load', modelPath: deps.modelPath, runtime: deps.runtime } as const;
      const reply = await worker.ask(request, [], deps.loadTimeoutMs ?? 60_000);
      if (reply.type !== 'loaded') throw new Error(reply.type === 'failed' ? reply.reason : 'unexpected answer');
      idle.push(worker);
      deps.onLoaded?.(reply.report);
    } catch (cause) {
      worker.end(new Error('it failed to load'));
      void letGo(worker);
      if (disposed) throw stopped();
      throw new ServiceError('provider_unavailable', 'The engine failed to load.', { cause });
    }
  }

  /** One worker loads at a time, so that a broken model is tried once for all who wait. */
  function loadOne(): Promise<void> {
    const attempt = async (): Promise<void> => {
      try {
        await load();
      } catch (error) {
        loading = undefined;
        // Those who wait can still be served when another worker lives.
        if (workers.size === 0) for (const job of queue.splice(0)) job.reject(error);
        throw error;
      }
      loading = undefined;
      dispatch();
    };
    loading ??= attempt();
    return loading;
  }

  function takeIdle(): EngineWorker | undefined {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (worker.alive) return worker;
      void letGo(worker);
    }
    return undefined;
  }

  function dispatch(): void {
    while (queue.length > 0) {
      const worker = takeIdle();
      if (worker === undefined) break;
      const job = queue.shift();
      if (job !== undefined) void serve(worker, job);
    }
    // Those that still have to come out are bounded too, so that a model that hangs cannot pile threads up.
    const room = workers.size < deps.workers && leaving.size <= deps.workers;
    if (queue.length > 0 && loading === undefined && room && !disposed) {
      // Whoever waits hears of a failure through the queue.
      loadOne().catch(() => undefined);
    }
  }

  async function serve(worker: EngineWorker, job: Job): Promise<void> {
    running += 1;
    const started = performance.now();
    try {
      const reply = await worker.ask({ type: 'run', inputs: job.inputs }, buffersOf(job.inputs), deps.timeoutMs);
      if (reply.type !== 'outputs') throw new Error(reply.type === 'failed' ? reply.reason : 'unexpected answer');
      meanMs += (performance.now() - started - meanMs) / 8;
      job.resolve(reply.outputs);
    } catch (cause) {
      job.reject(disposed ? stopped() : failure(cause, deps.timeoutMs));
    } finally {
      running -= 1;
      if (worker.alive) idle.push(worker);
      else void letGo(worker);
      dispatch();
    }
  }

  return {
    async warmUp() {
      if (disposed) throw stopped();
      if (loading !== undefined || ![...workers].some((worker) => worker.alive)) await loadOne();
    },
    run(inputs, { signal, continuing = false } = {}) {
      if (disposed) return Promise.reject(stopped());
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      if (!continuing && running + queue.length >= deps.workers + deps.queueLimit) {
        const seconds = Math.ceil((meanMs * (queue.length + 1)) / deps.workers / 1000);
        return Promise.reject(
          new ServiceError('too_many_requests', 'The engine has as much waiting as it may; try again shortly.', {
            retryAfterInSeconds: Math.max(1, seconds),
          }),
        );
      }
      const { promise, resolve, reject } = Promise.withResolvers<Tensors>();
      const job: Job = { inputs, resolve, reject };
      const leave = (): void => {
        const place = queue.indexOf(job);
        if (place >= 0) queue.splice(place, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(job);
      dispatch();
      return promise.finally(() => signal?.removeEventListener('abort', leave));
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      for (const job of queue.splice(0)) job.reject(stopped());
      const threads = [...workers, ...leaving];
      for (const worker of workers) worker.end(stopped());
      await loading?.catch(() => undefined);
      await abortable(Promise.all(threads.map(({ ended }) => ended)), deadline(DISPOSE_MS)).catch(() => undefined);
    },
  };
}

function stopped(): ServiceError {
  return new ServiceError('unavailable', 'The engine is shutting down.');
}

function failure(cause: unknown, timeoutMs: number): ServiceError {
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new ServiceError('timeout', `The engine took longer than ${timeoutMs} ms.`, { cause });
  }
  return new ServiceError('provider_unavailable', 'The engine failed while it worked on this request.', { cause });
}
