import { stem } from '../../core/stem.ts';
import { searchTerms } from '../../core/search-terms.ts';

/** A store as one word of the full-text table: hexadecimal, so that no two stores share a word and stemming leaves it alone. */
export function storeWord(storeId: string): string {
  return `s${Array.from(new TextEncoder().encode(storeId), (byte) => byte.toString(16).padStart(2, '0')).join('')}0`;
}

/** What FTS5 is asked for, and the words as it has them in its vocabulary. */
export interface KeywordQuery {
  readonly match: string;
  readonly stems: readonly string[];
}

/**
 * The words of a text as a question to FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax): passages in one of the stores with
 * any of the text's words. Every word is quoted and made of letters and digits only. Absent when there is nothing to look for.
 */
export function keywordQuery(storeIds: readonly string[], text: string): KeywordQuery | undefined {
  const terms = searchTerms(text);
  if (terms.length === 0 || storeIds.length === 0) return undefined;
  const anyOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' OR ');
  const match = `scope : (${anyOf(storeIds.map(storeWord))}) AND words : (${anyOf(terms)})`;
  return { match, stems: terms.map((term) => stem(withoutAccents(term))) };
}

/** As FTS5's `unicode61` folds them. */
function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
