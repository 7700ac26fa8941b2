/** Says how a request uses memory, for clients that cannot set `metadata.memory`: the reasoner reads it and the guard passes it on. */
export const MEMORY_HEADER = 'x-parley-memory';
