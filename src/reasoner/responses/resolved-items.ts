import { ServiceError } from '../../core/errors.ts';
import type { ResponseStore } from '../../ports/response-store.ts';
import type { ReadItem } from './read-items.ts';
import type { ConversationItem } from './response-items.ts';
import { bodyOf, inputOf } from './stored-outcome.ts';

export interface ResolvedItemsOptions {
  readonly owner: string;
  readonly store: ResponseStore;
  /** Items that references may name besides those of stored responses; none by default. */
  readonly before?: readonly ConversationItem[];
}

/** Items with references to items of the owner resolved. Throws `not_found` for an unknown one. */
export async function resolvedItems(
  items: readonly ReadItem[],
  { owner, store, before = [] }: ResolvedItemsOptions,
): Promise<ConversationItem[]> {
  const resolved: ConversationItem[] = [];
  for (const item of items) {
    if (item.type !== 'reference') resolved.push(item);
    else resolved.push(before.find(({ id }) => id === item.id) ?? (await storedItem(item.id)) ?? unknownItem(item.param));
  }
  return resolved;

  async function storedItem(id: string): Promise<ConversationItem | undefined> {
    const row = await store.withItem(owner, id);
    return row === undefined ? undefined : [...inputOf(row), ...bodyOf(row).output].find((item) => item.id === id);
  }
}

function unknownItem(param: string): never {
  throw new ServiceError('not_found', `${param} does not refer to an item of a stored response.`, { param });
}
