import { delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';

/** A failure that a retry may resolve: a broken connection, silence, a busy hub. */
export class TransientFault extends Error {
  override readonly name = 'TransientFault';
  /** How long the hub asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Pause before the second attempt, in milliseconds; it doubles each time. */
  readonly retryDelayMs: number;
  /** Reports the failure and the pause. */
  readonly onRetry: (reason: string, waitMs: number) => void;
}

/** Attempts without progress before giving up. */
const MAX_ATTEMPTS = 6;

const LONGEST_DELAY_MS = 30_000;

/** Longest pause that the hub may ask for, in milliseconds; beyond that the pull fails. */
const LONGEST_RETRY_AFTER_MS = 300_000;

/**
 * Runs `attempt` until it succeeds or fails for good. After a TransientFault it pauses, longer each time, or as long as the hub said.
 * `gained` tells whether the failed attempt made progress; then counting starts again. Throws `provider_unavailable` with the last
 * reason when it gives up, or the error of `attempt`.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { signal, retryDelayMs, onRetry }: RetryOptions,
  gained: () => boolean = () => false,
): Promise<T> {
  for (let failures = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientFault)) throw error;
      failures = gained() ? 1 : failures + 1;
      const asked = error.retryAfterMs;
      if (failures >= MAX_ATTEMPTS || (asked ?? 0) > LONGEST_RETRY_AFTER_MS) {
        throw new ServiceError('provider_unavailable', `${error.message}. Run the same command again later; it will continue.`, {
          cause: error,
          ...(asked === undefined ? {} : { retryAfterInSeconds: Math.ceil(asked / 1000) }),
        });
      }
      const waitMs = asked ?? Math.min(LONGEST_DELAY_MS, retryDelayMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2));
      onRetry(error.message, waitMs);
      await delay(waitMs, signal);
    }
  }
}
