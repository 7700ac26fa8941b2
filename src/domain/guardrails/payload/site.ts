import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { Channel } from '../../../ports/guard.ts';
import { isFieldName, isWord } from './plain-words.ts';

/** Path of a value in a JSON body. */
export type SitePath = readonly (string | number)[];

/** A text of a payload for the checks to read, or a part they cannot read, with the reason. */
export type Site =
  | {
      readonly path: SitePath;
      readonly role: string;
      readonly channel: Channel;
      readonly text: string;
      /** The value that takes the place of the one at the path for a replacement text: the text itself by default. */
      readonly write?: (text: string) => JsonValue;
      /** The text is the name of the field at the path. */
      readonly isName?: boolean;
      /** The checks of meaning read the text only as part of a joined one. */
      readonly inWhole?: boolean;
      /** The text joins those of other sites, to find values split between them. */
      readonly joins?: {
        readonly name: string;
        readonly parts: readonly { readonly path: SitePath; readonly start: number; readonly end: number }[];
      };
    }
  | { readonly path: SitePath; readonly role: string; readonly channel: Channel; readonly reason: string };

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/** A path in the usual notation, such as `messages[2].content[0].text`. Different paths have different names. */
export function siteId(path: SitePath): string {
  return joined(path, (step) => (PLAIN_NAME.test(step) && isWord(step) ? `.${step}` : `[${JSON.stringify(step)}]`));
}

/**
 * Names paths as `siteId` does, but replaces field names that are not plain words by numbers in order of appearance, such as
 * `metadata["#1"]`: records repeat the name with every check, and a field name may be sensitive or a megabyte long.
 */
export function createPathNames(): (path: SitePath) => string {
  const written = new Map<string, string>();
  let numbered = 0;
  const write = (step: string): string => {
    if (!isFieldName(step)) return `["#${(numbered += 1)}"]`;
    return PLAIN_NAME.test(step) ? `.${step}` : `["${step}"]`;
  };
  return (path) =>
    joined(path, (step) => {
      const known = written.get(step);
      if (known !== undefined) return known;
      const name = write(step);
      written.set(step, name);
      return name;
    });
}

function joined(path: SitePath, write: (step: string) => string): string {
  let id = '';
  for (let index = 0; index < path.length; index += 1) {
    const step = path[index];
    if (typeof step !== 'string') id += `[${step}]`;
    else {
      const written = write(step);
      id += index === 0 && written.startsWith('.') ? step : written;
    }
  }
  return id;
}

const QUOTED_NAME = /\["(?:[^"\\]|\\.)*"\]/g;

/** Applies the replacement of `createPathNames` to names made by `siteId`. */
export function createPlaceNames(): (id: string) => string {
  let known: Map<string, string> | undefined;
  return (id) => {
    if (!id.includes('["')) return id;
    const names = (known ??= new Map<string, string>());
    return id.replaceAll(QUOTED_NAME, (quoted) => {
      if (isWord(quoted.slice(2, -2))) return quoted;
      const name = names.get(quoted) ?? `["#${names.size + 1}"]`;
      names.set(quoted, name);
      return name;
    });
  };
}

/** Replaces the value at a path (undefined removes it), or renames its field. */
export type Replacement =
  | { readonly path: SitePath; readonly put: JsonValue | undefined; readonly name?: undefined }
  | { readonly path: SitePath; readonly name: string };

/** A copy of the body with the values at the given paths replaced; unchanged values are shared with the original. */
export function replaceAt(body: JsonObject, replacements: readonly Replacement[]): JsonObject {
  const copy = withReplaced(body, replacements);
  return isJsonObject(copy) ? copy : body;
}

/** Replaces values inside a value, copying each object and array on the way once. Paths that do not exist are ignored. */
export function withReplaced(value: JsonValue, replacements: readonly Replacement[], depth = 0): JsonValue {
  const whole = replacements.findLast(({ path, name }) => path.length === depth && name === undefined);
  if (whole !== undefined && whole.name === undefined) return whole.put ?? null;
  if (replacements.length === 0 || typeof value !== 'object' || value === null) return value;
  const below = Map.groupBy(replacements, ({ path }) => path[depth]);
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const own = below.get(index);
      if (own === undefined) return [item];
      return isRemoved(own, depth + 1) ? [] : [withReplaced(item, own, depth + 1)];
    });
  }
  const copy = new Map<string, JsonValue>();
  for (const [field, item] of Object.entries(value)) {
    const own = below.get(field);
    if (own === undefined) {
      copy.set(freeName(copy, field), item);
      continue;
    }
    if (isRemoved(own, depth + 1)) continue;
    const name = own.findLast((one) => one.path.length === depth + 1 && one.name !== undefined)?.name ?? field;
    copy.set(freeName(copy, name), withReplaced(item, own, depth + 1));
  }
  return Object.fromEntries(copy);
}

/** Whether the value at this depth is removed. */
function isRemoved(replacements: readonly Replacement[], depth: number): boolean {
  const last = replacements.findLast(({ path, name }) => path.length === depth && name === undefined);
  return last !== undefined && last.name === undefined && last.put === undefined;
}

/** A field name not in use yet: two redacted names may have become the same. */
function freeName(taken: ReadonlyMap<string, JsonValue>, name: string): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name} ${count}`;
  return free;
}
