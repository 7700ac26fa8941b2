export type ChatRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** One message of a conversation, text only: the edge joins the text parts of structured content. */
export interface ChatMessage {
  readonly role: ChatRole;
  readonly content: string;
}

/** What a model is asked. Sampling options are left to the model's defaults when absent. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
}

export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export type FinishReason = 'stop' | 'length' | 'content_filter';

/** A piece of a streamed reply. The last part of every stream is `finish`. */
export type ChatPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage };

/**
 * A chat model. It only streams: a full reply is the collected stream, so that usage, guarding and
 * cancelling cannot differ between the two. Throws `provider_unavailable` or `timeout` when it fails.
 */
export interface LanguageModel {
  readonly model: string;
  stream(request: ChatRequest, options: { readonly signal: AbortSignal; readonly requestId?: string }): AsyncIterable<ChatPart>;
}
