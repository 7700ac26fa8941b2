import { gunzipSync } from 'node:zlib';

/**
 * The sounds that words are made of, in the order of the lexicon file's letters: ARPAbet in lower case, vowels
 * with their stress (0 none, 1 main, 2 secondary). Sound i is written as the character 48 + i, and is class
 * i + 1 of the network for unknown words.
 */
export const SOUNDS: readonly string[] = ['aa', 'ae', 'ah', 'ao', 'aw', 'ay', 'eh', 'er', 'ey', 'ih', 'iy', 'ow', 'oy', 'uh', 'uw']
  .flatMap((vowel) => ['0', '1', '2'].map((stress) => vowel + stress))
  .concat('b ch d dh f g hh jh k l m n ng p r s sh t th v w y z zh'.split(' '));

const FIRST = 48;
const [TAB, NEWLINE] = [9, 10];

/** Pronunciations of words. */
export interface Lexicon {
  readonly size: number;
  /** The sounds of a lower-case word, or undefined for an unknown one. */
  lookUp(word: string): readonly string[] | undefined;
}

/**
 * Opens a lexicon file: gzipped, sorted lines of a word, a tab and one character per sound. It stays one block of bytes with an index, a
 * few megabytes, and is searched by bisection. Throws an Error if it is malformed.
 */
export function openLexicon(compressed: Uint8Array): Lexicon {
  const bytes = gunzipSync(compressed);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    const end = bytes.indexOf(NEWLINE, at);
    if (end === -1) throw new Error('the lexicon ends inside a line');
    at = end + 1;
  }
  const index = Uint32Array.from(starts);
  const encoder = new TextEncoder();

  /** Negative if the word sorts before the line, positive if after it. */
  function compare(word: Uint8Array, start: number): number {
    for (let place = 0; place < word.length; place += 1) {
      const difference = (word[place] ?? 0) - (bytes[start + place] ?? 0);
      if (difference !== 0) return difference;
    }
    return TAB - (bytes[start + word.length] ?? 0);
  }

  return {
    size: index.length,
    lookUp(word) {
      const wanted = encoder.encode(word);
      let [low, high] = [0, index.length - 1];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const start = index[middle] ?? 0;
        const order = compare(wanted, start);
        if (order === 0) {
          const sounds: string[] = [];
          for (let at = start + wanted.length + 1; bytes[at] !== NEWLINE; at += 1) sounds.push(SOUNDS[(bytes[at] ?? 0) - FIRST] ?? '');
          if (sounds.includes('')) throw new Error(`the lexicon holds an unknown sound in ${word}`);
          return sounds;
        }
        if (order < 0) high = middle - 1;
        else low = middle + 1;
      }
      return undefined;
    },
  };
}
