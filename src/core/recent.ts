/** The last values by key, in bounded memory. */
export interface Recent<T> {
  /** A value put under an existing key replaces it and becomes the newest. */
  put(key: string, value: T): void;
  get(key: string): T | undefined;
  /** Newest first, at most `limit`. */
  list(limit: number): readonly T[];
  readonly size: number;
}

/** Keeps at most `capacity` things; the oldest goes first. */
export function createRecent<T>(capacity: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    put(key, value): void {
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    },
    get: (key) => kept.get(key),
    list: (limit) => [...kept.values()].slice(-limit).toReversed().slice(0, limit),
    get size() {
      return kept.size;
    },
  };
}
