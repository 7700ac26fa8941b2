import { isJsonObject, type JsonValue } from '../../../core/json.ts';

/** The strings of a JSON text; field names include the colon. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** Number of field names written in a valid JSON text. Linear in its length. */
export function writtenNames(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(STRINGS)) if (colon !== undefined) count += 1;
  return count;
}

/**
 * Number of fields in a JSON value, at all depths. Fewer than were written means that a name is repeated: some parsers use the
 * first of the values and some the last.
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
