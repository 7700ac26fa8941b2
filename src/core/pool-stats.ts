/** A model's state and figures since its pool was created. */
export interface PoolStats {
  readonly model: string;
  /** The provider of the last session that was loaded; empty before the first. */
  readonly provider: string;
  /** How long the last load took, in milliseconds; 0 before the first. */
  readonly loadedMs: number;
  readonly workers: number;
  readonly queueDepth: number;
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  /** Runs refused because the queue was full. */
  readonly refused: number;
  /** Sum over the completed runs, in milliseconds. */
  readonly totalRunMs: number;
  /** Moving average of run times in milliseconds, in which newer runs weigh more. */
  readonly meanRunMs: number;
  /** Seconds of processing per second of audio, over all completed runs; only for speech models. */
  readonly realTimeFactor?: number;
}

/** What a pool counts. */
export interface PoolTally {
  refused(): void;
  failed(): void;
  completed(milliseconds: number, audioSeconds: number): void;
  /** Expected run time in milliseconds. */
  readonly meanRunMs: number;
  readonly figures: Pick<PoolStats, 'completed' | 'failed' | 'refused' | 'totalRunMs' | 'meanRunMs' | 'realTimeFactor'>;
}

/** Initial mean run time from which Retry-After is computed, in milliseconds. */
const FIRST_MEAN_MS = 1000;

/** Counters that start at zero. */
export function createPoolTally(): PoolTally {
  let completed = 0;
  let failed = 0;
  let refused = 0;
  let totalRunMs = 0;
  let totalAudioSeconds = 0;
  let meanRunMs = FIRST_MEAN_MS;
  return {
    refused: () => void (refused += 1),
    failed: () => void (failed += 1),
    completed(milliseconds, audioSeconds) {
      completed += 1;
      totalRunMs += milliseconds;
      totalAudioSeconds += audioSeconds;
      meanRunMs += (milliseconds - meanRunMs) / Math.min(8, completed);
    },
    get meanRunMs() {
      return meanRunMs;
    },
    get figures() {
      const figures = { completed, failed, refused, totalRunMs, meanRunMs: completed === 0 ? 0 : meanRunMs };
      return totalAudioSeconds === 0 ? figures : { ...figures, realTimeFactor: totalRunMs / 1000 / totalAudioSeconds };
    },
  };
}
