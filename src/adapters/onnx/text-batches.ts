export interface BatchLimits {
  readonly texts: number;
  /** The padded size: number of texts times the characters of the longest. */
  readonly characters: number;
}

/**
 * Batches texts of similar length, shortest first, to save padding. Returns indexes into the list; a text over the limit is a batch of its
 * own.
 */
export function batchByLength(texts: readonly string[], limits: BatchLimits): number[][] {
  const order = texts.map((_, place) => place).toSorted((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const place of order) {
    const longest = texts[place]?.length ?? 0;
    if (batch.length > 0 && (batch.length >= limits.texts || (batch.length + 1) * longest > limits.characters)) {
      batches.push(batch);
      batch = [];
    }
    batch.push(place);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
