import type { Action, Decision } from './guard.ts';

/** How a guarded request ended; `running` until it has. */
export type RequestStatus = 'running' | 'completed' | 'blocked' | 'failed' | 'cancelled';

/** The manifest of one guarded request. Sizes are UTF-16 code units, durations milliseconds. */
export interface RequestRecord {
  readonly id: string;
  readonly receivedAt: Date;
  readonly status: RequestStatus;
  readonly httpStatus: number;
  readonly verdict: Action | undefined;
  readonly model: string;
  readonly stream: boolean;
  readonly upstream: string;
  readonly policy: string;
  /** Name of the API key that made the request, never the key. */
  readonly keyName: string | undefined;
  readonly inputParts: number;
  readonly inputLength: number;
  readonly outputLength: number;
  readonly totalMs: number;
  readonly guardMs: number;
  readonly upstreamMs: number;
  readonly error: { readonly type: string; readonly message: string } | undefined;
  /** First characters of the input, only when capture is on and with findings redacted. */
  readonly preview: string | undefined;
}

/** One structured debug entry: what a stage or a check did, in the order it happened. */
export interface DebugEntry {
  readonly sequence: number;
  readonly at: Date;
  readonly stage: 'input' | 'upstream' | 'output';
  readonly name: string;
  readonly part: string | undefined;
  readonly outcome: string;
  readonly reason: string | undefined;
  readonly findings: number;
  readonly score: number;
  readonly latencyMs: number;
}

/** Everything recorded about one request, written together. */
export interface JournalEntry {
  readonly request: RequestRecord;
  readonly decisions: readonly Decision[];
  readonly debug: readonly DebugEntry[];
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Pass it back to get the page after this one; absent on the last page. */
  readonly nextCursor?: string;
}

/** Which requests to list, newest first. */
export interface RequestQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: RequestStatus;
  readonly verdict?: Action;
  readonly detector?: string;
  /** Name of the API key that made the request. */
  readonly key?: string;
  /** What the id, the model or the preview holds, in any case of ASCII letters. */
  readonly text?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** A span of time in equal parts. */
export interface StatsQuery {
  readonly since: Date;
  readonly until: Date;
  /** At least 1. */
  readonly buckets: number;
}

/** Milliseconds that half, 95 and 99 of a hundred requests stayed below or met; 0 when there were none. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What happened in a span of time. Requests that are still running count in `requests` alone. */
export interface JournalStats {
  readonly requests: number;
  /** Every part of the span, the empty ones too. */
  readonly buckets: readonly {
    readonly start: Date;
    readonly requests: number;
    readonly verdicts: Readonly<Partial<Record<Action, number>>>;
    readonly statuses: Readonly<Partial<Record<RequestStatus, number>>>;
  }[];
  /** Requests with a finding of each check, most first. */
  readonly detectors: readonly { readonly name: string; readonly requests: number }[];
  /** Failures by their type, most first. */
  readonly errors: readonly { readonly type: string; readonly requests: number }[];
  /** What the guard added, and what requests took in all. */
  readonly guardMs: Percentiles;
  readonly totalMs: Percentiles;
}

/**
 * The guard's memory. `record` only queues (writes happen in batches off the request path) and a second
 * entry with the same id replaces the first; `flush` resolves when all of it is stored. Reads see what
 * was queued before them. A malformed cursor throws `invalid_input` with param `cursor`.
 */
export interface Journal extends AsyncDisposable {
  record(entry: JournalEntry): void;
  flush(): Promise<void>;
  requests(query: RequestQuery): Promise<Page<RequestRecord>>;
  request(id: string): Promise<RequestRecord | undefined>;
  stats(query: StatsQuery): Promise<JournalStats>;
  decisions(id: string): Promise<readonly Decision[] | undefined>;
  debug(id: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DebugEntry> | undefined>;
  ping(signal: AbortSignal): Promise<void>;
}
