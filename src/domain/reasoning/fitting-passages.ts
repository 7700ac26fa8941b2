import { countTokens } from '../../core/count-tokens.ts';
import type { FileSearchResult } from '../../ports/file-search.ts';
import { sectionOf } from './framed-passage.ts';

/**
 * The best passages that fit in so many tokens, together with the headings and names of columns above them. The first one is always
 * included: without these if they would take more than half, and cut if necessary.
 */
export function fittingPassages(found: readonly FileSearchResult[], maxTokens: number): FileSearchResult[] {
  const kept: FileSearchResult[] = [];
  let left = maxTokens;
  for (const passage of found) {
    const above = countTokens(sectionOf(passage.headings)) + countTokens(passage.header ?? '');
    const cost = countTokens(passage.text);
    if (above + cost <= left) {
      kept.push(passage);
      left -= above + cost;
    } else if (kept.length === 0) {
      const isNamed = above <= maxTokens / 2;
      const { headings: _, header: __, ...unnamed } = passage;
      const room = isNamed ? maxTokens - above : maxTokens;
      const text = cost <= room ? passage.text : passage.text.slice(0, Math.floor((passage.text.length * room) / cost));
      kept.push({ ...(isNamed ? passage : unnamed), text, end: passage.start + text.length });
      left = 0;
    }
  }
  return kept;
}
