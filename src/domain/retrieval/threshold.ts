import type { RankedPassage } from './hybrid-search.ts';

/**
 * Leaves out passages with a lower score. Where everything searched would fit into one answer anyway (`isSmall`), each
 * file keeps its best passage, marked `belowThreshold`: "summarise this file" resembles no passage of the file, and
 * must not find it empty. The order stays.
 */
export async function keepAbove(
  threshold: number,
  found: readonly RankedPassage[],
  isSmall: () => Promise<boolean>,
): Promise<readonly RankedPassage[]> {
  const above = found.filter(({ score }) => score >= threshold);
  if (above.length === found.length) return found;
  const filesAbove = new Set(above.map(({ passage }) => passage.fileId));
  if (found.every(({ passage }) => filesAbove.has(passage.fileId)) || !(await isSmall())) return above;
  const seen = new Set<string>();
  const kept: RankedPassage[] = [];
  for (const one of found) {
    const isFirst = !seen.has(one.passage.fileId);
    seen.add(one.passage.fileId);
    if (one.score >= threshold) kept.push(one);
    else if (isFirst) kept.push({ ...one, belowThreshold: true });
  }
  return kept;
}
