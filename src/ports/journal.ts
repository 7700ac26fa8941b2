import type { Action, Channel, Decision, Direction } from './guard.ts';

/** The state of a guarded request: `running`, or how it ended. */
export const REQUEST_STATUSES = ['running', 'completed', 'blocked', 'failed', 'cancelled'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The manifest of one guarded request. Sizes are UTF-16 code units, durations milliseconds. */
export interface RequestRecord {
  readonly id: string;
  readonly receivedAt: Date;
  /**
   * Place in the order of arrival, by which lists are sorted, independent of clock changes. By default `receivedAt` in
   * microseconds.
   */
  readonly sequence?: number;
  readonly status: RequestStatus;
  readonly httpStatus: number;
  readonly verdict: Action | undefined;
  /** The action that would have been taken if no rule or policy were in shadow; absent if it is the one that was taken. */
  readonly wouldBe?: Action;
  /** Its route, such as `/v1/responses`; absent in records that stand for several requests, and in those of older versions. */
  readonly route?: string;
  readonly model: string;
  readonly stream: boolean;
  readonly upstream: string;
  readonly policy: string;
  /** The policy in shadow that was tried beside it, if any. */
  readonly trialPolicy?: string;
  /** Name of the API key that made the request, never the key. */
  readonly keyName: string | undefined;
  /** Keyed hash of the end user that the application named, never the name; absent if it named none. */
  readonly userHash?: string;
  readonly inputParts: number;
  readonly inputLength: number;
  readonly outputLength: number;
  /** Undefined while the request runs, and if it never ended since its process was killed. */
  readonly totalMs: number | undefined;
  readonly guardMs: number;
  readonly upstreamMs: number;
  /** Token counts as reported by the upstream; undefined if it did not report them. */
  readonly promptTokens: number | undefined;
  readonly completionTokens: number | undefined;
  readonly error: { readonly type: string; readonly message: string } | undefined;
  /** Beginning of the last user message with findings redacted; only while input capture is on. */
  readonly preview: string | undefined;
  /** Why a captured preview cannot be read. */
  readonly previewFault?: string;
}

/** What capture keeps of a request in addition to its record; undefined for what was not captured or was too long. */
export interface CapturedContent {
  /** The request's body as JSON. */
  readonly input: string | undefined;
  /** Beginning of what the client got, findings redacted. */
  readonly output: string | undefined;
}

/** Captured content, or why it cannot be read. */
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

/** Stands for the debug entries of a decision's checks: the index of the decision, and when it was made. */
export interface NotedChecks {
  readonly decision: number;
  readonly at: Date;
}

/** Everything recorded about one request, written together. */
export interface JournalEntry {
  readonly request: RequestRecord;
  readonly decisions: readonly Decision[];
  /** In order; noted checks follow the order of the decisions. */
  readonly debug: readonly (DebugEntry | NotedChecks)[];
  /** Only while capture is on. */
  readonly content?: CapturedContent;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; absent on the last page. Any page may hold fewer items than asked for. */
  readonly nextCursor?: string;
}

/** A page of requests. */
export interface RequestPage extends Page<ListedRequest> {
  /** Previews that a search for a text could not open, so that the text may stand in them; none unless given. */
  readonly unopened?: number;
}

/** A request in a list, with the names of the checks that have findings in it, in order. */
export interface ListedRequest extends RequestRecord {
  readonly detectors: readonly string[];
}

/** Which requests to list, newest first. */
export interface RequestQuery {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: RequestStatus;
  readonly verdict?: Action;
  /** The action that would have been taken if nothing were in shadow. */
  readonly wouldBe?: Action;
  readonly detector?: string;
  readonly route?: string;
  /** Name of the API key that made the request. */
  readonly key?: string;
  /** Hash of the end user that the application named. */
  readonly userHash?: string;
  /** The requested model, as recorded. */
  readonly model?: string;
  /** The type of the failure. */
  readonly error?: string;
  /** Id of one of the decisions about it. */
  readonly decision?: string;
  /** A text in the id, the model or the preview, ignoring the case of ASCII letters. */
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

/** Percentiles of durations in milliseconds; 0 without requests. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Token counts as reported by upstreams. */
export interface TokenCounts {
  readonly prompt: number;
  readonly completion: number;
}

/** Requests of one model, one API key or one end user in a span of time. */
export interface RequestCounts {
  /** Undefined for requests without a key. */
  readonly name: string | undefined;
  readonly requests: number;
  readonly blocked: number;
  readonly failed: number;
  readonly tokens: TokenCounts;
}

/** How many models, keys and users statistics list. */
export const MOST_NAMED = 20;

/** The action taken for a request: its verdict, or `allow` if that is of a policy in shadow. */
export function actionTaken({ verdict, wouldBe }: Pick<RequestRecord, 'verdict' | 'wouldBe'>): Action | undefined {
  return verdict !== undefined && verdict === wouldBe ? 'allow' : verdict;
}

/** The statistics of a span of time. Requests that are still running count in `requests` only. */
export interface JournalStats {
  readonly requests: number;
  /** Every part of the span, including empty ones. */
  readonly buckets: readonly {
    readonly start: Date;
    readonly requests: number;
    /** Actions taken; requests that passed because their policy is in shadow count as allowed. */
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
  /** Errors by type, most first; `upstream` of them are failures after the upstream had been called, which a cancelled request is none of. */
  readonly errors: readonly { readonly type: string; readonly requests: number; readonly upstream: number }[];
  /** Latency added by the guard, and of whole requests. */
  readonly guardMs: Percentiles;
  readonly totalMs: Percentiles;
}

/** The key by which findings are counted. */
export interface RuleKey {
  readonly direction: Direction;
  readonly detector: string;
  readonly category: string;
  readonly channel: Channel;
  /** Whether the action is what a rule in shadow would have done, rather than what was done. */
  readonly isShadow: boolean;
}

/** Which decisions to sum up: those of some versions of a policy, such as `default@3`, in a span of time. */
export interface RuleReportQuery {
  readonly policies: readonly string[];
  readonly since: Date;
  readonly until: Date;
  /** How many request ids to name for each rule. */
  readonly examples: number;
}

/** The same, to be counted by rule. */
export interface NamedRuleQuery extends RuleReportQuery {
  /** Names of the rules that a kind of finding falls under in a version of a policy. */
  readonly rulesOf: (policy: string, key: RuleKey) => readonly string[];
}

/** The findings of one check, channel and action, or for a rule in shadow, of the action it would have taken. */
export interface RuleCount extends RuleKey {
  readonly action: Action;
  readonly findings: number;
  readonly requests: number;
  /** Ids of the latest of these requests. */
  readonly examples: readonly string[];
}

/** What one rule did, or would have done in shadow. A request counts once, by the strictest action for its findings under this rule. */
export interface NamedRuleCount {
  readonly rule: string;
  readonly isShadow: boolean;
  readonly requests: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly flagged: number;
  /** Those of `blocked` that no other rule blocked: they would be blocked by enforcing this rule, or pass by putting it in shadow. */
  readonly blockedAlone: number;
  /** Ids of the latest of these requests, blocked ones first. */
  readonly examples: readonly string[];
}

/** What a policy decided in a span of time. A request counts once, by its strictest verdict; rules in shadow do not count. */
export interface RuleReport {
  /** Requests that it decided, without those that could not be read. */
  readonly requests: number;
  readonly blocked: number;
  readonly redacted: number;
  readonly flagged: number;
  /** Most requests first, without the action `allow`. */
  readonly rules: readonly RuleCount[];
}

/**
 * Stores the records of guarded requests. `record` only queues an entry; entries are written in batches off the request path.
 * A later entry with the same id and `sequence` replaces the first; an entry of another request with the same id is kept
 * under `laterRecordId`, so that nobody can overwrite a record by choosing its id. `flush` resolves when everything queued is
 * stored. Reads see what was queued before them, and reject with `invalid_input` and param `cursor` for a malformed cursor.
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
  /** What rules did and, counted separately, would have done in shadow, ordered by name. */
  countByRule(query: NamedRuleQuery): Promise<readonly NamedRuleCount[]>;
  debug(id: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<DebugEntry> | undefined>;
  ping(signal: AbortSignal): Promise<void>;
}
