/** Attributes of a document or fact; filters compare against them. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** One comparison with an attribute, in OpenAI's names. `in` and `nin` take lists; order comparisons take numbers or strings. */
export type AttributeComparison =
  | { readonly type: 'eq' | 'ne'; readonly key: string; readonly value: string | number | boolean }
  | { readonly type: 'gt' | 'gte' | 'lt' | 'lte'; readonly key: string; readonly value: string | number }
  | { readonly type: 'in' | 'nin'; readonly key: string; readonly value: readonly (string | number | boolean)[] };

/** Comparisons joined by and / or, to any depth. An empty `and` lets everything through, an empty `or` nothing. */
export type AttributeFilter = AttributeComparison | { readonly type: 'and' | 'or'; readonly filters: readonly AttributeFilter[] };

/**
 * Whether the attributes pass a filter. Values of different types are never equal and have no order; strings are
 * ordered by UTF-16 units. An attribute that is missing passes `ne` and `nin` and nothing else.
 */
export function passesFilter(filter: AttributeFilter, attributes: Attributes): boolean {
  if ('filters' in filter) {
    const passes = (part: AttributeFilter): boolean => passesFilter(part, attributes);
    return filter.type === 'and' ? filter.filters.every(passes) : filter.filters.some(passes);
  }
  const actual = Object.hasOwn(attributes, filter.key) ? attributes[filter.key] : undefined;
  switch (filter.type) {
    case 'eq':
      return actual === filter.value;
    case 'ne':
      return actual !== filter.value;
    case 'in':
      return actual !== undefined && filter.value.includes(actual);
    case 'nin':
      return actual === undefined || !filter.value.includes(actual);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isInOrder(filter.type, actual, filter.value);
  }
  return false;
}

function isInOrder(type: 'gt' | 'gte' | 'lt' | 'lte', actual: string | number | boolean | undefined, value: string | number): boolean {
  if (actual === undefined || typeof actual === 'boolean' || typeof actual !== typeof value) return false;
  if (type === 'gt') return actual > value;
  if (type === 'gte') return actual >= value;
  return type === 'lt' ? actual < value : actual <= value;
}
