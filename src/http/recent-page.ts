import type { Recent } from '../core/recent.ts';

/** A page of the last records, newest first; with `requestId` at most the record of that request. */
export function recentPage<T>(recent: Recent<T>, { limit, requestId }: { readonly limit: number; readonly requestId: string | undefined }) {
  if (requestId !== undefined) {
    const record = recent.get(requestId);
    return { object: 'list', data: record === undefined ? [] : [record], has_more: false };
  }
  const data = recent.list(limit);
  return { object: 'list', data, has_more: recent.size > data.length };
}
