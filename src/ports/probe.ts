/** A dependency of a readiness probe. `check` resolves if it is healthy and rejects with the reason if not. */
export interface Probe {
  readonly name: string;
  /** Whether the service can do its work while this fails, so that it stays in rotation; by default it cannot. */
  readonly isSpared?: () => boolean;
  check(signal: AbortSignal): Promise<void>;
}
