/** A dependency of a readiness probe. `check` resolves if it is healthy and rejects with the reason if not. */
export interface Probe {
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}
