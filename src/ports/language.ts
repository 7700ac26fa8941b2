import type { JsonObject } from '../core/json.ts';

export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** An image that goes with a message's text: an https or data URL, and how closely to look at it. */
export interface ChatImage {
  readonly url: string;
  readonly detail?: 'auto' | 'low' | 'high';
}

/** A call of a function that a model asks for. `arguments` is JSON as the model wrote it, which may be broken. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One message of a conversation. The edge joins the text parts of structured content; images stand beside. */
export interface ChatMessage {
  readonly role: ChatRole;
  readonly content: string;
  readonly images?: readonly ChatImage[];
  /** What an assistant's message called. */
  readonly toolCalls?: readonly FunctionCall[];
  /** Of a tool's message: the call that it answers. */
  readonly toolCallId?: string;
}

/** A function that a model may ask its caller to run. `parameters` is a JSON schema. */
export interface FunctionTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: JsonObject;
  readonly strict?: boolean;
}

/** Whether functions may, must not or must be called, or which one must. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** The form an answer has to have. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | { readonly type: 'json_schema'; readonly name: string; readonly schema: JsonObject; readonly strict?: boolean };

/** What a model is asked. Sampling options are left to the model's defaults when absent. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly tools?: readonly FunctionTool[];
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
  readonly responseFormat?: ResponseFormat;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls';

/** A piece of a streamed reply. The last part of every stream is `finish`. */
export type ChatPart =
  | { readonly type: 'text-delta'; readonly text: string }
  /** A piece of the call at `index`; the first piece of a call has its id and name. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly id?: string; readonly name?: string; readonly arguments: string }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage };

/** What a model takes beside text; what is absent it does not. */
export interface ModelCapabilities {
  readonly tools?: boolean;
  readonly images?: boolean;
  /** How it comes to answer in JSON: by itself when the request says so, or when it is told in words. */
  readonly json?: 'native' | 'prompted';
}

/**
 * A chat model. It only streams: a full reply is the collected stream, so that usage, guarding and
 * cancelling cannot differ between the two. Throws `provider_unavailable` or `timeout` when it fails.
 */
export interface LanguageModel {
  readonly model: string;
  readonly takes?: ModelCapabilities;
  stream(request: ChatRequest, options: { readonly signal: AbortSignal; readonly requestId?: string }): AsyncIterable<ChatPart>;
}
