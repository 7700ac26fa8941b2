/**
 * Work that needs doing once, such as making tables: the first call begins it, all others wait for the same, and after a
 * failure the next call tries again. Rejects with what the work rejects with.
 */
export function succeedOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () =>
    (underWay ??= work().catch((error: unknown) => {
      underWay = undefined;
      throw error;
    }));
}
