import { wordsOf } from '../../core/search-terms.ts';
import { termOf } from '../../core/word-term.ts';
import { withRoomFor } from './grown-array.ts';
import { createTermTable, type TermTable } from './term-table.ts';

/** The terms of a text, and its number of words. */
export interface WordCounts {
  /** Numbers of terms, each once. */
  readonly terms: Uint32Array;
  /** How often each of them occurs. */
  readonly times: Uint32Array;
  readonly length: number;
}

/** Counts the terms of texts as `wordsOf` and `termOf` have them. */
export interface WordCounter {
  readonly bytes: number;
  count(text: string): WordCounts;
}

/** How many words are cached with their terms, to avoid stemming them again. */
const REMEMBERED = 32_768;

/** Whether a UTF-16 unit is part of a word. */
const UNKNOWN = 0;
const PART = 1;
const GAP = 2;

/**
 * Adds the terms that it finds to a table. It reads code units instead of making a string of every word, which would take ten times as
 * long.
 */
export function createWordCounter(terms: TermTable): WordCounter {
  const kinds = new Uint8Array(65_536);
  let words = createTermTable();
  /** The term of each word in `words`. */
  let termsOf = new Uint32Array(1024);
  /** How often each term has occurred in the current text, and which terms have. */
  let times = new Uint32Array(1024);
  let met = new Uint32Array(256);
  let metCount = 0;

  function kindOf(unit: number): number {
    const known = kinds[unit] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const kind = wordsOf(String.fromCharCode(unit)).length > 0 ? PART : GAP;
    kinds[unit] = kind;
    return kind;
  }

  function remember(word: string): number {
    if (words.size >= REMEMBERED) words = createTermTable();
    const term = terms.enter(termOf(word));
    const number = words.enter(word);
    termsOf = withRoomFor(termsOf, number + 1);
    termsOf[number] = term;
    return term;
  }

  function meet(term: number): void {
    times = withRoomFor(times, term + 1);
    const before = times[term] ?? 0;
    times[term] = before + 1;
    if (before > 0) return;
    met = withRoomFor(met, metCount + 1);
    met[metCount] = term;
    metCount += 1;
  }

  /** Counts the words of a text in lower case; returns how many. */
  function meetAll(text: string): number {
    let count = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (kindOf(text.charCodeAt(at)) !== PART) continue;
      const start = at;
      while (at < text.length && kindOf(text.charCodeAt(at)) === PART) at += 1;
      const known = words.findIn(text, start, at);
      meet(known === -1 ? remember(text.slice(start, at)) : (termsOf[known] ?? 0));
      count += 1;
    }
    return count;
  }

  /** The same for letters of more than one code unit. */
  function meetRare(text: string): number {
    const all = wordsOf(text);
    for (const word of all) meet(terms.enter(termOf(word)));
    return all.length;
  }

  return {
    get bytes() {
      return kinds.byteLength + words.bytes + termsOf.byteLength + times.byteLength + met.byteLength;
    },

    count(text) {
      const isRare = /[\uD800-\uDFFF]/.test(text);
      const length = isRare ? meetRare(text) : meetAll(text.toLowerCase());
      const own = met.slice(0, metCount);
      const ownTimes = own.map((term) => times[term] ?? 0);
      for (const term of own) times[term] = 0;
      metCount = 0;
      return { terms: own, times: ownTimes, length };
    },
  };
}
