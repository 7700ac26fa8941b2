import { exactNumber } from '../../core/exact-numbers.ts';
import { isJsonObject, type JsonObject, type JsonValue, textOf } from '../../core/json.ts';
import { isEnvelope } from '../../domain/guardrails/payload/envelope-fields.ts';
import { isMedia, isMediaCode, isNothing } from '../../domain/guardrails/payload/message-sites.ts';
import { isIdentifier, isIndex } from '../../domain/guardrails/payload/plain-words.ts';
import { siteId, type Replacement, type SitePath } from '../../domain/guardrails/payload/site.ts';
import { holdsText, isLabel, isTelling, textsIn } from '../../domain/guardrails/payload/value-texts.ts';

/** A text inside the delta of a chunk. */
export interface DeltaText {
  /** Its path in the delta. */
  readonly path: SitePath;
  /** Path of the growing text in the message, such as `.tool_calls[1].function.arguments`. */
  readonly place: string;
  readonly text: string;
  /** Makes a delta with more of the same text, and nothing else. */
  readonly inDelta: (text: string) => JsonObject;
  /** It arrives in content parts, which a client may join or read one by one. */
  readonly isPart?: boolean;
}

/** A value of unknown structure in a delta: texts in it may grow, and it is forwarded in the pieces in which it came. */
export interface DeltaValue {
  readonly path: SitePath;
  readonly place: string;
  readonly value: JsonValue;
  /** Makes a delta with only the value. */
  readonly inDelta: (value: JsonValue) => JsonObject;
}

/** Something in a delta that cannot be checked. */
export interface DeltaRest {
  readonly place: string;
  readonly reason: string;
}

/** A field whose name may be free text. Its value follows this. */
export interface DeltaName {
  readonly path: SitePath;
  readonly place: string;
  readonly name: string;
}

type Found = DeltaText | DeltaValue | DeltaRest | DeltaName;

const TEXTS: ReadonlySet<string> = new Set(['content', 'refusal', 'reasoning', 'reasoning_content']);
/** Fields that hold an identifier or a label rather than text, in a delta, a call, a content part or audio. */
const PLAIN: ReadonlySet<string> = new Set(['role']);
const CALL_PLAIN: ReadonlySet<string> = new Set(['index', 'id']);
const PART_PLAIN: ReadonlySet<string> = new Set(['index', 'type']);
const AUDIO_PLAIN: ReadonlySet<string> = new Set(['id', 'expires_at']);
/** The kinds of calls and the field of each that grows. */
const CALLS: Readonly<Record<string, string>> = { function: 'arguments', custom: 'input' };

/** Every text in a delta, and everything in it that cannot be checked. `indexOf` returns the call that a piece belongs to. */
export function* deltaTexts(delta: JsonObject, indexOf: IndexOf = indexAt): Generator<Found> {
  for (const [field, value] of Object.entries(delta)) {
    if (isTelling(field)) yield* nameOf(field, [field]);
    if (isNothing(value) || (PLAIN.has(field) && isLabel(value))) continue;
    const at: Place = { path: [field], place: placeOf([field]), inDelta: (more) => ({ [field]: more }) };
    if (field === 'content' && Array.isArray(value)) yield* partTexts(value);
    else if (field === 'tool_calls' && Array.isArray(value)) yield* callTexts(value, indexOf);
    else if (field === 'function_call' && isJsonObject(value)) yield* fieldsOf(value, at, { growing: 'arguments' });
    else if (field === 'audio' && isJsonObject(value)) yield* audioTexts(value, at);
    else if (TEXTS.has(field) || (typeof value === 'string' && !PLAIN.has(field))) yield* textOrValue(value, at);
    else yield { ...at, value };
  }
}

function* nameOf(field: string, path: SitePath, place = ''): Generator<DeltaName> {
  yield { path, place: `${place}${placeOf([field])} (name)`, name: field };
}

/** A path in a delta, and how to make a delta with only the value at that path. */
type Place = Omit<DeltaValue, 'value'>;

function* textOrValue(value: JsonValue, at: Place): Generator<Found> {
  if (typeof value === 'string') yield { ...at, text: value };
  else yield { ...at, value };
}

