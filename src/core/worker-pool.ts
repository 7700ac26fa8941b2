import { abortable, deadline } from './abort.ts';
import { ServiceError } from './errors.ts';
import { FairQueue, type Lane } from './fair-queue.ts';
import { IdleWorkers } from './idle-workers.ts';
import { failure, queueFull, stopped } from './pool-failure.ts';
import type { PoolLimits, PoolRunOptions } from './pool-options.ts';
import { createPoolTally, type PoolStats } from './pool-stats.ts';
import { startPooledWorker, type PooledWorker, type PooledWorkerDeps } from './pooled-worker.ts';
import { streamRun } from './stream-run.ts';
import type { LoadReport } from './worker-protocol.ts';

export interface WorkerPoolDeps<Load, Run, Result, Report extends LoadReport> extends PooledWorkerDeps<Report>, PoolLimits<Report> {
  /** The model's name in `stats()` and in messages. */
  readonly model: string;
  /** What each worker loads. */
  readonly load: Load;
  /** Seconds of audio that a run read or produced, for the real-time factor. Transferred buffers are gone by then. */
  readonly audioSeconds?: (request: Run, result: Result) => number;
}

/** Runs one model off the calling thread, in workers behind a bounded, fair queue. */
export interface WorkerPool<Run, Part, Result> extends AsyncDisposable {
  /** Loads a first worker unless there is one. Throws `provider_unavailable` if that fails; it may be tried again. */
  warmUp(): Promise<void>;
  /**
   * One run. The buffers of `transfer` are taken away from the caller. Throws `too_many_requests` or `unavailable`
   * with Retry-After, `timeout`, `provider_unavailable`, what the worker says, or the signal's reason.
   */
  run(request: Run, transfer: readonly ArrayBuffer[], options?: PoolRunOptions): Promise<Result>;
  /** The same, part by part. The run starts with the first read; ending the iteration early cancels it. */
  stream(request: Run, transfer: readonly ArrayBuffer[], options?: PoolRunOptions): AsyncGenerator<Part, Result>;
  stats(): PoolStats;
}

