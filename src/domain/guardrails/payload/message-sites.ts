import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { Channel } from '../../../ports/guard.ts';
import type { ReadDocument, ReadDocuments } from './attached-documents.ts';
import { joinedSites, type SaidPart } from './joined-parts.ts';
import { isIdentifier as isPlain } from './plain-words.ts';
import type { Site, SitePath } from './site.ts';
import { holdsText, isLabel, isTelling, nameSite, valueSites } from './value-texts.ts';

/** Role of a message and channel of its texts. */
export interface Speaker {
  readonly role: string;
  readonly channel: Channel;
}

/** Speaker of replies. */
export const ASSISTANT: Speaker = { role: 'assistant', channel: 'user' };

/** Message fields that hold one text. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['name', 'refusal', 'reasoning', 'reasoning_content']);
/** Message fields that hold an identifier, and those that hold a label. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['tool_call_id', 'id', 'index']);
const KINDS: ReadonlySet<string> = new Set(['role', 'type', 'status']);

/** Every text of one chat message, in a request or reply, its documents included, and every part that cannot be read. */
export function* messageSites(message: JsonObject, path: SitePath, speaker: Speaker, documents?: ReadDocuments): Generator<Site> {
  for (const field of Object.keys(message)) {
    const value = message[field] ?? null;
    if (isTelling(field)) yield nameSite(path, field, speaker);
    if (isNothing(value) || isIdentifier(field, value)) continue;
    const at = [...path, field];
    if (field === 'content') yield* contentSites(value, at, speaker, documents);
    else if (field === 'tool_calls' && Array.isArray(value)) yield* toolCallSites(value, at, speaker);
    else if (field === 'function_call' && isJsonObject(value)) yield* callSites(value, at, speaker);
    else if (TEXT_FIELDS.has(field) && typeof value === 'string') yield { path: at, ...speaker, text: value };
    else if (field === 'audio' && isJsonObject(value)) yield* audioSites(value, at, speaker);
    else yield* valueSites(value, at, speaker);
  }
}

function isIdentifier(field: string, value: JsonValue): boolean {
  return (IDENTIFIERS.has(field) && isPlain(value)) || (KINDS.has(field) && isLabel(value));
}

/** The sites of `content`, which is either one text or an array of parts. */
export function* contentSites(content: JsonValue, path: SitePath, speaker: Speaker, documents?: ReadDocuments): Generator<Site> {
  if (typeof content === 'string') {
    yield { path, ...speaker, text: content };
    return;
  }
  if (!Array.isArray(content)) {
    yield* valueSites(content, path, speaker);
    return;
  }
  for (const [index, part] of content.entries()) {
    const at = [...path, index];
    if (typeof part === 'string') yield { path: at, ...speaker, text: part };
    else if (!isJsonObject(part)) yield* oddSites(part, at, speaker, 'a content part that is no object');
    else yield* partSites(part, at, speaker, documents);
  }
  if (content.length > 1) yield* joinedSites([...saidIn(content, path)], path, speaker);
}

/** The texts of `content`, which is either one text or an array of parts. */
export function* saidIn(content: JsonValue | undefined, path: SitePath): Generator<SaidPart> {
  if (typeof content === 'string') yield { path, text: content };
  if (!Array.isArray(content)) return;
  for (const [index, part] of content.entries()) {
    if (typeof part === 'string') yield { path: [...path, index], text: part };
    else if (isJsonObject(part) && typeof part['text'] === 'string') yield { path: [...path, index, 'text'], text: part['text'] };
  }
}

/** Settings of a content part, which rarely hold text. */
const PART_SETTINGS: ReadonlySet<string> = new Set(['cache_control']);
/** Expected form of a content part's type. */
const PART_TYPE = /^[\w.-]{1,40}$/;
/** Part types that are media, though they may come with text. */
const MEDIA = /(?:^|_)(?:image|audio|video|file|document)(?:_url)?$/;
/** Whether parts of this type are media. */
export function isMedia(type: JsonValue | undefined): boolean {
  return typeof type === 'string' && MEDIA.test(type);
}

/** Fields that hold media data, and its expected form: anything else in such a field is text. */
const MEDIA_DATA: ReadonlySet<string> = new Set(['data', 'file_data', 'file_id']);
/** No media file encodes to digits alone, and no card number has letters. */
const CODE_LETTER = /[A-Za-z]/;
const MEDIA_CODE = /^[\w+/-]*(?:\r?\n[\w+/-]+)*={0,2}\s?$/;

