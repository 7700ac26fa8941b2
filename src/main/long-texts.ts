import type { PoolStats } from '../core/pool-stats.ts';
import { createWorkerPool, type WorkerPoolDeps } from '../core/worker-pool.ts';
import { INJECTION_DETECTOR, type AttackReading } from '../domain/guardrails/detectors/injection.ts';
import type { LongTexts } from '../domain/guardrails/long-texts.ts';
import type { GuardPart } from '../ports/guard.ts';
import type { LongTextsLoad, LongTextsResult, LongTextsRun, PackedReading } from './long-texts-protocol.ts';
import { unpackFindings } from './packed-findings.ts';

type Pool = WorkerPoolDeps<LongTextsLoad, LongTextsRun, LongTextsResult, never>;
type Deps = Pick<Pool, 'idleMs' | 'memory'> & { readonly guardWeights: string };

/** Checks of long texts that may wait for a worker. */
const QUEUE = 64;
/** Longest time in milliseconds that a check may take for one text before its worker counts as stuck and is ended. */
const TIMEOUT_MS = 10_000;
/** Milliseconds without long texts after which a worker is ended. */
const IDLE_MS = 60_000;

/** The workers that check long texts, their metrics and their disposal. They start with the first such text. */
export interface LongTextsWorkers extends LongTexts, AsyncDisposable {
  stats(): readonly PoolStats[];
}

/**
 * Checks long texts in two workers side by side, one for attacks and one for data: other requests do not wait for a megabyte of text,
 * and its own request waits half as long.
 */
export function createLongTexts({ guardWeights, idleMs = IDLE_MS, memory }: Deps): LongTextsWorkers {
  const limits = { idleMs, ...(memory === undefined ? {} : { memory }) };
  const attacks = createReader({ ...limits, model: 'guard-long-texts-attacks', load: { for: 'attacks', guardWeights } });
  const data = createReader({ ...limits, model: 'guard-long-texts-data', load: { for: 'data' } });
  const readerOf = (check: string): LongTexts => (check === INJECTION_DETECTOR ? attacks : data);
  return {
    read: (check, part, signal) => readerOf(check).read(check, part, signal),
    readAll: (check, parts, signal) => readerOf(check).readAll(check, parts, signal),
    stats: () => [attacks.stats(), data.stats()],
    async [Symbol.asyncDispose]() {
      await Promise.all([attacks[Symbol.asyncDispose](), data[Symbol.asyncDispose]()]);
    },
  };
}

/**
 * One worker. Copying a megabyte takes a millisecond of the calling thread, so each text is sent once, and again only if the worker no
 * longer has it.
 */
function createReader(own: Pick<Pool, 'idleMs' | 'memory' | 'model' | 'load'>): LongTexts & AsyncDisposable & { stats(): PoolStats } {
  const pool = createWorkerPool<LongTextsLoad, LongTextsRun, never, LongTextsResult>({
    createWorker: () => new Worker(new URL('./long-texts-worker.ts', import.meta.url).href, { type: 'module' }),
    entersNativeCode: () => false,
    workers: 1,
    queueLimit: QUEUE,
    timeoutMs: TIMEOUT_MS,
    ...own,
  });
  const numbers = new WeakMap<GuardPart, number>();
  let last = 0;
  return {
    async read(check, part, signal) {
      const known = numbers.get(part);
      const before = known === undefined ? undefined : await pool.run({ check, number: known }, [], { signal });
      if (before?.[0] !== undefined) return unpacked(before[0], check, part);
      last += 1;
      const number = last;
      numbers.set(part, number);
      const [reading] = (await pool.run({ check, number, part }, [], { signal })) ?? [];
      if (reading === undefined) throw new TypeError('a text was not read');
      return unpacked(reading, check, part);
    },
    async readAll(check, parts, signal) {
      const readings = (await pool.run({ check, parts }, [], { signal })) ?? [];
      return parts.map((part, index) => {
        const reading = readings[index];
        if (reading === undefined) throw new TypeError('a text was not read');
        return unpacked(reading, check, part);
      });
    },
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function unpacked(result: PackedReading, detector: string, part: GuardPart): AttackReading {
  return { ...result, findings: unpackFindings(result.findings, { detector, part: part.id }) };
}
