export interface BatchLimits {
  readonly texts: number;
  /** Texts of the batch times the characters of its longest: what padding makes of it. */
  readonly characters: number;
}

/**
 * Puts texts of like length together, shortest first, so that little is spent on padding. Gives the places
 * of the texts in the list; a text over the limit is a batch of its own.
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
