import type { PoolStats } from '../core/pool-stats.ts';
import { createWorkerPool, type WorkerPoolDeps } from '../core/worker-pool.ts';
import type { LongTexts } from '../domain/guardrails/long-texts.ts';
import type { GuardPart } from '../ports/guard.ts';
import type { LongTextsLoad, LongTextsResult, LongTextsRun } from './long-texts-protocol.ts';

type Deps = Pick<WorkerPoolDeps<LongTextsLoad, LongTextsRun, LongTextsResult, never>, 'idleMs' | 'memory'> & LongTextsLoad;

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

/**
 * Reads long texts in a worker, so that no request waits for another one's megabyte. To copy one takes a millisecond of the
 * calling thread: the worker is given each once, and again only where it no longer has it.
 */
export function createLongTexts({ guardWeights, idleMs = IDLE_MS, memory }: Deps): LongTextsWorker {
  const pool = createWorkerPool<LongTextsLoad, LongTextsRun, never, LongTextsResult>({
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
  const numbers = new WeakMap<GuardPart, number>();
  let last = 0;
  return {
    async read(check, part, signal) {
      const known = numbers.get(part);
      const before = known === undefined ? undefined : await pool.run({ check, number: known }, [], { signal });
      if (before !== undefined) return before;
      last += 1;
      const number = last;
      numbers.set(part, number);
      const reading = await pool.run({ check, number, part }, [], { signal });
      if (reading === undefined) throw new TypeError('a text was not read');
      return reading;
    },
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
