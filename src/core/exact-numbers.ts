import type { JsonValue } from './json.ts';

/** Source text in `JSON.parse` and raw text in `JSON.stringify` (ECMA-262, from 2026), which the library of types does not know yet. */
interface SourceJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): JsonValue;
  rawJSON(text: string): JsonValue;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

const json = JSON as unknown as SourceJson;

/** A whole number may be beyond all that a number holds exactly from so many digits on. */
const MANY_DIGITS = /\d{16}/;
const WHOLE = /^-?\d{16,}$/;
/** Looking at every value of a longer text would hold the thread for tens of milliseconds. */
const MOST_CHARACTERS = 262_144;

/**
 * What `JSON.parse` gives, but whole numbers beyond 2^53 as something that `JSON.stringify` writes as they were written: a limit
 * of 9223372036854775807 would reach others as 9223372036854775808. Of a text of more than 262,144 UTF-16 units they are what
 * `JSON.parse` makes of them. Throws a SyntaxError.
 */
export function parseExactly(text: string): JsonValue {
  if (text.length > MOST_CHARACTERS || !MANY_DIGITS.test(text)) return JSON.parse(text) as JsonValue;
  return json.parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value) && WHOLE.test(source)
      ? json.rawJSON(source)
      : value,
  );
}

/** The digits of a number that `parseExactly` kept as it was written; undefined for every other value. */
export function exactNumber(value: JsonValue): string | undefined {
  return json.isRawJSON(value) ? value.rawJSON : undefined;
}
