import type { Ids } from '../ports/system.ts';

/** Gives every request an id that no other one of this process has. */
export interface FreshIds {
  /** The given id when it was not given before, else a new one. */
  claim(id: string): string;
}

/**
 * A record is kept by its request id, so a caller who sends an id twice must not be able to replace the
 * record of the first request by that of the second. At least the last `capacity` ids are remembered, at most twice as many,
 * each as a number of 53 bits. Two ids of one number only cost the later of them its name.
 */
export function createFreshIds({ ids, capacity }: { readonly ids: Ids; readonly capacity: number }): FreshIds {
  // Two sets that take turns: taking the oldest out of one set becomes slow once it has lost many.
  let recent = new Set<number>();
  let older = new Set<number>();
  return {
    claim(id) {
      let fresh = id;
      let number = numberOf(fresh);
      while (recent.has(number) || older.has(number)) {
        fresh = ids.next();
        number = numberOf(fresh);
      }
      recent.add(number);
      if (recent.size >= capacity) [older, recent] = [recent, new Set()];
      return fresh;
    },
  };
}

/** An id as a number of 53 bits: two multiplicative hashes side by side. */
function numberOf(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
    high ^= high >>> 15;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
