/**
 * Work that must succeed once, such as creating tables: the first call starts it, all others wait for the same result, and after a
 * failure the next call tries again. Rejects with the work's error.
 */
export function retryableOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () =>
    (underWay ??= work().catch((error: unknown) => {
      underWay = undefined;
      throw error;
    }));
}
