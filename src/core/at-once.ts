/**
 * Runs a function on every item, in order, at most `most` at a time, and returns the results in that order. Rejects with the first error;
 * no item is begun after it.
 */
export async function atOnce<Item, Result>(
  most: number,
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function goOn(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      try {
        results[index] = await run(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, goOn));
  return results;
}
