import type { BuriedMessage, DeadLetter } from '../core/dead-letter.ts';
import type { Page } from './journal.ts';

/** One piece of work, held by this worker until one of its methods has resolved. They may throw what the queue's store throws. */
export interface WorkItem {
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** How often it was handed out, this time included. */
  readonly deliveries: number;
  readonly enqueuedAt: Date;
  /** Forgets it. */
  done(): Promise<void>;
  /**
   * Keeps `result` as the one answer to the request `id` unless there is one (then false), tells the one that is kept on
   * the result subject unless that was done within the window of duplicates, and forgets the item.
   */
  answered(id: string, result: Uint8Array): Promise<boolean>;
  /** Hands it out again, to any worker, no earlier than after `delayMs` milliseconds. */
  retry(delayMs: number): Promise<void>;
  /** Moves it to the dead letters, under the subject that it came on first. */
  bury(why: Pick<BuriedMessage, 'reason' | 'errorType' | 'requestId'> & { readonly subject?: string }): Promise<void>;
}

export interface ConsumeOptions {
  /** Most items held at once. */
  readonly concurrency: number;
  /** No item is handed out once it aborts; those held go on. */
  readonly signal: AbortSignal;
}

/** Messages nobody could answer, oldest first. Methods throw `not_found` with param `id`. */
export interface DeadLetters {
  list(query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DeadLetter>>;
  /** Puts the message into the queue again, once, and takes the letter away. Throws `invalid_input` for a truncated one. */
  replay(id: string): Promise<DeadLetter>;
  delete(id: string): Promise<void>;
}

/**
 * Work that survives its workers. What `enqueue` has resolved for is handed out until it is done, answered or buried,
 * at least once, to one worker at a time: an item stays with its worker for as long as that lives and comes to
 * another one when it has been silent for the queue's lease. Answers are kept once for each request id, whoever gives
 * them. Failures of the store are `unavailable` or `timeout`; a full queue is `too_many_requests`.
 */
export interface WorkQueue extends AsyncDisposable {
  /** Stores work once for each id within the queue's window of duplicates. */
  enqueue(id: string, data: Uint8Array, headers?: Readonly<Record<string, string>>): Promise<'stored' | 'duplicate'>;
  /** Hands out items until the signal aborts, and resolves once those held are settled. What a worker throws or leaves open comes again. */
  consume(work: (item: WorkItem) => Promise<void>, options: ConsumeOptions): Promise<void>;
  /** The answer to a request, for as long as answers are kept. */
  answer(id: string): Promise<Uint8Array | undefined>;
  /** Keeps a message that never got into the queue, and tells it on the dead letters' subject. */
  bury(message: BuriedMessage): Promise<void>;
  readonly deadLetters: DeadLetters;
  ping(signal: AbortSignal): Promise<void>;
}
