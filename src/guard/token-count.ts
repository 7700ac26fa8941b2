import type { JsonValue } from '../core/json.ts';

/** A number of tokens as an upstream says it; undefined for what is none. */
export function tokensOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
