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

/** What takes the place of what stands at a place; nothing removes it. */
export interface Replacement {
  readonly path: SitePath;
  readonly put: JsonValue | undefined;
}

/** The body with texts replaced at the given places; the original and all that did not change is shared, not mutated. */
export function replaceAt(body: JsonObject, replacements: readonly { readonly path: SitePath; readonly text: string }[]): JsonObject {
  const copy = withReplaced(
    body,
    replacements.map(({ path, text }) => ({ path, put: text })),
  );
  return isJsonObject(copy) ? copy : body;
}

/** A value with others at places in it, each copied once however many there are. Nothing is made that was not there. */
export function withReplaced(value: JsonValue, replacements: readonly Replacement[], depth = 0): JsonValue {
  const whole = replacements.findLast(({ path }) => path.length === depth);
  if (whole !== undefined) return whole.put ?? null;
  if (replacements.length === 0 || typeof value !== 'object' || value === null) return value;
  const below = Map.groupBy(replacements, ({ path }) => path[depth]);
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const own = below.get(index);
      return own === undefined ? item : withReplaced(item, own, depth + 1);
    });
  }
  const copy: [string, JsonValue][] = [];
  for (const [field, item] of Object.entries(value)) {
    const own = below.get(field);
    const isRemoved =
      own?.findLast(({ path }) => path.length === depth + 1)?.put === undefined && own?.some(({ path }) => path.length === depth + 1);
    if (isRemoved !== true) copy.push([field, own === undefined ? item : withReplaced(item, own, depth + 1)]);
  }
  return Object.fromEntries(copy);
}
