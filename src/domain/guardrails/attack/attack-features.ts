import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { isAlphanumeric } from '../normalisation/ascii.ts';
import { CLASSES, LETTER, MARK, NUMBER } from '../normalisation/character-classes.ts';

/** Receives the features of a text token by token: first those of a token, then the token itself. */
export interface FeatureSink {
  /** A 32-bit hash: of a word, of two or three words in sequence, or of a letter n-gram. */
  feature(hash: number): void;
  /** Ends the token at these offsets. */
  token(start: number, end: number): void;
}

/** Longer words say little by their letters; they all count as one word. */
export const MAX_WORD = 24;
/** Seed of the hashes of letter groups, as a signed integer as well. */
const LETTERS_START = 0x9747b28c | 0;
/** Hash of every longer word, and of empty lines. */
export const LONG_WORD = 0x5bd1e995;
export const NEW_LINE = 0x27d4eb2d;
/** Multipliers for the third and fourth token before a character of a script without spaces. */
export const THIRD = 0x27d4eb2f;
export const FOURTH = 0x165667b1;
const EDGE = 94;
/** Every row of digits is read as this. */
export const DIGIT = 48;

/** Sizes of the letter n-grams; the edges of the word count as letters. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 5;

/**
 * The features of a normalised text: hashed words, word pairs and triples with gaps (skip-grams), letter n-grams of 3 to 5 within
 * words, and n-grams of 4 and 5 characters in scripts without spaces, where each character is a word. All numbers count as one
 * word. Linear in the length of the text, and keeps no state.
 */
export function scanFeatures(text: string, sink: FeatureSink): void {
  const letters = new Uint16Array(MAX_WORD + 2);
  let previous = 0;
  let beforePrevious = 0;
  let third = 0;
  let fourth = 0;
  let index = 0;
  const { length } = text;
  while (index < length) {
    const code = text.charCodeAt(index);
    if (code === 32 || code === 9 || code === 13) {
      index += 1;
      continue;
    }
    const start = index;
    let word = HASH_START;
    let size = 0;
    if (isLetterOrDigit(code)) {
      let last = 0;
      while (index < length) {
        let next = text.charCodeAt(index);
        if (!isLetterOrDigit(next)) break;
        if (isIdeograph(next) && index > start) break;
        if (next >= 48 && next <= 57) next = DIGIT;
        if (next !== DIGIT || last !== DIGIT) {
          word = hashStep(word, next);
          if (size < MAX_WORD) letters[size + 1] = next;
          size += 1;
        }
        last = next;
        index += 1;
        if (isIdeograph(next)) break;
      }
      if (size > MAX_WORD) word = LONG_WORD;
      else if (size >= 2) letterGroups(letters, size, sink);
    } else {
      index += 1;
      if (code === 10) {
        while (index < length && text.charCodeAt(index) === 10) index += 1;
        word = NEW_LINE;
      } else {
        word = hashStep(word, code);
        while (index < length && text.charCodeAt(index) === code) index += 1;
      }
    }
    sink.feature(mix(word, 1));
    if (previous !== 0) sink.feature(mix(word ^ Math.imul(previous, 0x85ebca6b), 2));
    if (beforePrevious !== 0) {
      sink.feature(mix(word ^ Math.imul(beforePrevious, 0xc2b2ae35), 3));
      sink.feature(mix(word ^ Math.imul(previous, 0x85ebca6b) ^ Math.imul(beforePrevious, 0xc2b2ae35), 4));
    }
    if (third !== 0 && isIdeograph(code)) {
      const four = word ^ Math.imul(previous, 0x85ebca6b) ^ Math.imul(beforePrevious, 0xc2b2ae35) ^ Math.imul(third, THIRD);
      sink.feature(mix(four, 5));
      if (fourth !== 0) sink.feature(mix(four ^ Math.imul(fourth, FOURTH), 6));
    }
    fourth = third;
    third = beforePrevious;
    beforePrevious = previous;
    previous = word;
    sink.token(start, index);
  }
}

/** The letter n-grams of a word whose letters are in `letters` from index 1 on; the elements around them are overwritten. */
export function letterGroups(letters: Uint16Array, size: number, sink: Pick<FeatureSink, 'feature'>): void {
  letters[0] = EDGE;
  letters[size + 1] = EDGE;
  const length = size + 2;
  for (let start = 0; start + LEAST_LETTERS <= length; start += 1) {
    let hash = LETTERS_START;
    const most = Math.min(MOST_LETTERS, length - start);
    for (let count = 1; count <= most; count += 1) {
      hash = hashStep(hash, letters[start + count - 1] ?? 0);
      if (count >= LEAST_LETTERS) sink.feature(mix(hash, 16 + count));
    }
  }
}

/** Mixes a hash over all 32 bits, so that the same hash differs between kinds of feature. */
export function mix(hash: number, kind: number): number {
  let mixed = hash ^ Math.imul(kind, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Whether a character belongs to a word. */
export function isLetterOrDigit(code: number): boolean {
  return (WORD_KINDS[code] ?? 0) !== 0;
}

/** Whether a character is of a script without spaces, where every character counts as a word. */
export function isIdeograph(code: number): boolean {
  return WORD_KINDS[code] === IS_IDEOGRAPH;
}

const IS_IN_WORD = 1;
const IS_IDEOGRAPH = 2;
/** Role of every UTF-16 code unit in a word: a table lookup is faster than range checks. */
const WORD_KINDS = wordKinds();

function wordKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (let code = 0; code < kinds.length; code += 1) if (isInWord(code)) kinds[code] = isOfUnspaced(code) ? IS_IDEOGRAPH : IS_IN_WORD;
  return kinds;
}

function isInWord(code: number): boolean {
  if (code < 0x80) return isAlphanumeric(code);
  if (code < 0xc0) return false;
  // Full stops of Arabic, Hindi and other scripts end a word too.
  if (code < 0x2000) return ((CLASSES[code] ?? 0) & (LETTER | NUMBER | MARK)) !== 0;
  return code > 0x2e7f && !(code >= 0x3000 && code <= 0x303f) && !(code >= 0xff00 && code <= 0xff0f);
}

function isOfUnspaced(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0x0e00 && code <= 0x0e7f);
}
