import { ServiceError } from '../../core/errors.ts';

export interface WriteQueueOptions<T> {
  /** Stores a batch, all of it or nothing. */
  readonly store: (batch: readonly T[]) => Promise<void>;
  /** Called with every batch that waits no more, stored or lost. */
  readonly settled?: (batch: readonly T[]) => void;
  /** Called for entries that could not be kept; `cause` is undefined when the queue was full. */
  readonly lose: (entries: number, cause: unknown) => void;
  /** Milliseconds an entry waits for others to be stored with. */
  readonly batchMs: number;
  readonly batchSize: number;
  /** How many entries may wait; one more is lost. */
  readonly capacity: number;
  /** Pauses before trying a batch again that failed with `unavailable`; after the last one it is lost. */
  readonly retryMs: readonly number[];
}

/** Collects entries and stores them in batches, in order, one batch at a time. */
export interface WriteQueue<T> {
  readonly waiting: number;
  push(entry: T): void;
  /** Resolves when all entries pushed before have been stored; rejects when one of them was lost meanwhile. */
  flush(): Promise<void>;
}

interface Flush {
  /** How many entries must have been dealt with. */
  readonly upTo: number;
  readonly settle: PromiseWithResolvers<void>;
  failure: unknown;
}

/** An empty queue. It starts a timer only while something waits. */
export function createWriteQueue<T>(options: WriteQueueOptions<T>): WriteQueue<T> {
  const { store, settled, lose, batchMs, batchSize, capacity, retryMs } = options;
  let waiting: T[] = [];
  let accepted = 0;
  let done = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let draining = false;
  let flushes: Flush[] = [];

  async function storePatiently(batch: readonly T[]): Promise<void> {
    for (const pause of retryMs) {
      try {
        await store(batch);
        return;
      } catch (error) {
        if (isRefusal(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    await store(batch);
  }

  function miss(entries: number, cause: unknown): void {
    for (const flush of flushes) flush.failure ??= cause;
    lose(entries, cause);
  }

  /** One entry that the database refuses must not take the others with it. */
  async function storeEach(batch: readonly T[]): Promise<void> {
    for (const entry of batch) await storePatiently([entry]).catch((error: unknown) => miss(1, error));
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await storePatiently(batch).catch(async (error: unknown) => {
        if (isRefusal(error) && batch.length > 1) await storeEach(batch);
        else miss(batch.length, error);
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
      return waiting.length;
    },

    push(entry) {
      if (waiting.length >= capacity) {
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
      await settle.promise;
    },
  };
}

/** Whether the database took the batch and said no, so that trying again as it is cannot help. */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.kind === 'internal';
}
