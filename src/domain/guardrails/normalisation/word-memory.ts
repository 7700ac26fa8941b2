import { turnsOf } from './common-words.ts';

/** Length of the longest cached word: five bits a letter, six letters in one number. */
export const MOST_REMEMBERED = 12;
export const LETTER_BITS = 5;
/** Mask of six packed letters, and shift of the first of them. */
export const SIX_LETTERS = 2 ** 30 - 1;
export const FIVE_LETTERS = 25;

/** Marks a missing weight; no weight is this low. */
export const UNWEIGHED = -32_768;

/** Computes the facts about a word that is not cached. `word` is in lower case. */
export interface WordMemoryDeps {
  /** Weight of the word and its letter n-grams, between -32,767 and 32,767, as in data or in user text. */
  weightOf(isData: boolean, word: string): number;
  /** Its number in the vocabulary, up to 65,535; 0 if it has none. */
  numberOf(word: string): number;
}

/**
 * Caches, for recent words of up to twelve letters a to z, their weights, their numbers in the vocabulary, and the common words
 * they are in ROT13 or reversed. A word is identified by its letters, five bits each: `low` has the last six, `high` those
 * before; `hash` selects the cache set.
 */
export interface WordMemory {
  /** Slot of the word in a range of a text, in either case; valid until the next lookup. */
  find(hash: number, low: number, high: number, text: string, start: number, end: number): number;
  /** Weight of the word in a slot. */
  weightAt(place: number, isData: boolean, text: string, start: number, end: number): number;
  /** The word's number in the lowest 16 bits, then in eight bits each the common word it is in ROT13 and reversed. */
  factsAt(place: number): number;
}

/** Number of sets, two words each; a power of two. */
const SETS = 8192;
/** Fields of a cached word: its letters in two numbers, both weights in one, and its facts. */
const FIELDS = 4;
const BOTH_UNWEIGHED = (UNWEIGHED << 16) | (UNWEIGHED & 0xffff);

/** An empty cache. */
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
