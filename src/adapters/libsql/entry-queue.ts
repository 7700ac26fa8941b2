import type { JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import { createWriteQueue, type WriteQueueOptions } from './write-queue.ts';

export interface EntryQueueOptions extends Pick<
  WriteQueueOptions<JournalEntry>,
  'store' | 'batchMs' | 'batchSize' | 'capacity' | 'retryMs'
> {
  /** How many UTF-16 code units of captured content may wait; beyond that, entries are kept without their content. */
  readonly contentCapacity: number;
  readonly logger: Logger;
}

/** Journal entries that wait in memory to be stored, and the count of those that could not be. */
export interface EntryQueue {
  readonly waiting: number;
  /** How many entries were lost. */
  readonly dropped: number;
  /** Whether the database has accepted nothing for a while. */
  readonly isStuck: boolean;
  push(entry: JournalEntry): void;
  /** Counts and logs entries that cannot be kept. */
  lose(entries: number, cause: unknown): void;
  /** As `flush` of a write queue. */
  flush(): Promise<void>;
  close(): void;
}

/** An empty queue. Every loss is counted and logged, and so is content dropped for lack of room. */
export function createEntryQueue({ contentCapacity, logger, ...options }: EntryQueueOptions): EntryQueue {
  let contentWaiting = 0;
  let contentDropped = 0;
  let dropped = 0;

  function lose(entries: number, cause: unknown): void {
    dropped += entries;
    const reason = cause === undefined ? 'the queue is full' : reasonOf(cause);
    // A full queue loses entries one by one; one log line per thousand is enough.
    if (cause !== undefined || dropped % 1000 === 1) logger.error('journal entries were lost', { entries, dropped, reason });
  }

  /** Content makes entries large: if the database cannot keep up, it is dropped before records are. */
  function withinCapacity(entry: JournalEntry): JournalEntry {
    const size = lengthOf(entry);
    if (size === 0) return entry;
    if (contentWaiting + size > contentCapacity) {
      contentDropped += 1;
      if (contentDropped % 1000 === 1) logger.error('captured content was not kept', { entries: contentDropped, waiting: contentWaiting });
      return { request: entry.request, decisions: entry.decisions, debug: entry.debug };
    }
    contentWaiting += size;
    return entry;
  }

  const queue = createWriteQueue<JournalEntry>({
    ...options,
    settled(entries) {
      for (const entry of entries) contentWaiting -= lengthOf(entry);
    },
    lose,
    stuck: (cause) => logger.error('the database cannot store records; they wait in memory', { reason: reasonOf(cause) }),
  });
  return {
    get waiting() {
      return queue.waiting;
    },
    get dropped() {
      return dropped;
    },
    get isStuck() {
      return queue.isStuck;
    },
    push: (entry) => queue.push(withinCapacity(entry)),
    lose,
    flush: () => queue.flush(),
    close: () => queue.close(),
  };
}

/** How much of an entry is captured content, in UTF-16 code units. */
function lengthOf({ content }: JournalEntry): number {
  return (content?.input?.length ?? 0) + (content?.output?.length ?? 0);
}

/** The reason of a failure as it may be logged. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
