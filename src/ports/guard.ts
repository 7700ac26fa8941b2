import type { JsonObject } from '../core/json.ts';

/** Where a text came from: a person, a tool's result, or retrieved content. Each has its own thresholds. */
export const CHANNELS = ['user', 'tool', 'document'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `input` is what goes to the model, `output` what comes back. */
export const DIRECTIONS = ['input', 'output'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What is done about a finding, from mildest to hardest. A decision's verdict is the hardest of its findings. */
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
  /** How its text was read before: it stands as it was written, or escapes of JSON in it are decoded. Nobody has read it unless given. */
  readonly readAs?: 'text' | 'json';
  /** It is the text of other parts, one behind the other, and stands nowhere itself: which, and where each is in it. */
  readonly joins?: readonly { readonly part: string; readonly start: number; readonly end: number }[];
  /** It is of a turn that was answered before. What would block there is withheld from the model instead. */
  readonly isEarlier?: boolean;
}

/** A part that holds no text a detector could read, and why; the record shows it as not scanned. */
export interface UnscannedPart {
  readonly id: string;
  readonly role: string;
  readonly reason: string;
}

/** A tool that a model asks for, or asked for in an earlier turn. */
export interface ToolCall {
  /** Id of the part that holds its arguments. */
  readonly part: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly arguments: string;
  /** Whether the tool takes JSON; it takes any text otherwise. */
  readonly isJson: boolean;
}

/** One thing that was said or done in a conversation. */
export type ConversationStep =
  | { readonly kind: 'said'; readonly role: string; readonly text: string }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'result'; readonly tool: string; readonly text: string };

/** What a request holds of a conversation, as far as rules about tool calls ask, and the calls of the reply to it. */
export interface Conversation {
  /** The JSON schemas of the arguments by the names of the tools that the request offers. */
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
  /** Of findings in a tool call: which tool, `*` for what is no name of one, and the JSON pointer (RFC 6901) of the argument; empty for the whole call. */
  readonly tool?: string;
  readonly pointer?: string;
}

/** A finding with the threshold it was held against and what the policy does about it. */
export interface JudgedFinding extends Finding {
  readonly threshold: number;
  readonly action: Action;
  /** What a rule in shadow would do about it instead, and the threshold it was held against. */
  readonly shadow?: { readonly threshold: number; readonly action: Action };
  /** Where the text came from; in records. */
  readonly channel?: Channel;
}

/** A check that could not read a text, which would have blocked if its rules about that text were not in shadow. */
export interface ShadowUnread {
  readonly detector: string;
  /** Of `tool_rules`: the rule. */
  readonly category?: string;
  readonly channel: Channel;
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
  /** The verdict if no rule were in shadow; absent where it is the same. */
  readonly wouldBe?: Action;
  /** Why it would be a block where no finding says so; once for each check and channel. */
  readonly unreadInShadow?: readonly ShadowUnread[];
  readonly findings: readonly JudgedFinding[];
  /** How many more findings there were than a record names. */
  readonly findingsOmitted?: number;
  readonly checks: readonly CheckRecord[];
  readonly rewrites: readonly Rewrite[];
  readonly latencyMs: number;
  /** What a policy in shadow came to that is tried beside this one, about the same. */
  readonly trial?: Decision;
}

/** Finds, never decides. `tail` says from where a text that is still growing could yet become a finding. */
export interface Detector {
  readonly name: string;
  readonly directions: readonly Direction[];
  inspect(part: GuardPart): readonly Finding[];
  /** The same away from the calling thread, for texts so long that it would be kept from other work. */
  inspectAside?(part: GuardPart, signal: AbortSignal): Promise<readonly Finding[]>;
  /** Whoever reads long texts for it reads for no other check, so that both may go on at once. */
  readonly asideAlone?: true;
  /** Why a text is not read, such as one that is too short; undefined for one that is. */
  unread?(part: GuardPart): string | undefined;
  /** First UTF-16 index of `text` that must be held back while more text may follow; `text.length` holds nothing. */
  tail(text: string): number;
  /** On the way to a model it reads too what addresses say in percent signs, and HTML in its codes. */
  readonly readsWebCodes?: true;
  /** A slower look at what this one left in doubt. */
  readonly secondStage?: SecondStage;
  /** What it makes of a part that it has just read, 0..1, also where that is too little for a finding. */
  estimate?(part: GuardPart): number | undefined;
  /** The same check for one request or the reply to it, where these matter to it; what it then says is remembered for no other. */
  bind?(scene: DetectorScene): Detector | undefined;
  /**
   * For findings that may go on for longer than text is held back: how much of a text behind one still belongs to it, and
   * whether it is over there. Undefined for findings that cannot.
   */
  goesOn?(finding: Finding, text: string): { readonly length: number; readonly isOver: boolean } | undefined;
}

