import { valueAt } from '../../core/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';

/** Keywords whose values are data, in which nothing is a schema. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);
/** The base of references in a schema without an `$id`. */
const NOWHERE = 'schema:///';

/** What the references of a schema stand for. */
export interface References {
  /** The schema that a reference in another one stands for. Throws a TypeError if there is none. */
  target(reference: string, from: JsonObject): JsonValue;
  /** Whether a keyword of this name is anywhere in the schema. */
  has(keyword: string): boolean;
}

/** Reads the names that a schema gives to its parts: `$id`, `$anchor` and, as anchors, `$dynamicAnchor`. */
export function readReferences(root: JsonObject): References {
  const documents = new Map<string, JsonObject>();
  const anchors = new Map<string, JsonObject>();
  const bases = new Map<object, string>();
  const keywords = new Set<string>();
  const open: { readonly value: JsonValue; readonly base: string }[] = [{ value: root, base: NOWHERE }];
  documents.set(NOWHERE, root);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, base } = next;
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, base });
    if (!isJsonObject(value)) continue;
    const own = typeof value.$id === 'string' ? resolved(value.$id, base).document : base;
    if (own !== base) documents.set(own, value);
    bases.set(value, own);
    for (const anchor of [value.$anchor, value.$dynamicAnchor]) if (typeof anchor === 'string') anchors.set(`${own}#${anchor}`, value);
    for (const [keyword, item] of Object.entries(value)) {
      keywords.add(keyword);
      if (!DATA.has(keyword)) open.push({ value: item, base: own });
    }
  }

  return {
    target(reference, from) {
      const { document, fragment } = resolved(reference, bases.get(from) ?? NOWHERE);
      const home = documents.get(document);
      const found = fragment === '' || fragment.startsWith('/') ? valueAt(home, fragment) : anchors.get(`${document}#${fragment}`);
      if (isJsonObject(found) || typeof found === 'boolean') return found;
      throw new TypeError('a reference leads nowhere');
    },
    has: (keyword) => keywords.has(keyword),
  };
}

function resolved(reference: string, base: string): { readonly document: string; readonly fragment: string } {
  if (reference.startsWith('#')) return { document: base, fragment: decoded(reference.slice(1)) };
  if (!URL.canParse(reference, base)) throw new TypeError('a reference is no URI');
  const url = new URL(reference, base);
  const fragment = decoded(url.hash.slice(1));
  url.hash = '';
  return { document: url.href, fragment };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new TypeError('a reference is not encoded as one');
  }
}
