import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Channel } from '../../ports/guard.ts';

/** Where a value stands in a JSON body. */
export type SitePath = readonly (string | number)[];

/** A text of a payload that checks read, or a part they cannot read with the reason. */
export type Site =
  | { readonly path: SitePath; readonly role: string; readonly channel: Channel; readonly text: string }
  | { readonly path: SitePath; readonly role: string; readonly channel: Channel; readonly reason: string };

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/** A path as people write it, such as `messages[2].content[0].text`. Distinct paths have distinct names. */
export function siteId(path: SitePath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!PLAIN_NAME.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** The body with texts replaced at the given places; the original and all that did not change is shared, not mutated. */
export function replaceAt(body: JsonObject, replacements: readonly { readonly path: SitePath; readonly text: string }[]): JsonObject {
  let copy: JsonValue = body;
  for (const { path, text } of replacements) copy = replaceOne(copy, path, text);
  return isJsonObject(copy) ? copy : body;
}

function replaceOne(value: JsonValue, path: SitePath, text: string): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (Array.isArray(value) && typeof step === 'number') {
    return value.map((item, index) => (index === step ? replaceOne(item, rest, text) : item));
  }
  if (isJsonObject(value) && typeof step === 'string') {
    const child = value[step];
    return child === undefined ? value : { ...value, [step]: replaceOne(child, rest, text) };
  }
  return value;
}
