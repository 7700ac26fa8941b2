/** Counts by name, the most frequent first; names that are as frequent in their order. */
export function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([one, many], [other, fewer]) => fewer - many || (one < other ? -1 : 1));
}
