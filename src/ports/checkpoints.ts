import type { Page } from './journal.ts';

/** Why a checkpoint was made: new input came, a super-step ended, or somebody forked an earlier one. */
export type CheckpointSource = 'input' | 'step' | 'fork';

/** What a graph's run knows at one moment. Texts are JSON that the engine wrote and only it reads. */
export interface Checkpoint {
  /** Of the record's layout; readers refuse another. */
  readonly version: 1;
  readonly id: string;
  readonly thread: string;
  /** The checkpoint before it; absent for the first of a thread. */
  readonly parent?: string;
  readonly run: string;
  readonly source: CheckpointSource;
  /** Super-steps since the run's input. */
  readonly step: number;
  /** Nodes started since the run's input. */
  readonly nodes: number;
  /** The nodes to run from here; none when the run has ended. */
  readonly next: readonly string[];
  readonly state: string;
  readonly createdAt: Date;
}

/** Something that happened after a checkpoint and before the next: a finished branch, a question or an answer. */
export interface PendingWrite {
  readonly key: string;
  readonly value: string;
}

/** A checkpoint with what was written after it, in the order of first writing. */
export interface StoredCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly writes: readonly PendingWrite[];
}

/** What differs in a fork from its origin. */
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
 * Where runs of graphs are kept. What has resolved is stored. Threads named `x/…` belong to `x` and are deleted with
 * it. A malformed cursor is `invalid_input` with param `cursor`; other failures are the store's (`unavailable`, `timeout`).
 */
export interface Checkpoints {
  /** Stores a checkpoint as its thread's latest. A second one of the same id is the first one: nothing happens. */
  put(checkpoint: Checkpoint): Promise<void>;
  /** Stores what happened after a checkpoint; the same key again replaces its value. Throws `not_found` without the checkpoint. */
  putWrites(id: string, writes: readonly PendingWrite[]): Promise<void>;
  latest(thread: string): Promise<StoredCheckpoint | undefined>;
  /** A thread's checkpoints, latest first. */
  history(thread: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Checkpoint>>;
  /** The latest checkpoint of each thread whose name begins with `prefix`, those that belong to others left out; latest first. */
  threads(prefix: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Checkpoint>>;
  get(id: string): Promise<StoredCheckpoint | undefined>;
  /** Copies a checkpoint without what was written after it, as the latest of the fork's thread. Throws `not_found`. */
  fork(id: string, options: ForkOptions): Promise<Checkpoint>;
  /** Whether there was such a thread. */
  deleteThread(thread: string): Promise<boolean>;
}
