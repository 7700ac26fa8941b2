import { commonWords } from './common-words.ts';

/** Latin letters with marks. */
const MARKED = /[\u00c0-\u024f\u1e00-\u1eff]/g;
const MARK = /\p{M}+/gu;
/** Fewer marked letters hide nothing. */
const LEAST_MARKED = 6;
/** So many more different common English words the text has without the marks. */
const LEAST_GAIN = 3;

/** Quick filter: whether a text has letters with marks enough to hide words. */
export function mayHideInMarks(text: string): boolean {
  return (text.match(MARKED)?.length ?? 0) >= LEAST_MARKED;
}

/**
 * A text without the marks on its letters, if it is English without them alone: ïgnôrë is read as easily as ignore. Undefined for
 * any other, such as one of a language that has such letters.
 */
export function bareLetters(text: string): string | undefined {
  if (!mayHideInMarks(text)) return undefined;
  const bare = text.normalize('NFD').replaceAll(MARK, '');
  return commonWords(bare).plain >= commonWords(text).plain + LEAST_GAIN ? bare : undefined;
}
