import { ENVELOPE_FIELDS } from '../domain/guardrails/envelope-fields.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { isNothing } from '../domain/guardrails/message-sites.ts';
import type { SitePath } from '../domain/guardrails/site.ts';

/** A text inside the delta of a chunk. */
export interface DeltaText {
  /** Where it stands in the delta. */
  readonly path: SitePath;
  /** Where the growing text stands in the message, such as `.tool_calls[1].function.arguments`. */
  readonly place: string;
  readonly text: string;
  /** A delta that holds more of the same text, and nothing else. */
  readonly inDelta: (text: string) => JsonObject;
}

/** Something in a delta that no check reads. */
export interface DeltaRest {
  readonly place: string;
  readonly reason: string;
}

const TEXTS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning', 'reasoning_content']);
/** Fields of a delta without text. */
const PLAIN: ReadonlySet<string> = new Set(['role']);
/** The kinds of calls and which of their fields grows. */
const CALLS = [
  ['function', 'arguments'],
  ['custom', 'input'],
] as const;

/** Every text in a delta, and everything in it that is no text a check reads. */
export function* deltaTexts(delta: JsonObject): Generator<DeltaText | DeltaRest> {
  for (const [field, value] of Object.entries(delta)) {
    const place = `.${field}`;
    if (isNothing(value) || PLAIN.has(field)) continue;
    if (TEXTS.has(field) && typeof value === 'string') {
      yield { path: [field], place, text: value, inDelta: (text) => ({ [field]: text }) };
    } else if (field === 'content' && Array.isArray(value)) yield* partTexts(value);
    else if (field === 'tool_calls' && Array.isArray(value)) yield* callTexts(value);
    else if (field === 'function_call' && isJsonObject(value)) {
      yield* callText(value, { path: [field], place, argument: 'arguments', inDelta: (call) => ({ function_call: call }) });
    } else if (field === 'audio' && isJsonObject(value)) yield* audioTexts(value);
    else yield { place, reason: 'a field the guard does not read' };
  }
}

/** Content in parts: what their texts say is one text. */
function* partTexts(parts: readonly JsonValue[]): Generator<DeltaText | DeltaRest> {
  for (const [index, part] of parts.entries()) {
    const kind = isJsonObject(part) && typeof part['text'] === 'string' ? 'text' : 'refusal';
    const text = isJsonObject(part) ? part[kind] : undefined;
    if (typeof text === 'string') {
      const inDelta = (more: string): JsonObject => ({ content: [{ type: kind, [kind]: more }] });
      yield { path: ['content', index, kind], place: kind === 'text' ? '.content' : '.content.refusal', text, inDelta };
    } else yield { place: `.content[${index}]`, reason: 'a content part that is no text' };
  }
}

function* callTexts(calls: readonly JsonValue[]): Generator<DeltaText | DeltaRest> {
  for (const [position, call] of calls.entries()) {
    const index = isJsonObject(call) && typeof call['index'] === 'number' ? call['index'] : position;
    const place = `.tool_calls[${index}]`;
    if (!isJsonObject(call)) {
      yield { place, reason: 'a tool call that is no object' };
      continue;
    }
    for (const [kind, argument] of CALLS) {
      const part = call[kind];
      if (!isJsonObject(part)) continue;
      const inDelta = (written: JsonObject): JsonObject => ({ tool_calls: [{ index, [kind]: written }] });
      yield* callText(part, { path: ['tool_calls', position, kind], place: `${place}.${kind}`, argument, inDelta });
    }
  }
}

function* callText(
  call: JsonObject,
  at: { readonly path: SitePath; readonly place: string; readonly argument: string; readonly inDelta: (call: JsonObject) => JsonObject },
): Generator<DeltaText | DeltaRest> {
  if (!isNothing(call['name'])) yield { place: `${at.place}.name`, reason: 'a streamed tool name' };
  const text = call[at.argument];
  if (isNothing(text)) return;
  const place = `${at.place}.${at.argument}`;
  if (typeof text !== 'string') yield { place, reason: 'arguments that are not text' };
  else yield { path: [...at.path, at.argument], place, text, inDelta: (more) => at.inDelta({ [at.argument]: more }) };
}

function* audioTexts(audio: JsonObject): Generator<DeltaText | DeltaRest> {
  const { transcript } = audio;
  if (typeof transcript === 'string' && transcript !== '') {
    yield {
      path: ['audio', 'transcript'],
      place: '.audio.transcript',
      text: transcript,
      inDelta: (text) => ({ audio: { transcript: text } }),
    };
  }
  if (!isNothing(audio['data'])) yield { place: '.audio', reason: 'audio is not text' };
}

/** Fields of a choice that hold no text, or are read elsewhere. */
const CHOICE_FIELDS: ReadonlySet<string> = new Set(['index', 'delta', 'finish_reason', 'logprobs']);
/** What some servers repeat the text so far in, where nothing can be held back. */
const COPIES = ['message', 'text'] as const;

/** What stands beside the texts of a chunk and no check reads. */
export function* chunkRest(chunk: JsonObject): Generator<DeltaRest> {
  for (const [field, value] of Object.entries(chunk)) {
    if (!ENVELOPE_FIELDS.has(field) && !isNothing(value)) yield { place: field, reason: 'a field the guard does not read' };
  }
}

/** What stands beside the delta of a choice and no check reads. */
export function* choiceRest(choice: JsonObject): Generator<DeltaRest> {
  for (const [field, value] of Object.entries(choice)) {
    if (CHOICE_FIELDS.has(field) || isNothing(value)) continue;
    const isCopy = COPIES.some((copy) => copy === field);
    yield { place: `.${field}`, reason: isCopy ? 'a copy of the text, left out' : 'a field the guard does not read' };
  }
}

/** A choice without the copies of its text. */
export function withoutCopies(choice: JsonObject): JsonObject {
  if (!COPIES.some((copy) => copy in choice)) return choice;
  const { message: _message, text: _text, ...rest } = choice;
  return rest;
}
