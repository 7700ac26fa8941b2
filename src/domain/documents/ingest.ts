import { delay } from '../../core/abort.ts';
import { messageOf } from '../../core/errors.ts';
import type { Catalog, StoreFile } from '../../ports/catalog.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/system.ts';

export interface IngestDeps {
  readonly catalog: Pick<Catalog, 'unfinished' | 'member'>;
  /** Ingests one file and stores the outcome. If it throws, it is tried again after a pause. */
  readonly work: FileWork;
  /** The files that other processes with the same catalog ingest; absent if there are none. */
  readonly leases?: Leases | undefined;
  readonly logger: Logger;
  /** How many files are ingested at once, from 1. */
  readonly concurrency: number;
  /** From so many ingested chunks on a file is a long one. */
  readonly longChunks: number;
  /** Pause after a failure of the catalog or of an ingestion, in milliseconds. */
  readonly retryMs: number;
}

/**
 * Ingests one file. `mayGoOn` is asked after each stored batch with the number of chunks so far; if it says no, the file is left in
 * progress and continued later.
 */
export type FileWork = (member: StoreFile, signal: AbortSignal, mayGoOn: (chunks: number) => boolean) => Promise<void>;

/** Ingests the files that the catalog lists as in progress. Its whole state is in the catalog. */
export interface Ingest {
  /** Signals that there may be new files. */
  wake(): void;
  /** Stops ingesting a file in one store or in all, or everything in a store, and waits until it has stopped. */
  leave(which: { readonly fileId?: string; readonly storeId?: string }): Promise<void>;
  /** Runs an action on a file while no ingestion of it can start. */
  hold<T>(fileId: string, action: () => Promise<T>): Promise<T>;
  /** Works until the signal aborts; resolves when nothing is running any more. Never throws. */
  run(signal: AbortSignal): Promise<void>;
}

interface Job {
  readonly storeId: string;
  readonly fileId: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  isLong: boolean;
}

/** Milliseconds between two looks at the files of other processes, which may have died. */
const LOOK_MS = 2000;

/**
 * The ingestion worker; a process has one per catalog. Long files never take up all of its places, if it has more than one, so that a
 * short file that is sent after them does not wait for their end.
 */
export function createIngest({ catalog, work, leases, logger, concurrency, longChunks, retryMs }: IngestDeps): Ingest {
  const maxLong = Math.max(1, concurrency - 1);
  const jobs = new Map<string, Job>();
  /** Files that other processes ingest, as far as the last look told. */
  const elsewhere = new Set<string>();
  const held = new Map<string, Promise<unknown>>();
  let bell = Promise.withResolvers<void>();

  function wake(): void {
    bell.resolve();
    bell = Promise.withResolvers();
  }

  const longRunning = (): number => [...jobs.values()].filter(({ isLong }) => isLong).length;

  function start(listed: StoreFile, signal: AbortSignal): void {
    const { storeId, fileId, chunks } = listed;
    const key = keyOf(listed);
    const stop = new AbortController();
    const within = AbortSignal.any([signal, stop.signal]);
    const mayGoOn = (ingested: number): boolean => {
      const job = jobs.get(key);
      if (job === undefined || job.isLong || ingested < longChunks) return true;
      job.isLong = longRunning() < maxLong;
      return job.isLong;
    };
    const done = (async () => {
      try {
        await held.get(fileId);
        await alone(key, within, async (signalOfAll) => {
          // The list may be older than a removal; from here on a removal waits for this job.
          const member = await catalog.member(storeId, fileId);
          if (member?.status === 'in_progress' && !signalOfAll.aborted) await work(member, signalOfAll, mayGoOn);
        });
      } catch (error) {
        if (within.aborted) return;
        logger.error('a file is ingested later', { file: fileId, reason: messageOf(error) });
        await delay(retryMs, within).catch(() => undefined);
      } finally {
        jobs.delete(key);
        wake();
      }
    })();
    jobs.set(key, { storeId, fileId, stop, done, isLong: chunks >= longChunks });
  }

  /** Works on a file, unless another process does. */
  async function alone(key: string, signal: AbortSignal, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (leases === undefined) return action(signal);
    const lease = await leases.take(`file ${key}`, 'ingest');
    if (lease === undefined) {
      elsewhere.add(key);
      return undefined;
    }
    try {
      await action(AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
    return undefined;
  }

  /** Starts as many as may run at once, the oldest first; long ones first, as far as there is a place for them. */
  async function fill(signal: AbortSignal): Promise<void> {
    if (jobs.size >= concurrency) return;
    const limit = concurrency * 2 + elsewhere.size;
    const long = await catalog.unfinished(limit, { from: longChunks });
    const others = await catalog.unfinished(limit, { below: longChunks });
    for (const member of [...long, ...others]) {
      if (jobs.size >= concurrency || signal.aborted) return;
      const key = keyOf(member);
      if (jobs.has(key) || elsewhere.has(key)) continue;
      if (member.chunks < longChunks || longRunning() < maxLong) start(member, signal);
    }
  }

  /** Looks again and again at files that other processes ingest. */
  async function lookElsewhere(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(LOOK_MS, signal).catch(() => undefined);
      elsewhere.clear();
      wake();
    }
  }

  return {
    wake,

    async leave({ fileId, storeId }) {
      const concerned = [...jobs.values()].filter(
        (job) => (fileId === undefined || job.fileId === fileId) && (storeId === undefined || job.storeId === storeId),
      );
      for (const job of concerned) job.stop.abort(new DOMException('the file was removed', 'AbortError'));
      await Promise.all(concerned.map(({ done }) => done));
    },

    async hold(fileId, action) {
      const running = Promise.resolve(held.get(fileId)).then(action);
      const settled = running.then(
        () => undefined,
        () => undefined,
      );
      held.set(fileId, settled);
      try {
        return await running;
      } finally {
        if (held.get(fileId) === settled) held.delete(fileId);
      }
    },

    async run(signal) {
      signal.addEventListener('abort', wake, { once: true });
      const looking = leases === undefined ? undefined : lookElsewhere(signal);
      while (!signal.aborted) {
        const rung = bell.promise;
        try {
          await fill(signal);
          await rung;
        } catch (error) {
          logger.error('the catalog cannot be read', { reason: messageOf(error) });
          await delay(retryMs, signal).catch(() => undefined);
        }
      }
      await Promise.all([looking, ...Array.from(jobs.values(), ({ done }) => done)]);
    },
  };
}

function keyOf({ storeId, fileId }: StoreFile): string {
  return `${storeId}\n${fileId}`;
}
