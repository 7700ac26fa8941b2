import type { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf, textOf } from '../../core/json.ts';
import { createCallIndexes } from '../streams/call-indexes.ts';
import { endsChoice } from '../streams/delta-texts.ts';
import { tokensOf } from '../token-count.ts';
import {
  openCall,
  openText,
  TEXT_KINDS,
  type EventBody,
  type ItemEnd,
  type OpenCall,
  type OpenItem,
  type OpenText,
  type TextKind,
} from './open-item.ts';

/** One event of a streamed response; they are numbered from 0. */
export type ResponseEvent = EventBody & { readonly sequence_number: number };

/** Turns the chunks of a chat completion into the events of a response, in OpenAI's order, and into the response itself. */
export interface ResponseWriter {
  begin(): ResponseEvent[];
  /** Takes a chunk, or a complete answer with its message in place of a chunk's delta. */
  take(chunk: JsonObject): ResponseEvent[];
  fail(failure: ServiceError): ResponseEvent[];
  /** After the last chunk; returns no events after a failure. */
  end(): ResponseEvent[];
  /** The response as written so far. */
  body(): JsonObject;
}

/** The fields in which chat completion servers send reasoning. */
const THOUGHTS = ['reasoning_content', 'reasoning'] as const;

/** Writes one response (https://platform.openai.com/docs/api-reference/responses-streaming). `first` is the empty response. */
export function createResponseWriter(
  first: JsonObject,
  { nextId, now }: { readonly nextId: (prefix: string) => string; /** Unix time in seconds. */ readonly now: () => number },
): ResponseWriter {
  let body = first;
  let sequence = 0;
  let finish: JsonValue = null;
  let isOver = false;
  /** Index of the choice that is used, since a response has only one. */
  let answering: JsonValue | undefined;
  const items: OpenItem[] = [];
  let text: OpenText | undefined;
  const calls = new Map<number, OpenCall>();
  const indexOf = createCallIndexes();

  const numbered = (events: readonly EventBody[]): ResponseEvent[] => events.map((event) => ({ ...event, sequence_number: sequence++ }));
  const snapshot = (): JsonObject => ({ ...body, output: items.map((item) => item.item()) });
  const whole = (type: string): EventBody => ({ type, response: snapshot() });
  const cutReason = (): string | undefined =>
    finish === 'length' ? 'max_output_tokens' : finish === 'content_filter' ? 'content_filter' : undefined;

  function closeText(end: ItemEnd): EventBody[] {
    const events = text?.close(end) ?? [];
    text = undefined;
    return events;
  }

  function closeAll(end: ItemEnd): EventBody[] {
    const events = [...closeText(end), ...[...calls.values()].flatMap((call) => call.close(end))];
    calls.clear();
    return events;
  }

  function write(kind: TextKind, delta: string, more?: Parameters<OpenText['write']>[2]): EventBody[] {
    const { item, prefix } = TEXT_KINDS[kind];
    const events = text !== undefined && text.type !== item ? closeText('completed') : [];
    if (text === undefined) items.push((text = openText(item, { id: nextId(prefix), index: items.length })));
    return [...events, ...text.write(kind, delta, more)];
  }

  function callAt(key: number, kind: 'function' | 'custom', callId: string): { readonly call: OpenCall; readonly events: EventBody[] } {
    const known = calls.get(key);
    if (known !== undefined) return { call: known, events: [] };
    const events = closeText('completed');
    const id = nextId(kind === 'function' ? 'fc_' : 'ctc_');
    const call = openCall(kind, { id, index: items.length, callId: callId === '' ? nextId('call_') : callId });
    calls.set(key, call);
    items.push(call);
    return { call, events };
  }

  function takeCalls({ tool_calls: given, function_call: legacy }: JsonObject): EventBody[] {
    const events: EventBody[] = [];
    // Some servers send a single call instead of an array, or put its name and arguments next to its id.
    const pieces = isJsonObject(given) ? [given] : given;
    for (const [position, piece] of listOf(pieces).entries()) {
      if (!isJsonObject(piece)) continue;
      const kind = isJsonObject(piece['custom']) ? 'custom' : 'function';
      const made = piece[kind];
      const { call, events: before } = callAt(indexOf(0, piece, position), kind, textOf(piece['id']));
      events.push(...before, ...call.write(pieceOf(isJsonObject(made) ? made : piece, kind)));
    }
    if (isJsonObject(legacy)) {
      const { call, events: before } = callAt(LEGACY, 'function', '');
      events.push(...before, ...call.write(pieceOf(legacy, 'function')));
    }
    return events;
  }

  function takeDelta(delta: JsonObject, logprobs: JsonValue[]): EventBody[] {
    const events: EventBody[] = [];
    const thought = THOUGHTS.map((field) => textOf(delta[field])).find((said) => said !== '');
    if (thought !== undefined) events.push(...write('reasoning_text', thought));
    const content = contentOf(delta['content']);
    const annotations = listOf(delta['annotations']).filter(isJsonObject).map(annotationOf);
    if (content !== '' || annotations.length > 0) events.push(...write('output_text', content, { logprobs, annotations }));
    const refusal = textOf(delta['refusal']);
    if (refusal !== '') events.push(...write('refusal', refusal));
    return [...events, ...takeCalls(delta)];
  }

  return {
    begin: () => numbered([whole('response.created'), whole('response.in_progress')]),
    take(chunk) {
      const { choices, usage, model, guard, service_tier: tier } = chunk;
      if (typeof model === 'string' && model !== '') body = { ...body, model };
      if (typeof tier === 'string') body = { ...body, service_tier: tier };
      if (isJsonObject(usage)) body = { ...body, usage: usageOf(usage) };
      if (isJsonObject(guard)) body = { ...body, guard };
      const written = listOf(choices).filter(isJsonObject);
      const choice = written.find((one) => indexAmong(one) === (answering ?? 0)) ?? (answering === undefined ? written[0] : undefined);
      if (choice === undefined) return [];
      answering = indexAmong(choice);
      const events = isJsonObject(choice['delta']) ? takeDelta(choice['delta'], logprobsOf(choice['logprobs'])) : [];
      if (endsChoice(choice)) {
        finish = choice['finish_reason'] ?? null;
        events.push(...closeAll(cutReason() === undefined ? 'completed' : 'incomplete'));
      }
      return numbered(events);
    },
    fail({ kind, code, message, param }) {
      isOver = true;
      const events = closeAll('incomplete');
      body = { ...body, status: 'failed', error: { code, message } };
      const said = { code, message, param: param ?? null };
      // Flat fields as documented, and nested as OpenAI's server sends them: many clients recognise only the latter.
      return numbered([...events, { type: 'error', ...said, error: { type: kind, ...said } }, whole('response.failed')]);
    },
    end() {
      if (isOver) return [];
      isOver = true;
      const reason = cutReason();
      const status = reason === undefined ? 'completed' : 'incomplete';
      const events = closeAll(status);
      body = {
        ...body,
        status,
        completed_at: reason === undefined ? now() : null,
        incomplete_details: reason === undefined ? null : { reason },
      };
      return numbered([...events, whole(`response.${status}`)]);
    },
    body: snapshot,
  };
}

