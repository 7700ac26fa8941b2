/** What every client calls the store that its files join unless it says otherwise. */
export const DEFAULT_STORE = 'default';

/** The id a vector store has in the catalog and the index: every owner has a default store of its own. */
export function storeIdOf(owner: string, name: string): string {
  return name === DEFAULT_STORE ? `${DEFAULT_STORE}/${owner}` : name;
}

/** What its owner calls a store. */
export function storeNameOf(id: string): string {
  return id.startsWith(`${DEFAULT_STORE}/`) ? DEFAULT_STORE : id;
}
