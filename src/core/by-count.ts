/** Counts by name, most frequent first; equally frequent names in alphabetical order. */
export function byCountDescending(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([one, many], [other, fewer]) => fewer - many || (one < other ? -1 : 1));
}
