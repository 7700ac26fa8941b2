import { isRefusal, storeOneByOne } from './one-by-one.ts';

export interface WriteQueueOptions<T> {
  /** Stores a batch, all or nothing. */
  readonly store: (batch: readonly T[]) => Promise<void>;
  /** Called with every batch that no longer waits, stored or lost. */
  readonly settled?: (batch: readonly T[]) => void;
  /** Called for entries that could not be stored; `cause` is undefined if the queue was full. */
  readonly lose: (entries: number, cause: unknown) => void;
  /** Called when the pauses are used up and the queue keeps waiting: once until something is stored again. */
  readonly stuck?: (cause: unknown) => void;
  /** Milliseconds an entry waits for others to be stored with. */
  readonly batchMs: number;
  readonly batchSize: number;
  /** How many entries may wait; with more, entries are lost. */
  readonly capacity: number;
  /** Pauses in milliseconds before a batch is tried again that the store cannot take now; the last one repeatedly. */
  readonly retryMs: readonly number[];
}

/** Collects entries and stores them in batches, in order, one batch at a time. */
export interface WriteQueue<T> {
  readonly waiting: number;
  /** Whether the store has accepted nothing for longer than the pauses last. */
  readonly isStuck: boolean;
  push(entry: T): void;
  /**
   * Resolves when all entries pushed before have been stored. Rejects if one of them was lost, or if they wait longer than the pauses
   * last; they then keep waiting.
   */
  flush(): Promise<void>;
  /** Drops what the store does not accept at the next attempt. */
  close(): void;
}

interface Flush {
  /** How many entries must have been stored or lost. */
  readonly upTo: number;
  readonly settle: PromiseWithResolvers<void>;
  failure: unknown;
}

/** An empty queue. It starts a timer only while something waits. */
export function createWriteQueue<T>(options: WriteQueueOptions<T>): WriteQueue<T> {
  const { store, settled, lose, stuck, batchMs, batchSize, capacity, retryMs } = options;
  let waiting: T[] = [];
  let accepted = 0;
  let done = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draining = false;
  let isStuck = false;
  let closed = false;
  let wake: (() => void) | undefined;
  let flushes: Flush[] = [];

  /** Ends early if somebody waits for what is being stored. */
  async function pause(milliseconds: number): Promise<void> {
    let pausing: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      pausing = setTimeout(resolve, milliseconds);
    });
    clearTimeout(pausing);
    wake = undefined;
  }

  /** Rejects with what the store refuses, and once closed also with what prevents it from storing. */
  async function storePatiently(batch: readonly T[]): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await store(batch);
        isStuck = false;
        return;
      } catch (error) {
        if (isRefusal(error) || closed) throw error;
        if (failures >= retryMs.length) giveNotice(error);
        await pause(retryMs[failures] ?? retryMs.at(-1) ?? batchMs);
      }
    }
  }

  function giveNotice(cause: unknown): void {
    if (!isStuck) stuck?.(cause);
    isStuck = true;
    for (const { settle } of flushes) settle.reject(cause);
    flushes = [];
  }

  function miss(entries: number, cause: unknown): void {
    for (const flush of flushes) flush.failure ??= cause;
    lose(entries, cause);
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await storePatiently(batch).catch(async (error: unknown) => {
        if (!isRefusal(error) || batch.length === 1) return miss(batch.length, error);
        let left = batch.length;
        const storeOne = async (entry: T): Promise<void> => {
          await storePatiently([entry]);
          left -= 1;
        };
        const loseOne = (cause: unknown): void => {
          left -= 1;
          miss(1, cause);
        };
        await storeOneByOne(batch, { store: storeOne, lose: loseOne }).catch((cause: unknown) => miss(left, cause));
      });
      done += batch.length;
      settled?.(batch);
      for (const { upTo, settle, failure } of flushes) {
        if (upTo > done) continue;
        if (failure === undefined) settle.resolve();
        else settle.reject(failure);
      }
      flushes = flushes.filter(({ upTo }) => upTo > done);
    }
    draining = false;
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (draining) return;
    draining = true;
    void drain();
  }

  return {
    get waiting() {
      return accepted - done;
    },
    get isStuck() {
      return isStuck;
    },

    push(entry) {
      if (accepted - done >= capacity) {
        settled?.([entry]);
        lose(1, undefined);
        return;
      }
      waiting.push(entry);
      accepted += 1;
      if (waiting.length >= batchSize) start();
      else if (!draining) timer ??= setTimeout(start, batchMs);
    },

    async flush() {
      if (done === accepted) return;
      const settle = Promise.withResolvers<void>();
      flushes.push({ upTo: accepted, settle, failure: undefined });
      start();
      wake?.();
      await settle.promise;
    },

    close() {
      closed = true;
      wake?.();
    },
  };
}
