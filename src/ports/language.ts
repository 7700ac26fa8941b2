import type { JsonObject } from '../core/json.ts';

export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** An image in a message: an https or data URL, and the level of detail. */
export interface ChatImage {
  readonly url: string;
  readonly detail?: 'auto' | 'low' | 'high';
}

/** A file in a message: its name, its text, and the place in the message's text, in UTF-16 code units, at which it stands. */
export interface ChatFile {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** A function call of a model. `arguments` is JSON as the model wrote it, which may be invalid. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * One message of a conversation. Text parts of structured content are joined when the request is parsed; images and files are separate.
 */
export interface ChatMessage {
  readonly role: ChatRole;
  readonly content: string;
  readonly images?: readonly ChatImage[];
  /** In the order of their places. */
  readonly files?: readonly ChatFile[];
  /** The function calls of an assistant's message. */
  readonly toolCalls?: readonly FunctionCall[];
  /** What the model thought before an assistant's message, for models that need it back. */
  readonly reasoning?: string;
  /** For a tool's message: the call that it answers. */
  readonly toolCallId?: string;
  /** Who wrote a message of the user or the assistant, to tell participants apart. */
  readonly name?: string;
  /** Set by the service on what the guard has checked part by part: put together, harmless parts may look like an attack. */
  readonly isScreened?: true;
}

/** A function that a model may call. `parameters` is a JSON schema. */
export interface FunctionTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonObject;
  readonly strict?: boolean;
}

/** Whether functions may, must not or must be called, or which one must. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** The required format of an answer. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | {
      readonly type: 'json_schema';
      readonly name: string;
      /** What the answer is for. */
      readonly description?: string;
      readonly schema: JsonObject;
      readonly strict?: boolean;
    };

/** How long an answer should be. */
export type Verbosity = 'low' | 'medium' | 'high';

/** A request to a model. Absent sampling options are left to the model's defaults. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  /** What is added to the logits of tokens, by token number. */
  readonly logitBias?: Readonly<Record<string, number>>;
  /** For log probabilities with each token of the answer, so many of the likeliest alternatives; absent for none. */
  readonly topLogprobs?: number;
  /** How much a reasoning model thinks, in its own words, such as `low`. */
  readonly reasoningEffort?: string;
  /** How long the answer should be. */
  readonly verbosity?: Verbosity;
  readonly tools?: readonly FunctionTool[];
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  readonly responseFormat?: ResponseFormat;
}

/** Token counts of an answer. The details are parts of the two sums, and absent if the model does not count them. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Tokens of the prompt that were read from the model server's cache. */
  readonly cachedTokens?: number;
  /** Tokens of the prompt that were written to it. */
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** A piece of a streamed reply. The last part of every stream is `finish`. */
export type ChatPart =
  /**
   * `isRefusal` marks the text of a model that declines to answer, which keeps to no format. `logprobs` are its tokens with their log
   * probabilities as the model server gives them.
   */
  | { readonly type: 'text-delta'; readonly text: string; readonly isRefusal?: true; readonly logprobs?: readonly JsonObject[] }
  /** What a reasoning model thinks before it answers or calls a function: no part of the answer. */
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** A piece of the call at `index`; the first piece of a call has its id and name. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly id?: string; readonly name?: string; readonly arguments: string }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage };

/** The capabilities of a model besides text; absent ones are not supported. */
export interface ModelCapabilities {
  readonly tools?: boolean;
  /** Whether files are searched before it answers, rather than when it calls for it: small models call too rarely. */
  readonly searchesFirst?: boolean;
  readonly images?: boolean;
  /**
   * How it produces JSON: natively if the request says so, by instructions, or `guided`: by instructions, and held to the format by what
   * runs it.
   */
  readonly json?: 'native' | 'prompted' | 'guided';
  /** Whether it tells the log probabilities of its tokens. */
  readonly logprobs?: boolean;
  /** Whether it sums up a conversation when told to. */
  readonly summaries?: boolean;
}

export interface ModelCallOptions {
  readonly signal: AbortSignal;
  readonly requestId?: string;
  /** Whose request it is: the name of an API key. What a model keeps of a conversation is used for its own requests alone. */
  readonly owner?: string;
}

/**
 * A chat model. It only streams: a whole reply is the collected stream, so that usage, guarding and cancellation are the same for both.
 * Throws `provider_unavailable` or `timeout` if it fails.
 */
export interface LanguageModel {
  readonly model: string;
  readonly takes?: ModelCapabilities;
  /** The tokens of a request's prompt; absent if the model cannot tell without answering. */
  readonly countTokens?: (request: ChatRequest, options: { readonly signal: AbortSignal }) => Promise<number>;
  stream(request: ChatRequest, options: ModelCallOptions): AsyncIterable<ChatPart>;
}
