/** The name of an API key contains no colon, so no two owners are the same text. */
export function memoryOwner(keyName: string, user: string): string {
  return `${keyName}:${user}`;
}

/** The store of the vector index that holds an owner's memory. Stores of files have other names. */
export function memoryStoreId(owner: string): string {
  return `memory:${owner}`;
}
