import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { leavesOf, LONG_NUMBER, TOO_DEEP } from './json-leaves.ts';
import type { Speaker } from './message-sites.ts';
import { isFieldName } from './plain-words.ts';
import type { Site, SitePath } from './site.ts';
import { textInDataUrl } from './text-files.ts';

/** A text inside a value of unknown structure, or the reason why something in it is not read. */
export type ValueText =
  | {
      readonly path: SitePath;
      readonly text: string;
      /** The text is the name of the field at the path. */
      readonly isName?: boolean;
    }
  | { readonly path: SitePath; readonly reason: string };

/** Fields that hold a label, which has neither digits nor spaces. */
const LABELS: ReadonlySet<string> = new Set(['type', 'role', 'status', 'object', 'format']);
const LABEL = /^[A-Za-z][A-Za-z._-]{0,63}$/;

/** Whether a value is a label, such as a role or a finish reason, or absent. */
export function isLabel(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (typeof value === 'string' && LABEL.test(value));
}

/** Fields for opaque data, such as signatures. */
const SEALED: ReadonlySet<string> = new Set(['data', 'signature', 'thought_signature', 'encrypted_content']);
const CODED = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;
const DATA_URL =
  /^data:(?!text\/|application\/(?:json|xml|x?html|yaml|x-ndjson))[\w.+-]{1,64}\/[\w.+-]{1,64}(?:;[\w.+=-]{1,64}){0,4};base64,[A-Za-z0-9+/_=-]*$/;

/** Every text in a value down to the nesting limit, and the field names that may be text; `path` is that of the value. */
export function* textsIn(value: JsonValue, path: SitePath): Generator<ValueText> {
  for (const { path: at, field, text, kind } of leavesOf(value, path)) {
    if (kind === 'string') {
      if (LABELS.has(field) && LABEL.test(text)) continue;
      const isData = (SEALED.has(field) && CODED.test(text)) || (text.startsWith('data:') && DATA_URL.test(text));
      yield isData ? { path: [...at], reason: 'data that is no text' } : { path: [...at], text };
    } else if (kind === 'too deep') yield { path: [...at], reason: TOO_DEEP };
    else yield { path: [...at], text, ...(kind === 'name' ? { isName: true } : {}) };
  }
}

/** Whether a value contains any text. */
export function holdsText(value: JsonValue): boolean {
  return !isCounts(value) && textsIn(value, []).next().done !== true;
}

/** Whether a value is an object of small numbers under plain names, such as the token usage of a reply. */
function isCounts(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  for (const name of Object.keys(value)) {
    const count = value[name];
    if (typeof count !== 'number' || Math.abs(count) >= LONG_NUMBER || name === '' || !isFieldName(name)) return false;
  }
  return true;
}

/** Whether a field name is not a plain word, and so is read as text. */
export function isTelling(name: string): boolean {
  return name !== '' && !isFieldName(name);
}

/** The site of a field name; `path` is that of its object. */
export function nameSite(path: SitePath, name: string, speaker: Speaker): Site {
  return { path: [...path, name], ...speaker, text: name, isName: true };
}

/** The sites of a value of unknown structure; a single one with a reason if it holds no text. */
export function* valueSites(value: JsonValue, path: SitePath, speaker: Speaker): Generator<Site> {
  let isEmpty = true;
  for (const found of textsIn(value, path)) {
    isEmpty = false;
    const coded = 'text' in found && found.isName !== true ? textInDataUrl(found.text) : undefined;
    yield { ...found, ...speaker, ...coded };
  }
  if (isEmpty) yield { path, ...speaker, reason: 'a field that holds no text' };
}
