import { countMessageTokens, countTokens } from '../../core/count-tokens.ts';
import { isJsonObject, listOf, textOf, type JsonObject, type JsonValue } from '../../core/json.ts';
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
    const parts: StreamedPart[] = [];
    for (const chunk of batch) {
      usage = readUsage(chunk.usage) ?? usage;
      if (!Array.isArray(chunk.choices)) continue;
      const choice = chunk.choices.find((candidate) => isJsonObject(candidate) && (candidate.index ?? 0) === 0);
      if (!isJsonObject(choice)) continue;
      if (isJsonObject(choice.delta)) for (const part of partsOf(choice.delta, logprobsOf(choice.logprobs))) append(parts, part);
      reason = readFinishReason(choice.finish_reason) ?? reason;
    }
    for (const part of parts) {
      text += part.type === 'tool-call-delta' ? part.arguments : part.text;
      yield part;
    }
  }
  yield { type: 'finish', reason, usage: usage ?? estimate(request, text) };
}

type StreamedPart = Exclude<ChatPart, { readonly type: 'finish' }>;

/** The parts of one delta. Reasoning has two names, of which some servers send both with the same text. */
function partsOf(
  { reasoning_content: thought, reasoning, content, refusal, tool_calls: calls }: JsonObject,
  logprobs: readonly JsonObject[],
): StreamedPart[] {
  const texts: StreamedPart[] = [
    { type: 'reasoning-delta', text: textOf(thought) || textOf(reasoning) },
    { type: 'text-delta', text: textOf(content), ...(logprobs.length === 0 ? {} : { logprobs }) },
    { type: 'text-delta', text: textOf(refusal), isRefusal: true },
  ];
  return [...texts.filter((part) => part.type === 'tool-call-delta' || part.text !== ''), ...readCalls(calls)];
}

/** The tokens of a piece of text with their log probabilities. */
function logprobsOf(logprobs: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(logprobs) ? listOf(logprobs.content).filter(isJsonObject) : [];
}

/** Adds a part. Text that arrived together is passed on together, because every part costs the same, however short. */
function append(parts: StreamedPart[], part: StreamedPart): void {
  const last = parts.at(-1);
  const isSame = last?.type === part.type && 'isRefusal' in last === 'isRefusal' in part;
  if (!isSame || last.type === 'tool-call-delta' || part.type === 'tool-call-delta') parts.push(part);
  else {
    const logprobs = [last, part].flatMap((piece) => (piece.type === 'text-delta' ? (piece.logprobs ?? []) : []));
    parts[parts.length - 1] = { ...last, text: last.text + part.text, ...(logprobs.length === 0 ? {} : { logprobs }) };
  }
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
  return { promptTokens: countMessageTokens(request.messages), completionTokens: countTokens(text) };
}