function isMediaData(site: Site): boolean {
  return 'text' in site && site.write === undefined && MEDIA_DATA.has(`${site.path.at(-1)}`) && isMediaCode(site.text);
}

/** Whether a value is encoded data as of audio, images and files, and so not readable text. */
export function isMediaCode(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && (value === '' || (CODE_LETTER.test(value) && MEDIA_CODE.test(value)));
}

function* partSites(part: JsonObject, path: SitePath, speaker: Speaker, documents?: ReadDocuments): Generator<Site> {
  const type = partType(part);
  const document = documents?.get(part);
  const texts: Site[] = [];
  for (const [field, value] of Object.entries(part)) {
    const at = [...path, field];
    if (isTelling(field)) texts.push(nameSite(path, field, speaker));
    if (isNothing(value) || (field === 'type' && value === type) || (PART_SETTINGS.has(field) && !holdsText(value))) continue;
    for (const site of valueSites(value, at, speaker)) if ('text' in site || !isMedia(type)) texts.push(site);
  }
  if (isMedia(type)) {
    if (document !== undefined) yield documentSite(document, path, speaker);
    // The text of a text file is already among the sites.
    else if (!texts.some((site) => 'write' in site)) yield { path, ...speaker, reason: `${type} parts are not text` };
    yield* texts.filter((site) => !isMediaData(site));
  } else if (texts.length === 0) yield { path, ...speaker, reason: `${type} parts are not text` };
  else yield* texts;
}

/** A document: what is redacted in it cannot be taken out of its file, so that its text takes the file's place. */
function documentSite(document: ReadDocument, path: SitePath, { role }: Speaker): Site {
  const site = { path, role, channel: 'document' } as const;
  return 'text' in document
    ? { ...site, text: document.text, write: (text) => ({ type: 'text', text }) }
    : { ...site, reason: document.reason };
}

/** The sites of a value that should be an object but is not. */
function* oddSites(value: JsonValue, path: SitePath, speaker: Speaker, reason: string): Generator<Site> {
  if (holdsText(value)) yield* valueSites(value, path, speaker);
  else yield { path, ...speaker, reason };
}

function* toolCallSites(calls: readonly JsonValue[], path: SitePath, speaker: Speaker): Generator<Site> {
  for (const [index, call] of calls.entries()) {
    const at = [...path, index];
    if (!isJsonObject(call)) yield* oddSites(call, at, speaker, 'a tool call that is no object');
    else {
      for (const [field, value] of Object.entries(call)) {
        if (isTelling(field)) yield nameSite(at, field, speaker);
        if ((field === 'function' || field === 'custom') && isJsonObject(value)) yield* callSites(value, [...at, field], speaker);
        else if (!isIdentifier(field, value) && !isNothing(value)) yield* valueSites(value, [...at, field], speaker);
      }
    }
  }
}

function* callSites(call: JsonObject, path: SitePath, speaker: Speaker): Generator<Site> {
  for (const [field, value] of Object.entries(call)) {
    if (isTelling(field)) yield nameSite(path, field, speaker);
    if (!isNothing(value)) yield* valueSites(value, [...path, field], speaker);
  }
}

/** The field of `audio` that holds sound, and those that hold an identifier. */
const SOUND = 'data';
const AUDIO_NAMES: ReadonlySet<string> = new Set(['id', 'expires_at', 'format']);

function* audioSites(audio: JsonObject, path: SitePath, speaker: Speaker): Generator<Site> {
  if (typeof audio['transcript'] === 'string') yield { path: [...path, 'transcript'], ...speaker, text: audio['transcript'] };
  for (const [field, value] of Object.entries(audio)) {
    const at = [...path, field];
    if (isTelling(field)) yield nameSite(path, field, speaker);
    if ((field === SOUND && isMediaCode(value)) || isNothing(value) || (AUDIO_NAMES.has(field) && isPlain(value))) continue;
    if (field !== 'transcript' || typeof value !== 'string') yield* valueSites(value, at, speaker);
  }
  yield { path, ...speaker, reason: 'audio is not text' };
}

function partType(part: JsonObject): string {
  return typeof part['type'] === 'string' && PART_TYPE.test(part['type']) ? part['type'] : 'unknown';
}

/** Whether a value is absent, null, an empty text or an empty array. */
export function isNothing(value: JsonValue | undefined): value is null | undefined | '' {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
