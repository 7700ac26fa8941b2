/** Where a text came from: a person, a tool's result, or retrieved content. Each has its own thresholds. */
export type Channel = 'user' | 'tool' | 'document';

/** `input` is what goes to the model, `output` what comes back. */
export type Direction = 'input' | 'output';

/** What is done about a finding, from mildest to hardest. A decision's verdict is the hardest of its findings. */
export type Action = 'allow' | 'flag' | 'redact' | 'block';

/** One text to be checked. `id` names its place in the payload, such as `messages[2].content`. */
export interface GuardPart {
  readonly id: string;
  readonly role: string;
  readonly channel: Channel;
  readonly text: string;
}

/** A part that holds no text a detector could read, and why; the record shows it as not scanned. */
export interface UnscannedPart {
  readonly id: string;
  readonly role: string;
  readonly reason: string;
}

/** The pipeline's input record, built from a transport payload. */
export interface GuardInput {
  readonly requestId: string;
  readonly direction: Direction;
  readonly parts: readonly GuardPart[];
  readonly unscanned: readonly UnscannedPart[];
}

/** What a detector saw: a span of UTF-16 offsets (`end` exclusive) in a part, with a score of 0..1. */
export interface Finding {
  readonly detector: string;
  readonly category: string;
  readonly part: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** A finding with the threshold it was held against and what the policy does about it. */
export interface JudgedFinding extends Finding {
  readonly threshold: number;
  readonly action: Action;
}

/** One cell of the record: a check on a part, either scanned or not scanned with a reason. */
export interface CheckRecord {
  readonly detector: string;
  readonly part: string;
  readonly outcome: 'scanned' | 'not_scanned';
  readonly reason?: string;
  readonly findings: number;
  readonly score: number;
  readonly latencyMs: number;
}

/** The text of a part after redaction. */
export interface Rewrite {
  readonly part: string;
  readonly text: string;
}

/** The outcome of one evaluation. `rewrites` is filled when the verdict is `redact`. */
export interface Decision {
  readonly id: string;
  readonly requestId: string;
  readonly direction: Direction;
  readonly verdict: Action;
  readonly policy: string;
  /** What was decided is only recorded: the request goes on as if nothing had been found. */
  readonly mode?: 'shadow';
  readonly findings: readonly JudgedFinding[];
  readonly checks: readonly CheckRecord[];
  readonly rewrites: readonly Rewrite[];
  readonly latencyMs: number;
}

/** Finds, never decides. `tail` says from where a text that is still growing could yet become a finding. */
export interface Detector {
  readonly name: string;
  readonly directions: readonly Direction[];
  inspect(part: GuardPart): readonly Finding[];
  /** First UTF-16 index of `text` that must be held back while more text may follow; `text.length` holds nothing. */
  tail(text: string): number;
}

/** A detector that asks a model: slower, and only for whole texts. */
export interface ModelDetector {
  readonly name: string;
  readonly directions: readonly Direction[];
  infer(part: GuardPart, options: { readonly signal: AbortSignal }): Promise<readonly Finding[]>;
}

/** One growing text of a streamed reply: `id` names its place, as in a complete reply. */
export type GrowingPart = Omit<GuardPart, 'text'>;

/**
 * Checks the growing texts of a streamed reply. What `push` returns may be sent at once: it is checked,
 * redacted, and cannot become part of a finding any more. Together all that was returned is the
 * redaction of the whole text.
 */
export interface OutputCheck {
  /** True once a finding, or a check that must not be skipped, forbids the rest of the reply. Nothing more is released. */
  readonly blocked: boolean;
  push(part: GrowingPart, delta: string): Promise<string>;
  /** Releases what a part still holds back, as its text has ended. */
  end(id: string): Promise<string>;
  /** Notes something that passes unread; once per id. */
  note(part: UnscannedPart): void;
  /** One decision about all that was pushed, also about what was not released. Nothing can be pushed after it. */
  decide(): Promise<Decision>;
}

export interface EvaluateOptions {
  readonly signal: AbortSignal;
  /** Names what stands in the place of a redacted value, where it shall be put back later. */
  readonly placeholderFor?: (category: string, value: string) => string;
}

/** Evaluates one input record against the current policy. */
export interface GuardPipeline {
  evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision>;
  /** Begins the check of one streamed reply. */
  openOutput(requestId: string): OutputCheck;
}
