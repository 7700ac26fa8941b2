import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** The strings of a JSON text, followed by a colon if they are field names. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** How many field names are written in a valid JSON text. Linear in its length. */
export function writtenNames(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(STRINGS)) if (colon !== undefined) count += 1;
  return count;
}

/**
 * How many fields a JSON value has, at all depths. Fewer than were written means that a name is repeated: some parsers take
 * the first of such values and some the last.
 */
export function countNames(value: JsonValue): number {
  const waiting: JsonValue[] = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) for (const item of next) waiting.push(item);
    else if (isJsonObject(next)) {
      for (const item of Object.values(next)) {
        count += 1;
        waiting.push(item);
      }
    }
  }
  return count;
}
