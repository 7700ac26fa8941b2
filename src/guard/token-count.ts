import type { JsonValue } from '../core/json.ts';

/** A token count that an upstream reported; undefined unless it is a whole number from 0. */
export function tokensOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
