/** An owner as text. Names of API keys contain no colon, so no two owners have the same text. */
export function memoryOwner(keyName: string, user: string): string {
  return `${keyName}:${user}`;
}

/** The store of the vector index for an owner's memory. Stores of files have other names. */
export function memoryStoreId(owner: string): string {
  return `memory:${owner}`;
}
