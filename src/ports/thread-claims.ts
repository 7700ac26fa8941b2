/** Why a run should end: it was cancelled, a newer run takes its thread, its thread is deleted, or its claim has been lost. */
export type StopReason = 'cancelled' | 'replaced' | 'deleted' | 'lost';

/**
 * Which of several processes that share a store of threads runs on a thread. A claim holds as long as its process lives, and for some
 * seconds longer if that dies. Errors are the store's (`unavailable`, `timeout`).
 */
export interface ThreadClaims {
  /**
   * Claims a thread for a run; undefined if another process has it. `onStop` is called if that run should end. Disposing the claim gives
   * the thread back.
   */
  claim(thread: string, run: string, onStop: (why: StopReason) => void): Promise<AsyncDisposable | undefined>;
  /** Asks the run on a thread, or only the one of this name, to end. Whether there is one. */
  stop(thread: string, why: StopReason, run?: string): Promise<boolean>;
  isClaimed(thread: string): Promise<boolean>;
}
