import { valueAt } from '../core/json-pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** Schemas that a check of one value may visit. */
const MAX_COST = 20_000;
/** Deepest nesting of parts, counting what references lead to as nested. */
const MAX_DEPTH = 1000;

/**
 * Whether a schema of somebody else is checked within a bounded time: references that double at every step make a few lines of schema
 * endless. One that refers to itself goes on only as far as the value does.
 */
export function isAffordable(schema: JsonObject): boolean {
  const known = new Map<object, number>();
  const open = new Set<object>();

  function cost(value: JsonValue): number {
    if (typeof value !== 'object' || value === null || open.has(value)) return 1;
    const before = known.get(value);
    if (before !== undefined) return before;
    if (open.size >= MAX_DEPTH) return Infinity;
    open.add(value);
    let sum = 1;
    for (const item of Array.isArray(value) ? value : Object.values(value)) sum += cost(item);
    if (isJsonObject(value) && typeof value.$ref === 'string') sum += cost(target(value.$ref, schema));
    open.delete(value);
    known.set(value, sum);
    return sum;
  }

  return cost(schema) <= MAX_COST;
}

/** What a reference within the schema stands for; nothing for others. */
export function target(reference: string, schema: JsonObject): JsonValue {
  const pointer = reference.startsWith('#') ? decoded(reference.slice(1)) : undefined;
  return (pointer === undefined ? undefined : valueAt(schema, pointer)) ?? null;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
