/** One dependency a readiness probe asks about. `check` resolves when it is healthy and rejects with the reason when not. */
export interface Probe {
  readonly name: string;
  check(signal: AbortSignal): Promise<void>;
}