/** The fields of an object, one of them a growing text. */
function* fieldsOf(
  value: JsonObject,
  at: Place,
  { growing, plain }: { readonly growing?: string; readonly plain?: ReadonlySet<string> },
): Generator<Found> {
  for (const [field, item] of Object.entries(value)) {
    if (isTelling(field)) yield* nameOf(field, [...at.path, field], at.place);
    if (isNothing(item) || (plain?.has(field) === true && isIdentifier(item))) continue;
    const own: Place = {
      path: [...at.path, field],
      place: at.place + placeOf([field]),
      inDelta: (more) => at.inDelta({ [field]: more }),
    };
    if (field === growing) yield* textOrValue(item, own);
    else yield { ...own, value: item };
  }
}

/** Content in parts, whose texts are joined for checking. */
function* partTexts(parts: readonly JsonValue[]): Generator<Found> {
  for (const [position, part] of parts.entries()) {
    const place = `.content[${position}]`;
    if (typeof part === 'string') {
      yield { path: ['content', position], place: '.content', text: part, isPart: true, inDelta: (more: string) => ({ content: [more] }) };
      continue;
    }
    if (!isJsonObject(part)) {
      yield oddOne(
        part,
        { path: ['content', position], place, inDelta: (more) => ({ content: [more] }) },
        'a content part that is no object',
      );
      continue;
    }
    const { type } = part;
    const kind = typeof part['text'] === 'string' ? 'text' : 'refusal';
    const text = part[kind];
    const inDelta = (more: JsonValue): JsonObject => ({ content: [{ type: kind, [kind]: more }] });
    if (typeof text === 'string') {
      yield { path: ['content', position, kind], place: kind === 'text' ? '.content' : '.content.refusal', text, isPart: true, inDelta };
    }
    const at: Place = {
      path: ['content', position],
      place,
      inDelta: (more) => ({ content: [{ ...(type === undefined ? {} : { type }), ...(isJsonObject(more) ? more : {}) }] }),
    };
    const rest = Object.entries(part).filter(([field]) => field !== kind || typeof text !== 'string');
    const fields = [...fieldsOf(Object.fromEntries(rest), at, { plain: PART_PLAIN })];
    if (typeof text !== 'string' && (fields.length === 0 || isMedia(type))) yield { place, reason: 'a content part that is no text' };
    yield* fields;
  }
}

/** A value other than an object where an object is expected. */
function oddOne(value: JsonValue, at: Place, reason: string): DeltaValue | DeltaRest {
  return holdsText(value) ? { ...at, value } : { place: at.place, reason };
}

type IndexOf = (call: JsonObject, position: number) => number;

function indexAt({ index }: JsonObject, position: number): number {
  return isIndex(index) ? index : position;
}

function* callTexts(calls: readonly JsonValue[], indexOf: IndexOf): Generator<Found> {
  for (const [position, call] of calls.entries()) {
    const index = isJsonObject(call) ? indexOf(call, position) : position;
    const place = `.tool_calls[${index}]`;
    if (!isJsonObject(call)) {
      yield oddOne(
        call,
        { path: ['tool_calls', position], place, inDelta: (more) => ({ tool_calls: [more] }) },
        'a tool call that is no object',
      );
      continue;
    }
    const path = ['tool_calls', position];
    const inCall = (more: JsonObject): JsonObject => ({ tool_calls: [{ index, ...more }] });
    for (const [field, value] of Object.entries(call)) {
      const growing = Object.hasOwn(CALLS, field) ? CALLS[field] : undefined;
      if (isTelling(field)) yield* nameOf(field, [...path, field], place);
      if (isNothing(value) || (CALL_PLAIN.has(field) && isIdentifier(value)) || (field === 'type' && isLabel(value))) continue;
      const at: Place = { path: [...path, field], place: place + placeOf([field]), inDelta: (more) => inCall({ [field]: more }) };
      if (growing !== undefined && isJsonObject(value)) yield* fieldsOf(value, at, { growing });
      else yield { ...at, value };
    }
  }
}

function* audioTexts(audio: JsonObject, at: Place): Generator<Found> {
  const { data, ...rest } = audio;
  yield* fieldsOf(isMediaCode(data) ? rest : audio, at, { growing: 'transcript', plain: AUDIO_PLAIN });
  if (!isNothing(data)) yield { place: '.audio', reason: 'audio is not text' };
}

/** A path written as a suffix of another one, such as `.a[0]["odd key"]`. */
function placeOf(path: SitePath): string {
  return siteId(['m', ...path]).slice(1);
}

