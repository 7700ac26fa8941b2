import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { CLASSES, LETTER, MARK, NUMBER } from '../normalisation/character-classes.ts';

/** Takes what a text is made of, token by token: the features of a token first, then the token itself. */
export interface FeatureSink {
  /** A hash of 32 bits: a word, two or three words in a row, or a few letters of a word. */
  feature(hash: number): void;
  /** Ends the token that stands at these offsets. */
  token(start: number, end: number): void;
}

/** Longer words say little by their letters; they count as one kind of word. */
export const MAX_WORD = 24;
/** What hashes begin with, as signed numbers, which take no conversion at every step. */
export const WORD_START = 0x811c9dc5 | 0;
const LETTERS_START = 0x9747b28c | 0;
/** The hash of every longer word, and of empty lines. */
export const LONG_WORD = 0x5bd1e995;
export const NEW_LINE = 0x27d4eb2d;
/** What the third and fourth tokens before a character of an unspaced script are multiplied by. */
export const THIRD = 0x27d4eb2f;
export const FOURTH = 0x165667b1;
const EDGE = 94;
/** What every row of digits is read as. */
export const DIGIT = 48;

/** Letter groups of these sizes are features, with the edges of the word counted as letters. */
const LEAST_LETTERS = 3;
const MOST_LETTERS = 5;

/**
 * The features of a normalised text: hashed words, word pairs and triples with gaps, letter groups of 3 to 5 within words,
 * and rows of 4 and 5 characters in scripts without spaces, where a character counts as a word. Numbers count as one word. Linear in the length of the text, nothing is kept.
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
    let word = WORD_START;
    let size = 0;
    if (isLetterOrDigit(code)) {
      let last = 0;
      while (index < length) {
        let next = text.charCodeAt(index);
        if (!isLetterOrDigit(next)) break;
        if (isIdeograph(next) && index > start) break;
        if (next >= 48 && next <= 57) next = DIGIT;
        if (next !== DIGIT || last !== DIGIT) {
          word = Math.imul(word ^ next, 0x01000193);
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
        word = Math.imul(word ^ code, 0x01000193);
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

/** The letter groups of a word whose letters stand in `letters` from 1 on; what stands around them is overwritten. */
export function letterGroups(letters: Uint16Array, size: number, sink: Pick<FeatureSink, 'feature'>): void {
  letters[0] = EDGE;
  letters[size + 1] = EDGE;
  const length = size + 2;
  for (let start = 0; start + LEAST_LETTERS <= length; start += 1) {
    let hash = LETTERS_START;
    const most = Math.min(MOST_LETTERS, length - start);
    for (let count = 1; count <= most; count += 1) {
      hash = Math.imul(hash ^ (letters[start + count - 1] ?? 0), 0x01000193);
      if (count >= LEAST_LETTERS) sink.feature(mix(hash, 16 + count));
    }
  }
}

/** Spreads a hash over all 32 bits, apart from the same hash of another kind of feature. */
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

/** Scripts that write no spaces: every character counts as a word. */
export function isIdeograph(code: number): boolean {
  return WORD_KINDS[code] === IS_IDEOGRAPH;
}

const IS_IN_WORD = 1;
const IS_IDEOGRAPH = 2;
/** What every UTF-16 unit is in a word: a look-up is quicker than the ranges. */
const WORD_KINDS = wordKinds();

function wordKinds(): Uint8Array {
  const kinds = new Uint8Array(0x10000);
  for (let code = 0; code < kinds.length; code += 1) if (isInWord(code)) kinds[code] = isOfUnspaced(code) ? IS_IDEOGRAPH : IS_IN_WORD;
  return kinds;
}

function isInWord(code: number): boolean {
  if (code < 0x80) return isAsciiLetter(code) || isDigit(code);
  if (code < 0xc0) return false;
  // The stops of Arabic, Hindi and other scripts end a word as ours do.
  if (code < 0x2000) return ((CLASSES[code] ?? 0) & (LETTER | NUMBER | MARK)) !== 0;
  return code > 0x2e7f && !(code >= 0x3000 && code <= 0x303f) && !(code >= 0xff00 && code <= 0xff0f);
}

function isOfUnspaced(code: number): boolean {
  return (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0x0e00 && code <= 0x0e7f);
}
