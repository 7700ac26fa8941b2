import { isJsonObject, type JsonValue } from '../../core/json.ts';
import type { Speaker } from './message-sites.ts';
import { isWord } from './plain-words.ts';
import type { Site, SitePath } from './site.ts';

/** A text somewhere inside a value whose fields nobody knows, or why something in it is not read. */
export type ValueText =
  | {
      readonly path: SitePath;
      readonly text: string;
      /** The text is the name of the field that stands there. */
      readonly isName?: boolean;
    }
  | { readonly path: SitePath; readonly reason: string };

/** Deepest nesting that is read. */
const MAX_DEPTH = 32;
/** Numbers from here on hold as many digits as numbers of cards and accounts do, and are read as texts. */
const LONG_NUMBER = 1e12;
/** Fields that say what something is; what they say holds neither digits nor blanks. */
const LABELS: ReadonlySet<string> = new Set(['type', 'role', 'status', 'object', 'format']);
const LABEL = /^[A-Za-z][A-Za-z._-]{0,63}$/;

/** Whether a value only says what something is, such as a role or a reason to finish. */
export function isLabel(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (typeof value === 'string' && LABEL.test(value));
}

/** Fields for data that only its maker can read. */
const SEALED: ReadonlySet<string> = new Set(['data', 'signature', 'thought_signature', 'encrypted_content']);
const CODED = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;
const DATA_URL =
  /^data:(?!text\/|application\/(?:json|xml|x?html))[\w.+-]{1,64}\/[\w.+-]{1,64}(?:;[\w.+=-]{1,64}){0,4};base64,[A-Za-z0-9+/_=-]*$/;

/** Every text in a value, at every depth up to the limit, and the names of fields that say more than names do; `path` is where the value stands. */
export function* textsIn(value: JsonValue, path: SitePath, depth = 0): Generator<ValueText> {
  const field = path.findLast((step) => typeof step === 'string') ?? '';
  if (typeof value === 'string') {
    if (value === '' || (LABELS.has(field) && LABEL.test(value))) return;
    const isData = (SEALED.has(field) && CODED.test(value)) || (value.startsWith('data:') && DATA_URL.test(value));
    yield isData ? { path, reason: 'data that is no text' } : { path, text: value };
  } else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && Math.abs(value) >= LONG_NUMBER) yield { path, text: String(value) };
  } else if (depth >= MAX_DEPTH && typeof value === 'object' && value !== null) {
    yield { path, reason: `nested deeper than ${MAX_DEPTH} levels` };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index], depth + 1);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const at = [...path, key];
      if (key !== '' && !isWord(key)) yield { path: at, text: key, isName: true };
      yield* textsIn(item, at, depth + 1);
    }
  }
}

/** Whether there is any text in a value. */
export function holdsText(value: JsonValue): boolean {
  return textsIn(value, []).next().done !== true;
}

/** The name of a field as a text, where it says more than names do. */
export function* nameSite(path: SitePath, speaker: Speaker): Generator<Site> {
  const name = path.at(-1);
  if (typeof name === 'string' && name !== '' && !isWord(name)) yield { path, ...speaker, text: name, isName: true };
}

/** The sites of a value whose fields nobody knows; one that says so where it holds no text. */
export function* valueSites(value: JsonValue, path: SitePath, speaker: Speaker): Generator<Site> {
  let isEmpty = true;
  for (const found of textsIn(value, path)) {
    isEmpty = false;
    yield { ...found, ...speaker };
  }
  if (isEmpty) yield { path, ...speaker, reason: 'a field that holds no text' };
}
