import type { PatternSpan } from '../../../core/pattern-search.ts';
import { isUnspaced } from './unspaced-scripts.ts';

/** How near to a match a word must be with the character that parts it from another, in UTF-16 code units. */
export const CONTEXT_REACH = 60;

const ENDS_IN_LETTER = /[\p{L}\p{N}]$/u;
const BEGINS_WITH_LETTER = /^[\p{L}\p{N}]/u;

/**
 * A test whether one of the words or phrases, regardless of case, is near a match, before or behind it, and whole. None of them is empty.
 */
export function createContextTest(words: readonly string[]): (text: string, span: PatternSpan) => boolean {
  const wanted = words.map((word) => word.toLowerCase());

  function holds(
    near: string,
    { isCutBefore = false, isCutBehind = false }: { readonly isCutBefore?: boolean; readonly isCutBehind?: boolean },
  ) {
    const folded = near.toLowerCase();
    return wanted.some((word) => {
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
        const end = at + word.length;
        if ((at > 0 || !isCutBefore) && (end < folded.length || !isCutBehind) && isWhole(folded, at, end)) return true;
      }
      return false;
    });
  }

  return (text, { start, end }) =>
    holds(text.slice(Math.max(0, start - CONTEXT_REACH), start), { isCutBefore: start >= CONTEXT_REACH }) ||
    holds(text.slice(end, end + CONTEXT_REACH), { isCutBehind: end + CONTEXT_REACH <= text.length });
}

/** Whether no letter of a word at a range belongs to a longer one. Scripts that do not part words have no longer ones. */
function isWhole(text: string, start: number, end: number): boolean {
  const goesOnBefore = ENDS_IN_LETTER.test(text.slice(Math.max(0, start - 2), start)) && BEGINS_WITH_LETTER.test(text.slice(start, end));
  const goesOnBehind = BEGINS_WITH_LETTER.test(text.slice(end, end + 2)) && ENDS_IN_LETTER.test(text.slice(start, end));
  return (!goesOnBefore || isUnspaced(text.charCodeAt(start))) && (!goesOnBehind || isUnspaced(text.charCodeAt(end - 1)));
}
