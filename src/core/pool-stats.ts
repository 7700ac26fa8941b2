/** A model's state and figures since its pool was made. */
export interface PoolStats {
  readonly model: string;
  /** What ran the last session that was loaded; empty before the first. */
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
  /** Mean of the last runs, newer ones counting more, in milliseconds. */
  readonly meanRunMs: number;
  /** Seconds of work for a second of audio, over all completed runs; only for models of speech. */
  readonly realTimeFactor?: number;
}

/** What a pool counts. */
export interface PoolTally {
  refused(): void;
  failed(): void;
  completed(milliseconds: number, audioSeconds: number): void;
  /** Milliseconds a run is expected to take. */
  readonly meanRunMs: number;
  readonly figures: Pick<PoolStats, 'completed' | 'failed' | 'refused' | 'totalRunMs' | 'meanRunMs' | 'realTimeFactor'>;
}

/** Starting weight of the mean run time that Retry-After is reckoned from. */
const FIRST_MEAN_MS = 1000;

/** Counts runs from nought. */
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
