import type { JsonValue } from '../core/json.ts';

/** A token count reported by an upstream; undefined unless it is a non-negative whole number. */
export function tokensOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
