/** The name of the default store, which files join unless a request says otherwise. */
export const DEFAULT_STORE = 'default';

/** The id of a vector store in the catalog and the index: every owner has a default store of their own. */
export function storeIdOf(owner: string, name: string): string {
  return name === DEFAULT_STORE ? `${DEFAULT_STORE}/${owner}` : name;
}

/** The name of a store for its owner. */
export function storeNameOf(id: string): string {
  return id.startsWith(`${DEFAULT_STORE}/`) ? DEFAULT_STORE : id;
}
