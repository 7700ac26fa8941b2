import type { Ids } from '../ports/system.ts';

/** Gives every request an id that no other one of this process has. */
export interface FreshIds {
  /** The given id when it was not given before, else a new one. */
  claim(id: string): string;
}

/**
 * A record is kept by its request id, so a caller who sends an id twice must not be able to replace the
 * record of the first request by that of the second. The last `capacity` ids are remembered.
 */
export function createFreshIds({ ids, capacity }: { readonly ids: Ids; readonly capacity: number }): FreshIds {
  const seen = new Set<string>();
  return {
    claim(id) {
      const fresh = seen.has(id) ? ids.next() : id;
      seen.add(fresh);
      if (seen.size > capacity) for (const oldest of seen.values().take(1)) seen.delete(oldest);
      return fresh;
    },
  };
}
