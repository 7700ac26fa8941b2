/** The `size` highest of many scores. */
export interface BestScores {
  /** What a score must exceed to be among the best. */
  readonly worst: number;
  /** Takes a score and returns what the next must exceed. */
  offer(score: number, number: number): number;
  /** The best `limit` and those that are at most `margin` worse than the last of them, best first, then by number. */
  take(limit: number, margin: number): readonly { readonly score: number; readonly number: number }[];
}

/** Empty. Scores are collected, and cut whenever twice as many have accumulated. */
export function createBestScores(size: number): BestScores {
  let found: { score: number; number: number }[] = [];
  let worst = -Infinity;

  function cut(): void {
    found = found.toSorted((left, right) => right.score - left.score || left.number - right.number).slice(0, size);
    if (found.length === size) worst = found.at(-1)?.score ?? -Infinity;
  }

  return {
    get worst() {
      return worst;
    },
    offer(score, number) {
      found.push({ score, number });
      if (found.length >= 2 * size) cut();
      return worst;
    },
    take(limit, margin) {
      cut();
      const least = (found[limit - 1]?.score ?? -Infinity) - margin;
      return found.filter(({ score }) => score >= least);
    },
  };
}
