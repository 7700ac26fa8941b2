/** A score of a row and whether it is an attack. */
export interface Scored {
  readonly score: number;
  readonly attack: boolean;
}

/** The chance that an attack scores higher than a harmless row; 0.5 is a coin. */
export function areaUnderCurve(rows: readonly Scored[]): number {
  const ordered = rows.toSorted((a, b) => a.score - b.score);
  let rankSum = 0;
  let attacks = 0;
  for (let start = 0; start < ordered.length;) {
    let end = start;
    while (end < ordered.length && ordered[end]!.score === ordered[start]!.score) end += 1;
    const rank = (start + end + 1) / 2;
    for (let index = start; index < end; index += 1) {
      if (!ordered[index]!.attack) continue;
      attacks += 1;
      rankSum += rank;
    }
    start = end;
  }
  const harmless = ordered.length - attacks;
  return (rankSum - (attacks * (attacks + 1)) / 2) / (attacks * harmless);
}

/** The lowest score that at most a share of the harmless rows lie above. */
export function thresholdAt(rows: readonly Scored[], share: number): number {
  const harmless = rows
    .filter((row) => !row.attack)
    .map((row) => row.score)
    .toSorted((a, b) => b - a);
  return harmless[Math.floor(share * harmless.length)] ?? -Infinity;
}

/** The share of the attacks above the threshold. */
export function recallAt(rows: readonly Scored[], threshold: number): number {
  const attacks = rows.filter((row) => row.attack);
  return attacks.filter((row) => row.score > threshold).length / Math.max(1, attacks.length);
}
