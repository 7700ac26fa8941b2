import type { PoolStats } from '../core/pool-stats.ts';
import { createWorkerPool, type WorkerPoolDeps } from '../core/worker-pool.ts';
import type { AttackReading } from '../domain/guardrails/detectors/injection.ts';
import type { LongTexts } from '../domain/guardrails/long-texts.ts';
import type { LongTextsLoad, LongTextsRun } from './long-texts-protocol.ts';

type Deps = Pick<WorkerPoolDeps<LongTextsLoad, LongTextsRun, AttackReading, never>, 'idleMs' | 'memory'> & LongTextsLoad;

/** Long texts that may wait for the one worker that reads them. */
const QUEUE = 64;
/** Longest time one check may take for one text before its worker is taken for stuck and ended. */
const TIMEOUT_MS = 10_000;
/** The worker goes when there were no long texts for so long. */
const IDLE_MS = 60_000;

/** A worker that reads long texts, with its figures and its end. It starts with the first of them. */
export interface LongTextsWorker extends LongTexts, AsyncDisposable {
  stats(): PoolStats;
}

/** Reads long texts in a worker, so that no request waits for another one's megabyte. */
export function createLongTexts({ guardWeights, idleMs = IDLE_MS, memory }: Deps): LongTextsWorker {
  const pool = createWorkerPool<LongTextsLoad, LongTextsRun, never, AttackReading>({
    createWorker: () => new Worker(new URL('./long-texts-worker.ts', import.meta.url).href, { type: 'module' }),
    entersNativeCode: () => false,
    model: 'guard-long-texts',
    load: { guardWeights },
    workers: 1,
    queueLimit: QUEUE,
    timeoutMs: TIMEOUT_MS,
    idleMs,
    ...(memory === undefined ? {} : { memory }),
  });
  return {
    read: (check, part, signal) => pool.run({ check, part }, [], { signal }),
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
