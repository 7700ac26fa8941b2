import type { Action, Channel, Decision, Direction } from './guard.ts';

/** How a guarded request ended; `running` until it has. */
export const REQUEST_STATUSES = ['running', 'completed', 'blocked', 'failed', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The manifest of one guarded request. Sizes are UTF-16 code units, durations milliseconds. */
export interface RequestRecord {
  readonly id: string;
  readonly receivedAt: Date;
  /**
   * Place in the order of arrival, which a clock that is set back does not change; `receivedAt` in microseconds unless
   * given. Lists are in this order.
   */
  readonly sequence?: number;
  readonly status: RequestStatus;
  readonly httpStatus: number;
  readonly verdict: Action | undefined;
  /** What would have been done, were nothing in shadow, neither rules nor their policy; absent where that was done. */
  readonly wouldBe?: Action;
  /** Where it came in, such as `/v1/responses`; absent where several requests share a record, and from before it was kept. */
  readonly route?: string;
  readonly model: string;
  readonly stream: boolean;
  readonly upstream: string;
  readonly policy: string;
  /** The policy in shadow that was tried beside it, if any. */
  readonly trialPolicy?: string;
  /** Name of the API key that made the request, never the key. */
  readonly keyName: string | undefined;
  /** Keyed hash of the end user that the application named, never the name; absent where it named none. */
  readonly userHash?: string;
  readonly inputParts: number;
  readonly inputLength: number;
  readonly outputLength: number;
  readonly totalMs: number;
  readonly guardMs: number;
  readonly upstreamMs: number;
  /** What the upstream said it read and wrote, in tokens; undefined when it did not say. */
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
  readonly error: { readonly type: string; readonly message: string } | undefined;
  /** First characters of the input, only when capture is on and with findings redacted. */
  readonly preview: string | undefined;
  /** Why there is no preview though one was captured. */
  readonly previewFault?: string;
}

/** What capture keeps of a request beside its record. What is undefined was not captured, or was too long to be. */
export interface CapturedContent {
  /** The body as it came, as JSON. */
  readonly input: string | undefined;
  /** First characters of what the client got, findings redacted. */
  readonly output: string | undefined;
}

/** Captured content, or why what was captured cannot be read. */
export type ContentReading =
  | { readonly state: 'stored'; readonly content: CapturedContent }
  | { readonly state: 'unreadable'; readonly reason: string };

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

/** Stands for the debug entries of a decision's checks, one behind the other: its place among the decisions, and when it was made. */
export interface NotedChecks {
  readonly decision: number;
  readonly at: Date;
}

/** Everything recorded about one request, written together. */
export interface JournalEntry {
  readonly request: RequestRecord;
  readonly decisions: readonly Decision[];
  /** Checks are noted in the order of the decisions. */
  readonly debug: readonly (DebugEntry | NotedChecks)[];
  /** Only when capture is on. */
  readonly content?: CapturedContent;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Pass it back to get the page after this one; absent on the last page. A page before the last may hold fewer items than asked for. */
  readonly nextCursor?: string;
}

/** A page of requests. */
export interface RequestPage extends Page<ListedRequest> {
  /** Previews that a search for a text could not open, so that the text may stand in them; none unless given. */
  readonly unopened?: number;
}

/** A request in a list, with the names of the checks that found something in it, in their order. */
export interface ListedRequest extends RequestRecord {
  readonly detectors: readonly string[];
}

/** Which requests to list, newest first. */
export interface RequestQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: RequestStatus;
  readonly verdict?: Action;
  /** What would have been done but for a shadow. */
  readonly wouldBe?: Action;
  readonly detector?: string;
  readonly route?: string;
  /** Name of the API key that made the request. */
  readonly key?: string;
  /** Of the end user that the application named. */
  readonly userHash?: string;
  /** The model that was asked for, as it is recorded. */
  readonly model?: string;
  /** The type of the failure. */
  readonly error?: string;
  /** Id of one of the decisions about it. */
  readonly decision?: string;
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

/** Tokens that upstreams said they read and wrote. */
export interface TokenCounts {
  readonly prompt: number;
  readonly completion: number;
}

/** Requests of one model, one API key or one end user in a span of time. */
export interface RequestCounts {
  /** Undefined where no key was asked for. */
  readonly name: string | undefined;
  readonly requests: number;
  readonly blocked: number;
  readonly failed: number;
  readonly tokens: TokenCounts;
}

/** How many models, keys and users statistics name. */
export const MOST_NAMED = 20;

/** What was done about a request: its verdict, unless that is one of a policy in shadow, which did nothing. */
export function actionTaken({ verdict, wouldBe }: Pick<RequestRecord, 'verdict' | 'wouldBe'>): Action | undefined {
  return verdict !== undefined && verdict === wouldBe ? 'allow' : verdict;
}

/** What happened in a span of time. Requests that are still running count in `requests` alone. */
export interface JournalStats {
  readonly requests: number;
  /** Every part of the span, the empty ones too. */
  readonly buckets: readonly {
    readonly start: Date;
    readonly requests: number;
    /** What was done; what passed because its policy is in shadow was allowed. */
    readonly verdicts: Readonly<Partial<Record<Action, number>>>;
    readonly statuses: Readonly<Partial<Record<RequestStatus, number>>>;
    readonly tokens: TokenCounts;
    /** Requests with a finding of each check. */
    readonly detectors: Readonly<Record<string, number>>;
  }[];
  /** The most used models and API keys, most requests first, `MOST_NAMED` of each. */
  readonly models: readonly RequestCounts[];
  readonly keys: readonly RequestCounts[];
  /** End users by their hashes, `MOST_NAMED` of them: most blocked requests first, then most requests. */
  readonly users: readonly RequestCounts[];
  /** Requests with a finding of each check, most first. */
  readonly detectors: readonly { readonly name: string; readonly requests: number }[];
  /** Failures by their type, most first; `upstream` of them came after the upstream had been asked. */
  readonly errors: readonly { readonly type: string; readonly requests: number; readonly upstream: number }[];
  /** What the guard added, and what requests took in all. */
  readonly guardMs: Percentiles;
  readonly totalMs: Percentiles;
}

/** What findings are counted by. */
export interface RuleKey {
  readonly direction: Direction;
  readonly detector: string;
  readonly category: string;
  readonly channel: Channel;
  /** Whether it is what a rule in shadow would have done, rather than what was done. */
  readonly isShadow: boolean;
}

/** Which decisions to sum up: those by some versions of a policy, such as `default@3`, in a span of time. */
export interface RuleReportQuery {
  readonly policies: readonly string[];
  readonly since: Date;
  readonly until: Date;
  /** How many request ids to name for each rule. */
  readonly examples: number;
}

/** The same, to be counted by rules. */
export interface NamedRuleQuery extends RuleReportQuery {
  /** Names of the rules that findings of a kind fell under by this version of a policy. */
  readonly rulesOf: (policy: string, key: RuleKey) => readonly string[];
}

/** The findings of a check in a channel that came to one action; of a rule in shadow, would have. */
export interface RuleCount extends RuleKey {
  readonly action: Action;
  readonly findings: number;
  readonly requests: number;
  /** The newest of these requests. */
  readonly examples: readonly string[];
}

/** What one rule did, or would have done in shadow. A request counts once, by the hardest of its findings under this rule. */
export interface NamedRuleCount {
  readonly rule: string;
  readonly isShadow: boolean;
  readonly requests: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly flagged: number;
  /** Of `blocked`, those that no other rule blocked: enforcing the rule makes them blocked, and putting it in shadow lets them pass. */
  readonly blockedAlone: number;
  /** The newest of these requests, those it blocks first. */
  readonly examples: readonly string[];
}

/** What a policy decided in a span of time. A request counts once, by its hardest verdict; rules in shadow count for none. */
export interface RuleReport {
  /** Requests that it decided; what could not be read was not. */
  readonly requests: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly flagged: number;
  /** Most requests first; what came to `allow` is not among them. */
  readonly rules: readonly RuleCount[];
}

/**
 * The guard's memory. `record` only queues (writes happen in batches off the request path) and a second
 * entry with the same id and `sequence` replaces the first, and one of another request with the same id is kept under
 * `laterRecordId`: nobody can write over a record by choosing its id. `flush` resolves when all of it is stored. Reads see what
 * was queued before them. A malformed cursor throws `invalid_input` with param `cursor`.
 */
export interface Journal extends AsyncDisposable {
  record(entry: JournalEntry): void;
  flush(): Promise<void>;
  requests(query: RequestQuery): Promise<RequestPage>;
  request(id: string): Promise<RequestRecord | undefined>;
  stats(query: StatsQuery): Promise<JournalStats>;
  decisions(id: string): Promise<readonly Decision[] | undefined>;
  /** Captured content; undefined when there is none, or no such request. */
  content(id: string): Promise<ContentReading | undefined>;
  report(query: RuleReportQuery): Promise<RuleReport>;
  /** What rules did and, counted apart, would have done in shadow, in the order of their names. */
  countByRule(query: NamedRuleQuery): Promise<readonly NamedRuleCount[]>;
  debug(id: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DebugEntry> | undefined>;
  ping(signal: AbortSignal): Promise<void>;
}
