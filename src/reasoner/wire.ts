import type { JsonObject } from '../core/json.ts';
import { citationsIn } from '../domain/reasoning/citations.ts';
import type { FileSearchResult } from '../ports/file-search.ts';
import type { ChatPart, FinishReason, FunctionCall, TokenUsage } from '../ports/language.ts';
import { inputOf } from './custom-tools.ts';

/** Fields of all objects of a chat completion. */
export interface CompletionHead {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
}

/** Token counts in the API's fields, with the details that the model counts. */
export function usageBody({ promptTokens, completionTokens, cachedTokens, cacheWriteTokens, reasoningTokens }: TokenUsage) {
  const read = {
    ...(cachedTokens === undefined ? {} : { cached_tokens: cachedTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
  };
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(Object.keys(read).length === 0 ? {} : { prompt_tokens_details: read }),
    ...(reasoningTokens === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

/** The content of a chat completion that is not streamed. */
export interface WireAnswer {
  readonly text: string;
  /** What a model that declines to answer says instead; empty for others. */
  readonly refusal: string;
  /** What a reasoning model thought; empty for others. */
  readonly reasoning: string;
  /** Its tokens with their log probabilities; empty without any. */
  readonly logprobs: readonly JsonObject[];
  readonly toolCalls: readonly FunctionCall[];
  /** The names of custom tools, whose calls have an input instead of arguments; none by default. */
  readonly customs?: ReadonlySet<string>;
  readonly reason: FinishReason;
  readonly usage: TokenUsage;
  /** The passages of files that the model got. */
  readonly passages?: readonly FileSearchResult[];
}

/** The `annotations` of a message whose text is based on passages of files; otherwise none. */
export function citationFields(text: string, passages: readonly FileSearchResult[]) {
  const annotations = citationsIn(text, passages).map(({ index, passage: { fileId, filename, page, start, end } }) => {
    const position = { page: page ?? null, start, end };
    return { type: 'file_citation', file_citation: { file_id: fileId, filename, index, position } };
  });
  return annotations.length === 0 ? {} : { annotations };
}

/** A chat completion that is not streamed. One with only function calls or a refusal has no content. */
export function completionBody(
  head: CompletionHead,
  { text, refusal, reasoning, logprobs, toolCalls, customs, reason, usage, passages = [] }: WireAnswer,
) {
  const calls = toolCalls.map(({ id, name, arguments: given }) =>
    customs?.has(name) === true
      ? { id, type: 'custom', custom: { name, input: inputOf(given) } }
      : { id, type: 'function', function: { name, arguments: given } },
  );
  const message = {
    role: 'assistant',
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...citationFields(text, passages),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: logprobsBody(logprobs), finish_reason: reason }],
    usage: usageBody(usage),
  };
}

function logprobsBody(logprobs: readonly JsonObject[] = []) {
  return logprobs.length === 0 ? null : { content: logprobs, refusal: null };
}

/** The delta of a streamed chunk with a piece of a call: of a function, or of a custom tool if a piece of its input is given. */
export function toolCallDelta(
  { index, id, name, arguments: given }: Omit<ChatPart & { readonly type: 'tool-call-delta' }, 'type'>,
  input?: string,
) {
  const type = input === undefined ? 'function' : 'custom';
  const named = { ...(name === undefined ? {} : { name }), ...(input === undefined ? { arguments: given } : { input }) };
  return { tool_calls: [{ index, ...(id === undefined ? {} : { id, type }), [type]: named }] };
}

/** One event of a streamed chat completion. The first delta of a stream has the role, the last a finish reason. */
export function chunkBody(
  head: CompletionHead,
  delta: {
    readonly role?: 'assistant';
    readonly content?: string | null;
    readonly refusal?: string;
    readonly reasoning_content?: string;
    readonly tool_calls?: readonly object[];
    readonly annotations?: readonly object[];
  },
  options: { readonly finishReason?: FinishReason; readonly includeUsage: boolean; readonly logprobs?: readonly JsonObject[] | undefined },
) {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, delta, logprobs: logprobsBody(options.logprobs), finish_reason: options.finishReason ?? null }],
    ...(options.includeUsage ? { usage: null } : {}),
  };
}

/** The event before `[DONE]` in a stream whose request asked for usage. */
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
