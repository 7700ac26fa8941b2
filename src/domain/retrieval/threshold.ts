import type { FusedPassage } from './fusion.ts';

/**
 * Leaves out passages with a lower score. If everything searched would fit into one answer anyway (`isSmall`), each file keeps its best
 * passage: "summarise this file" resembles no passage of the file, but should find it. The order stays.
 */
export async function keepAbove(
  threshold: number,
  found: readonly FusedPassage[],
  isSmall: () => Promise<boolean>,
): Promise<readonly FusedPassage[]> {
  const above = found.filter(({ score }) => score >= threshold);
  if (above.length === found.length) return found;
  const filesAbove = new Set(above.map(({ passage }) => passage.fileId));
  if (found.every(({ passage }) => filesAbove.has(passage.fileId)) || !(await isSmall())) return above;
  const seen = new Set<string>();
  return found.filter(({ score, passage: { fileId } }) => {
    const isFirst = !seen.has(fileId);
    seen.add(fileId);
    return isFirst || score >= threshold;
  });
}
