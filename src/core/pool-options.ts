import type { Lane } from './fair-queue.ts';
import type { MemoryCeiling } from './memory-ceiling.ts';

/** The limits of a worker pool. */
export interface PoolLimits<Report> {
  /** How many runs may be active at once. A worker is loaded when it is first needed, and uses one core. */
  readonly workers: number;
  /** How many runs of each lane may wait for a worker before `too_many_requests`. */
  readonly queueLimit: number;
  /**
   * Longest time a run may take, or go without a part of its answer; after that its worker is ended and replaced. All times are in
   * milliseconds.
   */
  readonly timeoutMs: number;
  /**
   * How long a run whose caller has left may continue while others wait, before its worker is replaced: by default 100 ms, and never
   * less than a load took.
   */
  readonly graceMs?: number;
  /** Longest time a load may take; a minute by default. */
  readonly loadTimeoutMs?: number;
  /** How long a worker may be idle before it is ended and its memory released; 0, the default, means for ever. */
  readonly idleMs?: number;
  /** Shared by the pools of a process; no ceiling by default. */
  readonly memory?: MemoryCeiling;
  readonly onLoaded?: (report: Report) => void;
  readonly onUnloaded?: (reason: 'idle' | 'memory') => void;
}

/** The options of one run in a worker pool. */
export interface PoolRunOptions {
  /** Aborting leaves the queue at once; a caller whose run is active is freed at once and the result is dropped. */
  readonly signal?: AbortSignal;
  /** A further run of work that was admitted before: it waits its turn but is never refused. */
  readonly continuing?: boolean;
  /** Whose work it is, such as the name of an API key; keys take turns. */
  readonly key?: string;
  /** `interactive` by default. */
  readonly lane?: Lane;
  /** The pool's by default: see `PoolLimits`. */
  readonly timeoutMs?: number;
}