interface Job<Run, Part, Result> {
  readonly request: Run;
  readonly transfer: readonly ArrayBuffer[];
  readonly continuing: boolean;
  readonly timeoutMs: number;
  readonly onPart: ((part: Part) => void) | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** An active run. If its caller has left, `abandonedUntil` says when its worker is replaced, on `performance.now()`. */
interface Running<Worker> {
  readonly worker: Worker;
  abandonedUntil?: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** How long disposal waits for threads in native code, in milliseconds; the process may exit while they are there. */
const DISPOSE_MS = 5000;

const GRACE_MS = 100;

const LOAD_TIMEOUT_MS = 60_000;

/** A pool that starts its workers when they are needed. */
export function createWorkerPool<Load, Run, Part, Result, Report extends LoadReport = LoadReport>(
  deps: WorkerPoolDeps<Load, Run, Result, Report>,
): WorkerPool<Run, Part, Result> {
  type OwnWorker = PooledWorker<Load, Run, Part, Result, Report>;
  type OwnJob = Job<Run, Part, Result>;
  const queue = new FairQueue<OwnJob>();
  const running = new Map<OwnJob, Running<OwnWorker>>();
  const idle = new IdleWorkers<OwnWorker>(deps.idleMs ?? 0, (worker) => void unload(worker, 'idle'));
  const workers = new Set<OwnWorker>();
  const leaving = new Set<OwnWorker>();
  const tally = createPoolTally();
  const registration = deps.memory?.register(unloadIdle);
  let loading: Promise<void> | undefined;
  let lastLoad: LoadReport | undefined;
  let disposed = false;

  /** Removes an ended worker from the pool; its thread may still have to leave native code. */
  async function letGo(worker: OwnWorker): Promise<void> {
    workers.delete(worker);
    leaving.add(worker);
    await worker.ended;
    leaving.delete(worker);
    dispatch();
  }

  function takeIdle(): OwnWorker | undefined {
    for (let worker = idle.take(); worker !== undefined; worker = idle.take()) {
      if (worker.alive) return worker;
      void letGo(worker);
    }
    return undefined;
  }

  async function unload(worker: OwnWorker, reason: 'idle' | 'memory'): Promise<void> {
    if (!idle.remove(worker)) return;
    worker.unload();
    await letGo(worker);
    deps.onUnloaded?.(reason);
  }

  async function unloadIdle(): Promise<number> {
    const unloading = idle.items.map((worker) => unload(worker, 'memory'));
    await Promise.all(unloading);
    return unloading.length;
  }

  async function load(): Promise<void> {
    await deps.memory?.makeRoom();
    if (disposed) throw stopped();
    const worker: OwnWorker = startPooledWorker(deps);
    workers.add(worker);
    try {
      const report = await worker.load(deps.load, deps.loadTimeoutMs ?? LOAD_TIMEOUT_MS);
      lastLoad = report;
      idle.put(worker);
      deps.onLoaded?.(report);
    } catch (cause) {
      worker.end(new Error('it failed to load'));
      void letGo(worker);
      if (disposed) throw stopped();
      if (cause instanceof ServiceError) throw cause;
      throw new ServiceError('provider_unavailable', 'The engine failed to load.', { cause });
    }
  }

  /** Loads one worker at a time, so that a broken model is tried once for all that wait. */
  function loadOne(): Promise<void> {
    const attempt = async (): Promise<void> => {
      try {
        await load();
      } catch (error) {
        loading = undefined;
        // The queue can still be served if another worker lives.
        if (workers.size === 0) for (const job of queue.drain()) job.reject(error);
        throw error;
      }
      loading = undefined;
      dispatch();
    };
    loading ??= attempt();
    return loading;
  }

  function dispatch(): void {
    while (queue.size > 0) {
      const worker = takeIdle();
      if (worker === undefined) break;
      const job = queue.shift();
      if (job !== undefined) void serve(worker, job);
    }
    if (queue.size === 0 || loading !== undefined || disposed) return;
    // Ended threads that are still in native code are bounded too, so that a model that hangs cannot accumulate threads.
    if (leaving.size > deps.workers) return;
    // Waiting callers learn of a failure through the queue.
    if (workers.size < deps.workers) loadOne().catch(() => undefined);
    else replaceAbandoned();
  }

  /** Ends one worker whose caller has left while others wait. */
  function replaceAbandoned(): void {
    const now = performance.now();
    for (const { worker, abandonedUntil = Infinity } of running.values()) {
      if (abandonedUntil <= now) return worker.end(new Error('its caller left'));
    }
  }

  async function serve(worker: OwnWorker, job: OwnJob): Promise<void> {
    const place: Running<OwnWorker> = { worker };
    running.set(job, place);
    const started = performance.now();
    try {
      const result = await worker.run(job.request, job.transfer, job.timeoutMs, job.onPart);
      if (place.abandonedUntil === undefined) {
        tally.completed(performance.now() - started, deps.audioSeconds?.(job.request, result) ?? 0);
      }
      job.resolve(result);
    } catch (cause) {
      if (place.abandonedUntil === undefined) tally.failed();
      job.reject(disposed ? stopped() : failure(cause, job.timeoutMs));
    } finally {
      running.delete(job);
      clearTimeout(place.timer);
      if (worker.alive) idle.put(worker);
      else void letGo(worker);
      dispatch();
    }
  }

  /** Frees the caller at once. The run is asked to stop; see `replaceAbandoned` for one that does not. */
  function abandon(job: OwnJob): void {
    if (queue.remove(job)) return;
    const place = running.get(job);
    if (place === undefined) return;
    // Waiting as long as a load would take costs at most twice the better choice.
    const grace = Math.max(deps.graceMs ?? GRACE_MS, lastLoad?.milliseconds ?? 0);
    place.abandonedUntil = performance.now() + grace;
    place.worker.cancel();
    place.timer = setTimeout(dispatch, grace + 1);
  }

  function runningForSomebody(): number {
    return [...running.values()].filter(({ abandonedUntil }) => abandonedUntil === undefined).length;
  }

  /** Throws `too_many_requests` if the lane is full and no key with more places can give one up. */
  function admit(lane: Lane, key: string): void {
    const waiting = queue.sizeOf(lane);
    if (runningForSomebody() + waiting < deps.workers + deps.queueLimit) return;
    const displaced = queue.displace(lane, key, ({ continuing }) => !continuing);
    tally.refused();
    const retryAfterInSeconds = Math.max(1, Math.ceil((tally.meanRunMs * (waiting + 1)) / deps.workers / 1000));
    const full = queueFull(retryAfterInSeconds);
    if (displaced === undefined) throw full;
    displaced.reject(full);
  }

  async function enqueue(
    request: Run,
    transfer: readonly ArrayBuffer[],
    { signal, continuing = false, key = '', lane = 'interactive', timeoutMs = deps.timeoutMs }: PoolRunOptions,
    onPart?: (part: Part) => void,
  ): Promise<Result> {
    if (disposed) throw stopped();
    signal?.throwIfAborted();
    if (!continuing) admit(lane, key);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job: OwnJob = { request, transfer, continuing, timeoutMs, onPart, resolve, reject };
    const leave = (): void => {
      abandon(job);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    queue.push(job, lane, key);
    dispatch();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    async warmUp() {
      if (disposed) throw stopped();
      if (loading !== undefined || ![...workers].some((worker) => worker.alive)) await loadOne();
    },
    run: (request, transfer, options = {}) => enqueue(request, transfer, options),
    stream: (request, transfer, options = {}) =>
      streamRun<Part, Result>((onPart, signal) => enqueue(request, transfer, { ...options, signal }, onPart), options.signal),
    stats: () => ({
      model: deps.model,
      provider: lastLoad?.provider ?? '',
      loadedMs: lastLoad?.milliseconds ?? 0,
      workers: workers.size,
      queueDepth: queue.size,
      running: runningForSomebody(),
      ...tally.figures,
    }),
    async [Symbol.asyncDispose]() {
      disposed = true;
      registration?.[Symbol.dispose]();
      for (const job of queue.drain()) job.reject(stopped());
      idle.clear();
      const threads = [...workers, ...leaving];
      for (const worker of workers) worker.end(stopped());
      await loading?.catch(() => undefined);
      await abortable(Promise.all(threads.map(({ ended }) => ended)), deadline(DISPOSE_MS)).catch(() => undefined);
    },
  };
}
