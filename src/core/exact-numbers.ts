import type { JsonValue } from './json.ts';

/** Source text in `JSON.parse` and raw JSON in `JSON.stringify` (ECMA-262, from 2026), which TypeScript's library does not declare yet. */
interface SourceJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): JsonValue;
  rawJSON(text: string): JsonValue;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

const json = JSON as unknown as SourceJson;

/** Integers with at least this many digits may be beyond 2^53; only these are parsed again. */
const MANY_DIGITS = /\d{16}/;
const LONG_WHOLE = /(?:^|[:[,])\s*-?\d{16}/;
const WHOLE = /^-?\d{16,}$/;
/** Texts longer than this are parsed plainly and searched for such numbers first, since exact parsing takes many times as long. */
const LONG = 16_384;
const MAX_VALUES = 100_000;

/**
 * Parses JSON and keeps whole numbers beyond 2^53 exact: they become values that `JSON.stringify` writes as they were written, so
 * that a limit of 9223372036854775807 does not reach others as 9223372036854775808. Long texts with more than `maxValues` values,
 * which are refused anyway, are parsed as by `JSON.parse`. Throws a SyntaxError.
 */
export function parseExactly(text: string, maxValues = MAX_VALUES): JsonValue {
  if (!MANY_DIGITS.test(text) || !LONG_WHOLE.test(text)) return JSON.parse(text) as JsonValue;
  if (text.length > LONG) {
    const value = JSON.parse(text) as JsonValue;
    if (!hasInexact(value, maxValues)) return value;
  }
  try {
    return json.parse(text, (_, value, { source = '' }) =>
      typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value) && WHOLE.test(source)
        ? json.rawJSON(source)
        : value,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Too deep to be a request; it is refused later.
    return JSON.parse(text) as JsonValue;
  }
}

/** Parses JSON with every number as the text it was written as. Throws a SyntaxError, or a RangeError if it is nested too deep. */
export function parseAsWritten(text: string): JsonValue {
  return json.parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value));
}

/** Whether one of at most `maxValues` values is a number that may lose digits. */
function hasInexact(value: JsonValue, maxValues: number): boolean {
  const left = [value];
  let values = 0;
  let isFound = false;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'number') isFound ||= Number.isInteger(next) && !Number.isSafeInteger(next);
    else if (typeof next === 'object' && next !== null) {
      const inside = Array.isArray(next) ? next : Object.values(next);
      values += inside.length;
      if (values > maxValues) return false;
      for (const one of inside) left.push(one);
    }
  }
  return isFound;
}

/** The digits of a number that `parseExactly` kept as written; undefined for every other value. */
export function exactNumber(value: JsonValue): string | undefined {
  return json.isRawJSON(value) ? value.rawJSON : undefined;
}
