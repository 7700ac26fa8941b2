import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Channel } from '../../ports/guard.ts';
import type { Site, SitePath } from './site.ts';

/** Who speaks in a message and from which channel its texts come. */
export interface Speaker {
  readonly role: string;
  readonly channel: Channel;
}

/** Fields of a message that hold one text. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['name', 'refusal', 'reasoning', 'reasoning_content']);
/** Fields of a message that hold no text a model reads or writes. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['role', 'tool_call_id', 'id', 'type', 'index', 'status']);

/** Every text of one chat message, request or reply, and every part of it that cannot be read. */
export function* messageSites(message: JsonObject, path: SitePath, speaker: Speaker): Generator<Site> {
  for (const [field, value] of Object.entries(message)) {
    const at = [...path, field];
    if (isNothing(value) || IDENTIFIERS.has(field)) continue;
    if (field === 'content') yield* contentSites(value, at, speaker);
    else if (field === 'tool_calls' && Array.isArray(value)) yield* toolCallSites(value, at, speaker);
    else if (field === 'function_call' && isJsonObject(value)) yield* callSites(value, at, speaker);
    else if (TEXT_FIELDS.has(field) && typeof value === 'string') yield { path: at, ...speaker, text: value };
    else if (field === 'audio' && isJsonObject(value)) yield* audioSites(value, at, speaker);
    else yield { path: at, ...speaker, reason: 'a field the guard does not read' };
  }
}

/** Content as one text or as an array of parts. */
export function* contentSites(content: JsonValue, path: SitePath, speaker: Speaker): Generator<Site> {
  if (typeof content === 'string') {
    yield { path, ...speaker, text: content };
    return;
  }
  if (!Array.isArray(content)) {
    yield { path, ...speaker, reason: 'content that is neither text nor parts' };
    return;
  }
  for (const [index, part] of content.entries()) {
    const at = [...path, index];
    if (typeof part === 'string') yield { path: at, ...speaker, text: part };
    else if (!isJsonObject(part)) yield { path: at, ...speaker, reason: 'a content part that is no object' };
    else if (typeof part['text'] === 'string') yield { path: [...at, 'text'], ...speaker, text: part['text'] };
    else if (typeof part['refusal'] === 'string') yield { path: [...at, 'refusal'], ...speaker, text: part['refusal'] };
    else yield { path: at, ...speaker, reason: `${partType(part)} parts are not text` };
  }
}

function* toolCallSites(calls: readonly JsonValue[], path: SitePath, speaker: Speaker): Generator<Site> {
  for (const [index, call] of calls.entries()) {
    const at = [...path, index];
    if (!isJsonObject(call)) yield { path: at, ...speaker, reason: 'a tool call that is no object' };
    else if (isJsonObject(call['function'])) yield* callSites(call['function'], [...at, 'function'], speaker);
    else if (isJsonObject(call['custom'])) yield* callSites(call['custom'], [...at, 'custom'], speaker);
    else yield { path: at, ...speaker, reason: 'a tool call of an unknown kind' };
  }
}

function* callSites(call: JsonObject, path: SitePath, speaker: Speaker): Generator<Site> {
  for (const field of ['name', 'arguments', 'input']) {
    const value = call[field];
    if (isNothing(value)) continue;
    if (typeof value === 'string') yield { path: [...path, field], ...speaker, text: value };
    else yield { path: [...path, field], ...speaker, reason: 'arguments that are not text' };
  }
}

function* audioSites(audio: JsonObject, path: SitePath, speaker: Speaker): Generator<Site> {
  if (typeof audio['transcript'] === 'string') yield { path: [...path, 'transcript'], ...speaker, text: audio['transcript'] };
  yield { path, ...speaker, reason: 'audio is not text' };
}

function partType(part: JsonObject): string {
  return typeof part['type'] === 'string' && /^[\w.-]{1,40}$/.test(part['type']) ? part['type'] : 'unknown';
}

/** Whether a value says nothing: absent, null, empty text or an empty list. */
export function isNothing(value: JsonValue | undefined): value is null | undefined | '' {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
