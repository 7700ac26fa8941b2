import type { ListQuery } from '../../ports/catalog.ts';
import { fault } from '../fields.ts';

/** A page after one item or before another. Throws `invalid_input` for an unknown item. */
export function pageOf<T extends { readonly id: string }>(
  items: readonly T[],
  { limit, after, before }: ListQuery,
): { readonly page: readonly T[]; readonly hasMore: boolean } {
  const place = (param: string, id: string): number => {
    const index = items.findIndex((item) => item.id === id);
    if (index === -1) throw fault(param, 'is not an item of this response');
    return index;
  };
  const start = after === undefined ? 0 : place('after', after) + 1;
  const end = before === undefined ? items.length : place('before', before);
  if (before === undefined || after !== undefined) {
    return { page: items.slice(start, Math.min(end, start + limit)), hasMore: start + limit < end };
  }
  return { page: items.slice(Math.max(0, end - limit), end), hasMore: end > limit };
}