/** A text of a value in a delta. */
export interface ValueText {
  /** Its path in the value. */
  readonly path: SitePath;
  readonly place: string;
  readonly text: string;
  /** The chunk holds all of the text; other texts may continue in the next chunk. */
  readonly isWhole: boolean;
  /** The text is the name of the field at that path. */
  readonly isName: boolean;
}

/** Fields whose texts arrive whole, whatever object they are in. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['annotations', 'citations', 'images', 'sources', 'search_results']);
const WHOLE: ReadonlySet<string> = new Set(
  'name type id finish_reason format role status object url title signature thought_signature mime_type media_type date language'.split(
    ' ',
  ),
);

/** The texts of a value in a delta. Items of lists are told apart by their `index`, where they have one. */
export function* valueTexts({ path: root, place, value }: Omit<DeltaValue, 'inDelta'>): Generator<ValueText | DeltaRest> {
  let isEmpty = true;
  const isWholeField = root.some((step) => WHOLE_FIELDS.has(`${step}`));
  for (const found of textsIn(value, root)) {
    isEmpty = false;
    const path = found.path.slice(root.length);
    const { place: own, isNumber } = indexed(value, path);
    if ('reason' in found) {
      yield { place: place + own, reason: found.reason };
      continue;
    }
    const { text, isName = false } = found;
    const isWhole = isNumber || isName || isWholeField || WHOLE.has(`${found.path.at(-1)}`);
    yield { path, place: place + own + (isName ? ' (name)' : ''), text, isWhole, isName };
  }
  if (isEmpty) yield { place, reason: 'a field that holds no text' };
}

/** The replacement for a value's text or for a field's name. */
export function inPlaceOf({ path, isName }: Pick<ValueText, 'path' | 'isName'>, left: string): Replacement {
  return isName ? { path, name: left } : { path, put: left };
}

function indexed(value: JsonValue, path: SitePath): { readonly place: string; readonly isNumber: boolean } {
  let current: JsonValue | undefined = value;
  const steps: (string | number)[] = [];
  for (const step of path) {
    current = Array.isArray(current) ? current[Number(step)] : isJsonObject(current) ? current[step] : undefined;
    const index = typeof step === 'number' && isJsonObject(current) ? current['index'] : undefined;
    steps.push(isIndex(index) ? index : step);
  }
  return { place: placeOf(steps), isNumber: typeof current === 'number' || exactNumber(current ?? null) !== undefined };
}

/** Fields of a choice that are checked elsewhere. */
const CHOICE_FIELDS: ReadonlySet<string> = new Set(['index', 'delta', 'logprobs']);
/** Fields in which some servers repeat the text so far; nothing in them could be held back. */
const COPIES = ['message', 'text'] as const;

/** The values of a chunk besides its choices. */
export function* chunkValues(chunk: JsonObject): Generator<DeltaValue | DeltaName> {
  for (const [field, value] of Object.entries(chunk)) {
    if (isTelling(field)) yield* nameOf(field, [field]);
    if (isNothing(value) || isEnvelope(field, value)) continue;
    yield { path: [field], place: siteId([field]), value, inDelta: (more) => ({ [field]: more }) };
  }
}

/** The values of a choice besides its delta. Copies of the text are left out. */
export function* choiceValues(choice: JsonObject): Generator<DeltaValue | DeltaRest | DeltaName> {
  for (const [field, value] of Object.entries(choice)) {
    if (isTelling(field)) yield* nameOf(field, [field]);
    if (CHOICE_FIELDS.has(field) || isNothing(value) || (field === 'finish_reason' && isLabel(value))) continue;
    const place = placeOf([field]);
    if (COPIES.some((copy) => copy === field)) yield { place, reason: 'a copy of the text, left out' };
    else yield { path: [field], place, value, inDelta: (more) => ({ [field]: more }) };
  }
}

/** Whether a choice ends. Some servers send an empty reason in every chunk. */
export function endsChoice({ finish_reason: reason }: JsonObject): boolean {
  return textOf(reason) !== '';
}

/** A choice without the copies of its text. */
export function withoutCopies(choice: JsonObject): JsonObject {
  if (!COPIES.some((copy) => copy in choice)) return choice;
  const { message: _message, text: _text, ...rest } = choice;
  return rest;
}
