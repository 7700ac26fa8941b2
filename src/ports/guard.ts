import type { JsonObject } from '../core/json.ts';

/** Where a text came from: a person, a tool's result, or retrieved content. Each has its own thresholds. */
export const CHANNELS = ['user', 'tool', 'document'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `input` is what goes to the model, `output` what comes back. */
export const DIRECTIONS = ['input', 'output'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The actions for a finding, from mildest to strictest. A decision's verdict is the strictest action of its findings. */
export const ACTIONS = ['allow', 'flag', 'redact', 'block'] as const;
export type Action = (typeof ACTIONS)[number];

/** Whether a policy or rule is enforced, or in shadow: then it only records what it would have done. */
export const MODES = ['enforce', 'shadow'] as const;
export type Mode = (typeof MODES)[number];

/** One text to be checked. `id` names its place in the payload, such as `messages[2].content`. */
export interface GuardPart {
  readonly id: string;
  readonly role: string;
  readonly channel: Channel;
  readonly text: string;
  /** Set on parts made from another one: whether their text is as written, or has JSON escapes decoded. */
  readonly readAs?: 'text' | 'json';
  /** Set on a part that joins the texts of other parts and has no place of its own: which parts, and the range of each in it. */
  readonly joins?: readonly { readonly part: string; readonly start: number; readonly end: number }[];
  /** It belongs to a turn that was answered before. What would block there is withheld from the model instead. */
  readonly isEarlier?: boolean;
}

/** A part without text that a detector could read, and the reason; the record shows it as not scanned. */
export interface UnscannedPart {
  readonly id: string;
  readonly role: string;
  readonly reason: string;
}

/** A call of a tool by the model, now or in an earlier turn. */
export interface ToolCall {
  /** Id of the part that holds its arguments. */
  readonly part: string;
  readonly tool: string;
  /** The arguments as the model wrote them. */
  readonly arguments: string;
  /** Whether the tool takes JSON rather than any text. */
  readonly isJson: boolean;
}

/** One step of a conversation: something said, a tool call or its result. */
export type ConversationStep =
  | { readonly kind: 'said'; readonly role: string; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'result'; readonly tool: string; readonly text: string };

/** The conversation as rules about tool calls see it, with the calls of the reply. */
export interface Conversation {
  /** The JSON schemas of arguments by the names of the tools that the request offers. */
  readonly definitions: ReadonlyMap<string, JsonObject>;
  readonly steps: readonly ConversationStep[];
  readonly reply: readonly ToolCall[];
}

/** The pipeline's input record, built from a transport payload. */
export interface GuardInput {
  readonly requestId: string;
  readonly direction: Direction;
  readonly parts: readonly GuardPart[];
  readonly unscanned: readonly UnscannedPart[];
  /** For pipelines that read it. */
  readonly conversation?: Conversation;
}

/** What a detector saw: a span of UTF-16 offsets (`end` exclusive) in a part, with a score of 0..1. */
export interface Finding {
  readonly detector: string;
  readonly category: string;
  readonly part: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** For findings in a tool call: the tool (`*` if its name is not a valid one), and the JSON pointer (RFC 6901) of the argument, empty for the whole call. */
  readonly tool?: string;
  readonly pointer?: string;
}

/** A finding with the threshold it was compared with and the policy's action for it. */
export interface JudgedFinding extends Finding {
  readonly threshold: number;
  readonly action: Action;
  /** The action that a rule in shadow would take instead, and its threshold. */
  readonly shadow?: { readonly threshold: number; readonly action: Action };
  /** Where the text came from; set in records only. */
  readonly channel?: Channel;
}

/** A check that could not read a text, and would have blocked for it if its rules were not in shadow. */
export interface ShadowUnread {
  readonly detector: string;
  /** For `tool_rules`: the name of the rule. */
  readonly category?: string;
  readonly channel: Channel;
}

/** What one check did with one part: scanned, or not scanned with a reason. */
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
  /** The decision is only recorded: the request goes on as if nothing had been found. */
  readonly mode?: 'shadow';
  /** The verdict if no rule were in shadow; absent if it is the same. */
  readonly wouldBe?: Action;
  /** Checks that would have blocked because they could not read a text; once for each check and channel. */
  readonly unreadInShadow?: readonly ShadowUnread[];
  readonly findings: readonly JudgedFinding[];
  /** How many findings the record leaves out. */
  readonly findingsOmitted?: number;
  readonly checks: readonly CheckRecord[];
  readonly rewrites: readonly Rewrite[];
  readonly latencyMs: number;
  /** What a policy in shadow came to that is tried beside this one, about the same. */
  readonly trial?: Decision;
}

/** Finds, never decides: that is the policy's part. */
export interface Detector {
  readonly name: string;
  readonly directions: readonly Direction[];
  inspect(part: GuardPart): readonly Finding[];
  /** The same off the calling thread, for texts so long that they would block it. */
  inspectAside?(part: GuardPart, signal: AbortSignal): Promise<readonly Finding[]>;
  /** Its `inspectAside` has a thread to itself, so that it can run while other checks run. */
  readonly asideAlone?: true;
  /** Why a text is not read, such as that it is too short; undefined if it is. */
  unread?(part: GuardPart): string | undefined;
  /** First UTF-16 index of `text` that must be held back while more text may follow; `text.length` holds nothing. */
  tail(text: string): number;
  /** In requests it also reads texts with percent-encoding and HTML entities decoded. */
  readonly readsWebCodes?: true;
  /** A slower check of what this one left in doubt. */
  readonly secondStage?: SecondStage;
  /** The score (0..1) of a part that it has just read, also below the lowest score of a finding. */
  estimate?(part: GuardPart): number | undefined;
  /** This check for one request or reply, if its findings depend on more than the text; its results are then not cached. */
  bind?(context: DetectorContext): Detector | undefined;
  /**
   * For findings that may be longer than the text held back: how much of the following text still belongs to one, in UTF-16
   * code units, and whether it ends there. Undefined for findings that cannot be that long.
   */
  goesOn?(finding: Finding, text: string): { readonly length: number; readonly isOver: boolean } | undefined;
}

/** A slower check of parts that a detector has just read. If it fails, the detector's findings stand. */
export interface SecondStage {
  /** Its name in records. */
  readonly name: string;
  /**
   * The findings that replace the detector's; undefined if that left no doubt. Rejects when it cannot tell. With `thorough` it
   * also reads texts that leave no doubt, which changes no verdict and makes `estimate` finer.
   */
  reconsider(part: GuardPart, signal: AbortSignal, thorough?: boolean): Promise<readonly Finding[]> | undefined;
}

/** What a check may depend on besides the text it reads. */
export interface DetectorContext {
  readonly direction: Direction;
  /** All texts that are checked together; empty for a streamed reply. */
  readonly parts: readonly GuardPart[];
  /** The conversation so far; empty if the caller did not pass it. */
  readonly conversation: Conversation;
}

/** A detector that asks a model: slower, and only for whole texts. */
export interface ModelDetector {
  readonly name: string;
  readonly directions: readonly Direction[];
  infer(part: GuardPart, options: { readonly signal: AbortSignal }): Promise<readonly Finding[]>;
  /** Why a text is not read; undefined if it is. */
  unread?(part: GuardPart): string | undefined;
}

/** One growing text of a streamed reply: `id` names its place, as in a complete reply. */
export type GrowingPart = Omit<GuardPart, 'text' | 'readAs' | 'joins' | 'isEarlier'>;

/** Rules about the tool calls of one streamed reply. */
export interface StreamedCalls {
  /** Whether no rule can block, so that no call needs to be held back. */
  readonly onlyWatches: boolean;
  /** `hold` a call back until it is complete, `watch` it while it passes, or let it `pass` since no rule is about it. */
  treatment(tool: string): 'pass' | 'watch' | 'hold';
  /** Checks a complete call, and says whether it may be made; if not, the reply is blocked. */
  complete(call: ToolCall): boolean;
}

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
  /** UTF-16 code units of a part that were pushed but not released yet. */
  held(id: string): number;
  /**
   * Checks a text that came whole, under an id of its own, and gives what may be released of it. With `isPiece` it is also
   * pushed as a piece of a growing text, so findings that change nothing are recorded there and not here.
   */
  read(part: GrowingPart, text: string, options?: { readonly isPiece?: boolean }): Promise<string>;
  /** Notes a part that passes unread; once per id. */
  note(part: UnscannedPart): void;
  /** Rules about whole tool calls, if there are any. */
  readonly calls?: StreamedCalls;
  /** The decision about all that was pushed, released or not. Nothing can be pushed after it. */
  decide(): Promise<Decision>;
}

export interface EvaluateOptions {
  readonly signal: AbortSignal;
  /** Also asks second stages about texts that leave no doubt: scores become finer, verdicts stay. */
  readonly thorough?: boolean | undefined;
  /** Names the placeholder of a redacted value that is to be restored later. */
  readonly placeholderFor?: (category: string, value: string) => string;
}

/** How a streamed reply is checked. */
export interface OutputOptions {
  /** Longest time in milliseconds that a check may take for what has arrived, by default 2000. One that takes longer is not run again for this reply. */
  readonly timeoutMs?: number | undefined;
}

/** Evaluates one input record against the current policy. */
export interface GuardPipeline {
  evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision>;
  /** Begins the check of one streamed reply, to a request with this conversation. */
  openOutput(requestId: string, conversation?: Conversation, options?: OutputOptions): OutputCheck;
  /** The body of a chat request with a canary planted in it, for policies that want one. */
  plant?(body: JsonObject): JsonObject;
  /** Whether it reads `conversation`; if not, the caller need not build it. */
  readonly readsConversation?: boolean;
}
