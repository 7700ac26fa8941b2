import type { Ids } from '../ports/system.ts';

/** Gives every request an id that is unique in this process. */
export interface FreshIds {
  /** The given id, or a new one if it was claimed before. */
  claim(id: string): string;
}

/**
 * Records are keyed by request id, so reusing an id must not overwrite the earlier request's record. Remembers between `capacity` and twice
 * as many ids, each as a 53-bit hash; if two ids collide, the later one is replaced by a new id.
 */
export function createFreshIds({ ids, capacity }: { readonly ids: Ids; readonly capacity: number }): FreshIds {
  // Two sets that take turns, because deleting the oldest entries of a single set becomes slow after many deletions.
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

/** A 53-bit hash of an id, made of two multiplicative hashes. */
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
