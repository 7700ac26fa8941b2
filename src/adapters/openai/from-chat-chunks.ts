import { countTokens } from '../../core/count-tokens.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ChatPart, ChatRequest, FinishReason, TokenUsage } from '../../ports/language.ts';

/**
 * The parts of a reply from its wire chunks (https://platform.openai.com/docs/api-reference/chat-streaming/streaming). Only the first
 * choice is read. If the server reports no usage, words and punctuation marks are counted instead.
 */
export async function* fromChatChunks(batches: AsyncIterable<readonly JsonObject[]>, request: ChatRequest): AsyncGenerator<ChatPart, void> {
  let text = '';
  let reason: FinishReason = 'stop';
  let usage: TokenUsage | undefined;
  for await (const batch of batches) {
    // Text that arrived together is passed on together, because every part costs the same, however short.
    let together = '';
    let declined = '';
    for (const chunk of batch) {
      usage = readUsage(chunk.usage) ?? usage;
      if (!Array.isArray(chunk.choices)) continue;
      const choice = chunk.choices.find((candidate) => isJsonObject(candidate) && (candidate.index ?? 0) === 0);
      if (!isJsonObject(choice)) continue;
      const delta = isJsonObject(choice.delta) ? choice.delta : {};
      if (typeof delta.content === 'string') together += delta.content;
      if (typeof delta.refusal === 'string') declined += delta.refusal;
      for (const call of readCalls(delta.tool_calls)) {
        if (together !== '') yield { type: 'text-delta', text: together };
        text += together + call.arguments;
        together = '';
        yield call;
      }
      reason = readFinishReason(choice.finish_reason) ?? reason;
    }
    text += together + declined;
    if (together !== '') yield { type: 'text-delta', text: together };
    if (declined !== '') yield { type: 'text-delta', text: declined, isRefusal: true };
  }
  yield { type: 'finish', reason, usage: usage ?? estimate(request, text) };
}

/** The pieces of function calls in one chunk. Servers that omit `index` send whole calls in order. */
function readCalls(calls: JsonValue | undefined): (ChatPart & { readonly type: 'tool-call-delta' })[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).map((call, place) => {
    const named = isJsonObject(call.function) ? call.function : {};
    return {
      type: 'tool-call-delta',
      index: isCount(call.index) ? call.index : place,
      arguments: typeof named.arguments === 'string' ? named.arguments : '',
      ...(typeof call.id === 'string' && call.id !== '' ? { id: call.id } : {}),
      ...(typeof named.name === 'string' && named.name !== '' ? { name: named.name } : {}),
    };
  });
}

function readUsage(usage: JsonValue | undefined): TokenUsage | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined;
  const cached = countIn(usage.prompt_tokens_details, 'cached_tokens');
  const written = countIn(usage.prompt_tokens_details, 'cache_write_tokens');
  const reasoning = countIn(usage.completion_tokens_details, 'reasoning_tokens');
  return {
    promptTokens,
    completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(written === undefined ? {} : { cacheWriteTokens: written }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function countIn(details: JsonValue | undefined, name: string): number | undefined {
  const count = isJsonObject(details) ? details[name] : undefined;
  return isCount(count) ? count : undefined;
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

const REASONS: readonly FinishReason[] = ['stop', 'length', 'content_filter', 'tool_calls'];

/** Any other reason means that the model stopped by itself; an empty one, which some servers send in every chunk, means nothing. */
function readFinishReason(reason: JsonValue | undefined): FinishReason | undefined {
  if (typeof reason !== 'string' || reason === '') return undefined;
  return REASONS.find((known) => known === reason) ?? 'stop';
}

function estimate(request: ChatRequest, text: string): TokenUsage {
  const promptTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
  return { promptTokens, completionTokens: countTokens(text) };
}
