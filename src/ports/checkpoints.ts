import type { Page } from './journal.ts';

/** Why a checkpoint was made: new input, the end of a super-step, a fork of an earlier one, or the cancellation of an interrupted run. */
export type CheckpointSource = 'input' | 'step' | 'fork' | 'cancel';

/** The state of a graph's run at one moment. Texts are JSON that only the engine writes and reads. */
export interface Checkpoint {
  /** Version of the record's format; readers refuse others. */
  readonly version: 1;
  readonly id: string;
  readonly thread: string;
  /** The previous checkpoint; absent for the first of a thread. */
  readonly parent?: string;
  readonly run: string;
  readonly source: CheckpointSource;
  /** Super-steps since the run's input. */
  readonly step: number;
  /** Nodes started since the run's input. */
  readonly nodes: number;
  /** The nodes to run next; none if the run has ended. */
  readonly next: readonly string[];
  readonly state: string;
  readonly createdAt: Date;
}

/** An entry between a checkpoint and the next: where to interrupt the run, a finished branch, a question or an answer. */
export interface PendingWrite {
  readonly key: string;
  readonly value: string;
}

/** A checkpoint with its entries, in the order of first writing. */
export interface StoredCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly writes: readonly PendingWrite[];
}

/** How a fork differs from its origin. */
export interface ForkOptions {
  readonly id: string;
  readonly thread: string;
  readonly run: string;
  readonly createdAt: Date;
  /** Replaces the origin's state. */
  readonly state?: string;
  /** Replaces the nodes to run. */
  readonly next?: readonly string[];
}

/**
 * Stores the runs of graphs. Resolved calls are durable. Threads named `x/…` belong to `x` and are deleted with it. A malformed cursor
 * is `invalid_input` with param `cursor`; other errors are the store's (`unavailable`, `timeout`).
 */
export interface Checkpoints {
  /** Stores a checkpoint, with entries, as its thread's latest. If its id exists, nothing happens. */
  put(checkpoint: Checkpoint, writes?: readonly PendingWrite[]): Promise<void>;
  /** Stores an entry after a checkpoint; the same key again replaces its value. Throws `not_found` without the checkpoint. */
  putWrites(id: string, writes: readonly PendingWrite[]): Promise<void>;
  latest(thread: string): Promise<StoredCheckpoint | undefined>;
  /** A thread's checkpoints, latest first. */
  history(thread: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Checkpoint>>;
  /** The latest checkpoint of each thread whose name begins with `prefix`, latest first; threads that belong to others are left out. */
  threads(prefix: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Checkpoint>>;
  get(id: string): Promise<StoredCheckpoint | undefined>;
  /** Copies a checkpoint without its entries, as the latest of the fork's thread. Throws `not_found`. */
  fork(id: string, options: ForkOptions): Promise<Checkpoint>;
  /** Whether the thread existed. */
  deleteThread(thread: string): Promise<boolean>;
}
