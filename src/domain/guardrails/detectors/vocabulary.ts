import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { IN_LOWER_CASE } from '../normalisation/ascii.ts';

/** Numbers the words of a list from 1 on; 0 for any other word. */
export interface Vocabulary {
  /** Number of words. */
  readonly size: number;
  /**
   * Number of the word in a range of a text, made of ASCII letters (either case), digits and apostrophes. `hash` is `hashStep`
   * from `HASH_START` over the word in lower case.
   */
  find(hash: number, text: string, start: number, end: number): number;
  /** The number of any word. */
  numberOf(word: string): number;
  /** Number of the longest word in Chinese characters or kana that begins at an index; such words are not separated by spaces. */
  beginningAt(text: string, start: number): number;
  /** Length of the word with this number, in UTF-16 code units. */
  lengthOf(number: number): number;
}

/** Whether a UTF-16 code unit is a Chinese character or kana. */
export function isUnparted(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);
}

/** A vocabulary of these words, numbered in order. It finds words in place, without slicing. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const numbers = new Map(words.map((word, index) => [word, index + 1]));
  let size = 64;
  while (size < words.length * 4) size *= 2;
  const slots = new Uint16Array(size);
  const hashes = new Int32Array(size);
  for (const [word, number] of numbers) {
    let hash = HASH_START;
    for (let index = 0; index < word.length; index += 1) hash = hashStep(hash, word.charCodeAt(index));
    let slot = slotOf(hash, size);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = number;
    hashes[slot] = hash;
  }
  /** Words in scripts without spaces, by first character, longest first. */
  const unparted = Map.groupBy(
    words.filter((word) => isUnparted(word.charCodeAt(0))).toSorted((a, b) => b.length - a.length),
    (word) => word.charCodeAt(0),
  );
  return {
    size: words.length,
    find(hash, text, start, end) {
      // Most words are unknown, and most of those hit an empty slot at once.
      for (let slot = slotOf(hash, size); ; slot = (slot + 1) & (size - 1)) {
        const number = slots[slot] ?? 0;
        if (number === 0) return 0;
        if (hashes[slot] !== (hash | 0)) continue;
        const word = words[number - 1] ?? '';
        if (word.length === end - start && standsAt(text, start, word)) return number;
      }
    },
    numberOf: (word) => numbers.get(word) ?? 0,
    beginningAt(text, start) {
      const word = unparted.get(text.charCodeAt(start))?.find((known) => text.startsWith(known, start));
      return word === undefined ? 0 : (numbers.get(word) ?? 0);
    },
    lengthOf: (number) => words[number - 1]?.length ?? 0,
  };
}

function standsAt(text: string, start: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1)
    if ((text.charCodeAt(start + index) | IN_LOWER_CASE) !== word.charCodeAt(index)) return false;
  return true;
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1);
}
