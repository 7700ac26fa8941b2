import type { JsonObject } from '../core/json.ts';

/** Where a text came from: a person, a tool's result, or retrieved content. Each has its own thresholds. */
export const CHANNELS = ['user', 'tool', 'document'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `input`: text sent to the model. `output`: text that the model returns. */
export const DIRECTIONS = ['input', 'output'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The actions a policy can take, from mildest to strictest. A decision's verdict is the strictest action among its findings. */
export const ACTIONS = ['allow', 'flag', 'redact', 'block'] as const;
export type Action = (typeof ACTIONS)[number];

/** Whether a policy or rule is enforced, or in shadow: a shadow rule only records what it would have done. */
export const MODES = ['enforce', 'shadow'] as const;
export type Mode = (typeof MODES)[number];

/** One text to be checked. `id` names its place in the payload, such as `messages[2].content`. */
export interface GuardPart {
  readonly id: string;
  readonly role: string;
  readonly channel: Channel;
  readonly text: string;
  /** Set on parts derived from another part: `text` keeps the text as written, `json` has its JSON escapes decoded. */
  readonly readAs?: 'text' | 'json';
  /** Set on a part that concatenates other parts and has no place of its own in the payload: the source parts and the range of each. */
  readonly joins?: readonly { readonly part: string; readonly start: number; readonly end: number }[];
  /** Set on a part that the checks of meaning read only within a part that `joins` it. */
  readonly inWhole?: boolean;
  /** The part belongs to a turn that was already answered. A finding that would block here withholds the text from the model instead. */
  readonly isEarlier?: boolean;
  /** Set on the end of a text whose beginning is no longer there. */
  readonly isCut?: boolean;
  /** A user's message with an answer of the assistant before it, so that it may speak of what was said. */
  readonly follows?: boolean;
}

/** A part with no text that a detector can read, and the reason; recorded as not scanned. */
export interface UnscannedPart {
  readonly id: string;
  readonly role: string;
  readonly reason: string;
}

/** A tool call made by the model, in this reply or in an earlier turn. */
export interface ToolCall {
  /** Id of the part that holds the call's arguments. */
  readonly part: string;
  readonly tool: string;
  /** The arguments as the model wrote them. */
  readonly arguments: string;
  /** Whether the arguments are JSON, as opposed to free text. */
  readonly isJson: boolean;
}

/** One step of a conversation: a message, a tool call or a tool result. */
export type ConversationStep =
  | { readonly kind: 'said'; readonly role: string; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'result'; readonly tool: string; readonly text: string };

/** The conversation as the tool rules see it, with the calls of the current reply. */
export interface Conversation {
  /** JSON schemas of the arguments, keyed by the name of each tool that the request offers. */
  readonly definitions: ReadonlyMap<string, JsonObject>;
  readonly steps: readonly ConversationStep[];
  readonly reply: readonly ToolCall[];
  /** Puts the values that were redacted in the request into a text of the reply, as happens after its check. */
  readonly restore?: ((text: string) => string) | undefined;
}

/** The pipeline's input, built from a transport payload. */
export interface GuardInput {
  readonly requestId: string;
  readonly direction: Direction;
  readonly parts: readonly GuardPart[];
  readonly unscanned: readonly UnscannedPart[];
  /** Only built for pipelines that read it (see `GuardPipeline.readsConversation`). */
  readonly conversation?: Conversation;
}

/** What a detector found: a span of a part in UTF-16 code units (`end` exclusive), with a score from 0 to 1. */
export interface Finding {
  readonly detector: string;
  readonly category: string;
  readonly part: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /**
   * For findings in a tool call: the tool's name (`*` if the name is not valid), and the JSON pointer (RFC 6901) of the argument;
   * an empty pointer means the whole call.
   */
  readonly tool?: string;
  readonly pointer?: string;
}

/** A finding with the threshold it was compared against and the action the policy takes. */
export interface JudgedFinding extends Finding {
  readonly threshold: number;
  readonly action: Action;
  /** The action that a shadow rule would take instead, and its threshold. */
  readonly shadow?: { readonly threshold: number; readonly action: Action };
  /** Channel the text came from; set in records only. */
  readonly channel?: Channel;
}

/** A check that could not read a text and would have blocked because of that, had its rules not been in shadow. */
export interface ShadowUnread {
  readonly detector: string;
  /** For `tool_rules`: name of the rule. */
  readonly category?: string;
  readonly channel: Channel;
}

/** Why a check could not run: it took too long, the text is longer than it may read, or it failed. */
export const CHECK_FAILURES = ['timeout', 'too_long', 'error'] as const;
export type CheckFailure = (typeof CHECK_FAILURES)[number];

/** A check that blocks because it could not run, as its policy says. */
export interface FailedCheck {
  readonly detector: string;
  readonly failure: CheckFailure;
}

/** Outcome of one check on one part: scanned, or not scanned and why. */
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

/** The outcome of one evaluation. `rewrites` is set only when the verdict is `redact`. */
export interface Decision {
  readonly id: string;
  readonly requestId: string;
  readonly direction: Direction;
  readonly verdict: Action;
  readonly policy: string;
  /** The decision is only recorded: the request proceeds as if nothing had been found. */
  readonly mode?: 'shadow';
  /** The verdict if no rule were in shadow; absent if it would be the same. */
  readonly wouldBe?: Action;
  /** Checks that could not read a text and would have blocked but for shadow mode, one entry per check and channel. */
  readonly unreadInShadow?: readonly ShadowUnread[];
  /** The checks that block because they could not run, each named once; absent if there are none. */
  readonly failedClosed?: readonly FailedCheck[];
  readonly findings: readonly JudgedFinding[];
  /** Number of findings left out of the record. */
  readonly findingsOmitted?: number;
  readonly checks: readonly CheckRecord[];
  readonly rewrites: readonly Rewrite[];
  readonly latencyMs: number;
  /** The decision of a shadow policy that is tried on the same request or reply. */
  readonly trial?: Decision;
}

/** A check that reports findings. What to do about them is up to the policy. */
export interface Detector {
  readonly name: string;
  readonly directions: readonly Direction[];
  inspect(part: GuardPart): readonly Finding[];
  /** `inspect` off the calling thread, for texts long enough to block it. */
  inspectAside?(part: GuardPart, signal: AbortSignal): Promise<readonly Finding[]>;
  /** The same for several parts in one go; the findings of each, in order. */
  inspectAllAside?(parts: readonly GuardPart[], signal: AbortSignal): Promise<readonly (readonly Finding[])[]>;
  /** `inspectAside` has a thread of its own and can run in parallel with other checks. */
  readonly asideAlone?: true;
  /** Why a text is not scanned, such as being too short; undefined if it is scanned. */
  unread?(part: GuardPart): string | undefined;
  /** First UTF-16 index of `text` that must be held back because more text may complete a finding; `text.length` if nothing must be. */
  tail(text: string): number;
  /** In requests, also scan the text with percent-encoding and HTML entities decoded. */
  readonly readsWebCodes?: true;
  /** Findings depend only on the text around them, so that of a further reading only what differs needs to be inspected. */
  readonly readsAround?: true;
  /** A slower check for the parts on which this one is uncertain. */
  readonly secondStage?: SecondStage;
  /** The score (0 to 1) of the part inspected last, even if it is below the lowest score that becomes a finding. */
  estimate?(part: GuardPart): number | undefined;
  /** This detector bound to one request or reply, for findings that depend on more than the text; the results are not cached. */
  bind?(context: DetectorContext): Detector | undefined;
  /**
   * For findings that can be longer than the text held back: how much of the text that follows still belongs to the finding, in
   * UTF-16 code units, and whether the finding ends there. Undefined for findings that cannot be that long.
   */
  goesOn?(finding: Finding, text: string): { readonly length: number; readonly isOver: boolean } | undefined;
}

/** A slower check of parts that a detector has just inspected. If it fails, the detector's findings stand. */
export interface SecondStage {
  /** Its name in records. */
  readonly name: string;
  /** Parts of one input that may be settled at the same time. */
  readonly atOnce: number;
  /**
   * What is left to settle about the part just inspected; undefined if the detector was certain. With `thorough` also texts about which
   * it was certain are read, which changes no verdict but refines `estimate`.
   */
  doubtAbout(part: GuardPart, thorough?: boolean): Doubt | undefined;
}

/** A part that waits for a second stage. */
export interface Doubt {
  /** The detector's score, 0 to 1. */
  readonly score: number;
  /** The findings that replace the detector's. Rejects when the second stage has no answer. */
  settle(signal: AbortSignal): Promise<readonly Finding[]>;
}

/** What a check may depend on besides the text itself. */
export interface DetectorContext {
  readonly direction: Direction;
  /** All texts checked together; empty for a streamed reply. */
  readonly parts: readonly GuardPart[];
  /** The conversation so far; empty if the caller passed none. */
  readonly conversation: Conversation;
}

/** A detector that runs a model: slower, and only for complete texts. */
export interface ModelDetector {
  readonly name: string;
  readonly directions: readonly Direction[];
  infer(part: GuardPart, options: { readonly signal: AbortSignal }): Promise<readonly Finding[]>;
  /** Why a text is not scanned; undefined if it is. */
  unread?(part: GuardPart): string | undefined;
}

/** A text that grows as a streamed reply arrives; `id` names its place as in a complete reply. */
export type GrowingPart = Omit<GuardPart, 'text' | 'readAs' | 'joins' | 'isEarlier' | 'isCut'>;

/** The tool-call rules for one streamed reply. */
export interface StreamedCalls {
  /** True if no rule can block, so that no call needs to be held back. */
  readonly onlyWatches: boolean;
  /** `hold` buffers a call until it is complete, `watch` lets it through while recording it, `pass` means that no rule applies. */
  treatment(tool: string): 'pass' | 'watch' | 'hold';
  /** Checks a complete call and returns whether it may be made; if not, the reply is blocked. */
  complete(call: ToolCall): boolean;
}

/**
 * Checks the growing texts of a streamed reply. What `push` returns can be sent at once: it has been checked and redacted, and
 * can no longer become part of a finding. Concatenated, the returned pieces are the redaction of the whole text.
 */
export interface OutputCheck {
  /** True once a finding, or a mandatory check that could not run, forbids the rest of the reply. Nothing more is released. */
  readonly blocked: boolean;
  push(part: GrowingPart, delta: string): Promise<string>;
  /** Releases what is still held back of a part whose text has ended. */
  end(id: string): Promise<string>;
  /** UTF-16 code units of a part that were pushed but not yet released. */
  held(id: string): number;
  /**
   * Checks a complete text under an id of its own and returns the part of it that may be released. With `isPiece` the same text
   * is also pushed as a piece of a growing text, so findings that change nothing are recorded there, not here.
   */
  read(part: GrowingPart, text: string, options?: { readonly isPiece?: boolean }): Promise<string>;
  /** Records a part that passes unscanned; called once per id. */
  note(part: UnscannedPart): void;
  /** Rules about complete tool calls, if there are any. */
  readonly calls?: StreamedCalls;
  /** The decision about everything pushed, released or not. Nothing can be pushed after it. */
  decide(): Promise<Decision>;
}

export interface EvaluateOptions {
  readonly signal: AbortSignal;
  /** Also runs second stages on texts that are not uncertain: scores become finer, verdicts stay the same. */
  readonly thorough?: boolean | undefined;
  /** Returns the placeholder for a redacted value that is to be restored later. */
  readonly placeholderFor?: (category: string, value: string) => string;
}

/** Options for checking a streamed reply. */
export interface OutputOptions {
  /**
   * Time limit in milliseconds for a check of the text received so far; 2000 by default. A check that exceeds it is not run again
   * for this reply.
   */
  readonly timeoutMs?: number | undefined;
}

/** Evaluates one input record against the current policy. */
export interface GuardPipeline {
  evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision>;
  /** Starts checking one streamed reply to a request with this conversation. */
  openOutput(requestId: string, conversation?: Conversation, options?: OutputOptions): OutputCheck;
  /** The body of a chat request with a canary token planted in it, for policies that ask for one. */
  plant?(body: JsonObject): JsonObject;
  /** Whether it reads `conversation`; if not, callers need not build one. */
  readonly readsConversation?: boolean;
}
