import type { FinishReason, TokenUsage } from '../ports/language.ts';

/** What every object of one chat completion carries. */
export interface CompletionHead {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
}

/** Token counts in the wire's field names. */
export function usageBody({ promptTokens, completionTokens }: TokenUsage) {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}

/** The answer to a chat completion that is not streamed. */
export function completionBody(head: CompletionHead, text: string, reason: FinishReason, usage: TokenUsage) {
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: reason }],
    usage: usageBody(usage),
  };
}

/** One event of a streamed chat completion. The first delta of a stream has the role, the last a finish reason. */
export function chunkBody(
  head: CompletionHead,
  delta: { readonly role?: 'assistant'; readonly content?: string },
  options: { readonly finishReason?: FinishReason; readonly includeUsage: boolean },
) {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: options.finishReason ?? null }],
    ...(options.includeUsage ? { usage: null } : {}),
  };
}

/** The event before `[DONE]` of a stream whose request asked for its usage. */
export function usageChunkBody(head: CompletionHead, usage: TokenUsage) {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [],
    usage: usageBody(usage),
  };
}

/** One model of the model list. `created` is Unix time in seconds. */
export function modelBody(id: string, created: number) {
  return { id, object: 'model', created, owned_by: 'parley' };
}