function indexAmong({ index }: JsonObject): JsonValue {
  return index ?? 0;
}

/** Key for the single call of a choice in the legacy `function_call`, which has no index. */
const LEGACY = -1;

function pieceOf(made: JsonObject, kind: 'function' | 'custom'): { readonly name: string; readonly delta: string } {
  const written = made[kind === 'custom' ? 'input' : 'arguments'];
  // Some servers send arguments as an object.
  return { name: textOf(made['name']), delta: isJsonObject(written) ? JSON.stringify(written) : textOf(written) };
}

/** All parts of the content joined into one text. */
function contentOf(content: JsonValue | undefined): string {
  const parts = Array.isArray(content) ? content : [content ?? null];
  return parts.map((part) => (isJsonObject(part) ? textOf(part['text']) : textOf(part))).join('');
}

/** Chat completions nest the fields of an annotation one level deeper. */
function annotationOf(annotation: JsonObject): JsonObject {
  const { type } = annotation;
  const inner = typeof type === 'string' ? annotation[type] : undefined;
  return isJsonObject(inner) ? { type: type ?? null, ...inner } : annotation;
}

function logprobsOf(logprobs: JsonValue | undefined): JsonValue[] {
  const content = isJsonObject(logprobs) ? logprobs['content'] : undefined;
  return Array.isArray(content) ? content : [];
}

function usageOf({ prompt_tokens: input, completion_tokens: output, total_tokens: total, ...details }: JsonObject): JsonObject {
  const { prompt_tokens_details: read, completion_tokens_details: written } = details;
  const cache = isJsonObject(read) ? read : {};
  return {
    input_tokens: countOf(input),
    input_tokens_details: { cached_tokens: countOf(cache['cached_tokens']), cache_write_tokens: countOf(cache['cache_write_tokens']) },
    output_tokens: countOf(output),
    output_tokens_details: { reasoning_tokens: countOf(isJsonObject(written) ? written['reasoning_tokens'] : undefined) },
    total_tokens: tokensOf(total) ?? countOf(input) + countOf(output),
  };
}

function countOf(value: JsonValue | undefined): number {
  return tokensOf(value) ?? 0;
}
