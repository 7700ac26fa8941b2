import type { BuriedMessage, DeadLetter } from '../core/dead-letter.ts';
import type { Page } from './journal.ts';

/** One work item, held by this worker until one of its methods has resolved. They may throw the errors of the queue's store. */
export interface WorkItem {
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** How often it was delivered, including this time. */
  readonly deliveries: number;
  readonly enqueuedAt: Date;
  /** Deletes it. */
  done(): Promise<void>;
  /**
   * Stores `result` as the only answer to the request `id` unless there is one (then false), publishes the stored answer on the result
   * subject unless that was done within the window of duplicates, and deletes the item. `beforeTold` runs once the result is stored, and
   * only then: it may publish what comes before it. Throws `payload_too_large` for a result that cannot be published; the item stays.
   */
  answered(id: string, result: Uint8Array, beforeTold?: () => Promise<void>): Promise<boolean>;
  /** Delivers it again, to any worker, after at least `delayMs` milliseconds. */
  retry(delayMs: number): Promise<void>;
  /** Moves it to the dead letters, under its original subject. */
  bury(why: Pick<BuriedMessage, 'reason' | 'errorType' | 'requestId'> & { readonly subject?: string }): Promise<void>;
}

export interface ConsumeOptions {
  /** Most items held at once. */
  readonly concurrency: number;
  /** No item is delivered once it aborts; held items continue. */
  readonly signal: AbortSignal;
}

/** Messages that could not be answered, oldest first. Methods throw `not_found` with param `id`. */
export interface DeadLetters {
  list(query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DeadLetter>>;
  /** Puts the message back into the queue, once, and deletes the letter. Throws `invalid_input` for a truncated one. */
  replay(id: string): Promise<DeadLetter>;
  delete(id: string): Promise<void>;
}

/**
 * Work that survives its workers. Enqueued items are delivered at least once, to one worker at a time, until they are done, answered or
 * become dead letters: an item stays with its worker as long as that lives, and goes to another one after the queue's lease without a
 * heartbeat. Answers are stored once per request id, whoever gives them. Errors of the store are `unavailable` or `timeout`; a full
 * queue is `too_many_requests`.
 */
export interface WorkQueue extends AsyncDisposable {
  /** Stores work once per id within the queue's window of duplicates. */
  enqueue(id: string, data: Uint8Array, headers?: Readonly<Record<string, string>>): Promise<'stored' | 'duplicate'>;
  /**
   * Delivers items until the signal aborts, and resolves once held items are settled. An item is delivered again if its worker throws or
   * leaves it open.
   */
  consume(work: (item: WorkItem) => Promise<void>, options: ConsumeOptions): Promise<void>;
  /** The answer to a request, as long as answers are kept. */
  answer(id: string): Promise<Uint8Array | undefined>;
  /** Stores a message that never got into the queue, and publishes it on the subject of dead letters. */
  bury(message: BuriedMessage): Promise<void>;
  readonly deadLetters: DeadLetters;
  /** How many items wait or are under way, and how many dead letters are kept. */
  backlog(): Promise<{ readonly pending: number; readonly deadLetters: number }>;
  ping(signal: AbortSignal): Promise<void>;
}