/** A slower look at parts that a detector has just read. Where it fails, what the detector found stands. */
export interface SecondStage {
  /** What its cells of the record are called. */
  readonly name: string;
  /**
   * What takes the place of the findings; undefined where the detector left no doubt. Rejects when it cannot tell. With
   * `thorough` it also looks at what is no doubt, which leaves the findings as they are and makes `estimate` finer.
   */
  reconsider(part: GuardPart, signal: AbortSignal, thorough?: boolean): Promise<readonly Finding[]> | undefined;
}

/** What a check is about beside the text it reads. */
export interface DetectorScene {
  readonly direction: Direction;
  /** All texts that are checked together; none yet where a reply is streamed. */
  readonly parts: readonly GuardPart[];
  /** What the request holds of a conversation; empty where nobody put it together. */
  readonly conversation: Conversation;
}

/** A detector that asks a model: slower, and only for whole texts. */
export interface ModelDetector {
  readonly name: string;
  readonly directions: readonly Direction[];
  infer(part: GuardPart, options: { readonly signal: AbortSignal }): Promise<readonly Finding[]>;
  /** Why a text is not read; undefined for one that is. */
  unread?(part: GuardPart): string | undefined;
}

/** One growing text of a streamed reply: `id` names its place, as in a complete reply. */
export type GrowingPart = Omit<GuardPart, 'text' | 'readAs' | 'joins' | 'isEarlier'>;

/** Rules about the tool calls of one streamed reply. */
export interface StreamedCalls {
  /** Whether all it does is to watch: no call is ever held, or kept from being made. */
  readonly onlyWatches: boolean;
  /** `hold` what comes of a call until it is complete, `watch` it while it passes, or let it `pass` as no rule is about it. */
  treatment(tool: string): 'pass' | 'watch' | 'hold';
  /** Checks a complete call; whether it may be made. The reply is blocked otherwise. */
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
  /** UTF-16 units of a part that were pushed and are not settled yet. */
  held(id: string): number;
  /**
   * What is left of a text that came whole and of which no more comes, under an id of its own. With `isPiece` it is also a
   * piece of a growing text, with which everything is recorded that changes nothing.
   */
  read(part: GrowingPart, text: string, options?: { readonly isPiece?: boolean }): Promise<string>;
  /** Notes something that passes unread; once per id. */
  note(part: UnscannedPart): void;
  /** Rules about whole tool calls, where there are any. */
  readonly calls?: StreamedCalls;
  /** One decision about all that was pushed, also about what was not released. Nothing can be pushed after it. */
  decide(): Promise<Decision>;
}

export interface EvaluateOptions {
  readonly signal: AbortSignal;
  /** Second stages are asked about texts that leave no doubt, too: scores become finer, and no verdict another. */
  readonly thorough?: boolean | undefined;
  /** Names what stands in the place of a redacted value, where it shall be put back later. */
  readonly placeholderFor?: (category: string, value: string) => string;
}

/** How a streamed reply is checked. */
export interface OutputOptions {
  /** Longest time in milliseconds that checks may take over what has come, 2000 unless given. One that takes longer is asked no more in this reply. */
  readonly timeoutMs?: number | undefined;
}

/** Evaluates one input record against the current policy. */
export interface GuardPipeline {
  evaluate(input: GuardInput, options: EvaluateOptions): Promise<Decision>;
  /** Begins the check of one streamed reply, to a request with this conversation. */
  openOutput(requestId: string, conversation?: Conversation, options?: OutputOptions): OutputCheck;
  /** The body of a chat request as it goes to the upstream, where something is planted in it. */
  plant?(body: JsonObject): JsonObject;
  /** Whether it reads conversations, which nobody needs to put together otherwise. */
  readonly readsConversation?: boolean;
}
