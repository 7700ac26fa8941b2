import type { Listed, ListQuery } from '../../ports/catalog.ts';
import { fault } from '../fields.ts';

/** Parses `limit`, `order`, `after` and `before` of OpenAI's lists. Throws `invalid_input` naming the field. */
export function readListQuery(query: URLSearchParams, { max, standard }: { readonly max: number; readonly standard: number }): ListQuery {
  const given = query.get('limit');
  const limit = given === null || given === '' ? standard : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw fault('limit', `must be a whole number from 1 to ${max}`);
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw fault('order', 'must be asc or desc');
  const after = query.get('after') ?? '';
  const before = query.get('before') ?? '';
  return { limit, order, ...(after === '' ? {} : { after }), ...(before === '' ? {} : { before }) };
}

/** A page in OpenAI's format. */
export function listBody<T extends { readonly id: string }>(data: readonly T[], { hasMore }: Pick<Listed<unknown>, 'hasMore'>) {
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore };
}
