import { turnsOf } from './common-words.ts';

/** Most letters of a word that is remembered: each takes five bits, and six stand in one number. */
export const MOST_REMEMBERED = 12;
export const LETTER_BITS = 5;
/** The letters that stand in one number, as bits, and how far the first of them stands from the last. */
export const SIX_LETTERS = 2 ** 30 - 1;
export const FIVE_LETTERS = 25;

/** No weight is so low. */
export const UNWEIGHED = -32_768;

/** What is asked about a word that is not remembered. `word` is in lower case. */
export interface WordMemoryDeps {
  /** What it and its letter groups weigh, between -32,767 and 32,767, for users or for data. */
  weightOf(isData: boolean, word: string): number;
  /** Its number in a vocabulary, up to 65,535; 0 for none. */
  numberOf(word: string): number;
}

/**
 * Remembers of the last words of up to twelve letters from a to z what they weigh, their numbers in a vocabulary, and which
 * common words they are with their letters turned. A word is told by its letters, of which `low` holds the last six and `high`
 * those before, five bits each; `hash` says where to look.
 */
export interface WordMemory {
  /** The place of the word that stands between two places of a text, in either case; it holds until the next word is asked for. */
  find(hash: number, low: number, high: number, text: string, start: number, end: number): number;
  /** What the word at a place weighs. */
  weightAt(place: number, isData: boolean, text: string, start: number, end: number): number;
  /** The word's number in the lowest 16 bits, and in eight bits each behind them those of the common words it is when turned and when read backward. */
  factsAt(place: number): number;
}

/** Sets of two words; a power of two. */
const SETS = 8192;
/** Of a word: its letters in two numbers, both weights in one, and its facts. */
const FIELDS = 4;
const BOTH_UNWEIGHED = (UNWEIGHED << 16) | (UNWEIGHED & 0xffff);

/** A memory of nothing yet. */
export function createWordMemory({ weightOf, numberOf }: WordMemoryDeps): WordMemory {
  const words = new Int32Array(SETS * 2 * FIELDS);

  function learn(place: number, low: number, high: number, word: string): number {
    words.copyWithin(place + FIELDS, place, place + FIELDS);
    const { turned, backward } = turnsOf(word);
    words[place] = low;
    words[place + 1] = high;
    words[place + 2] = BOTH_UNWEIGHED;
    words[place + 3] = numberOf(word) | (turned << 16) | (backward << 24);
    return place;
  }

  return {
    find(hash, low, high, text, start, end) {
      const place = ((hash ^ (hash >>> 15)) & (SETS - 1)) * (2 * FIELDS);
      if (words[place] === low && words[place + 1] === high) return place;
      if (words[place + FIELDS] === low && words[place + FIELDS + 1] === high) return place + FIELDS;
      return learn(place, low, high, text.slice(start, end).toLowerCase());
    },
    weightAt(place, isData, text, start, end) {
      const both = words[place + 2] ?? 0;
      const known = isData ? both >> 16 : (both << 16) >> 16;
      if (known !== UNWEIGHED) return known;
      const weight = weightOf(isData, text.slice(start, end).toLowerCase());
      words[place + 2] = isData ? (weight << 16) | (both & 0xffff) : (both & ~0xffff) | (weight & 0xffff);
      return weight;
    },
    factsAt: (place) => words[place + 3] ?? 0,
  };
}
