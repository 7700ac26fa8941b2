import { HASH_START, hashStep } from '../../../core/word-hash.ts';
import { DIGIT, isIdeograph, isLetterOrDigit, MAX_WORD } from '../attack/attack-features.ts';
import { isAsciiLetter } from './ascii.ts';

const LETTER_A = 97;
const LETTER_Z = 122;

/** A word with characters other than the letters a to z. */
export interface OddWord {
  end: number;
  hash: number;
  /** Number of its letters, counting a row of digits as one. */
  size: number;
  /** It has digits that resemble letters between two letters a to z. */
  isMixed: boolean;
  /** It has non-ASCII characters. */
  isBeyond: boolean;
}

/** Digits that resemble letters. */
const LETTER_DIGITS = '013457';

/** Reads the word at an index. `letters` receives its first `MAX_WORD` letters, from index 1 on. */
export function readOddWord(text: string, start: number, folds: boolean, into: OddWord, letters?: Uint16Array): void {
  const { length } = text;
  let hash = HASH_START;
  let size = 0;
  let last = 0;
  let index = start;
  let isMixed = false;
  let isBeyond = false;
  /** Preceded by a letter a to z, with only letter-like digits in between. */
  let isBehindLetter = false;
  while (index < length) {
    let letter = text.charCodeAt(index);
    if (letter < LETTER_A || letter > LETTER_Z) {
      if (!isLetterOrDigit(letter)) break;
      if (letter <= 57) {
        isBehindLetter = isBehindLetter && LETTER_DIGITS.includes(text.charAt(index));
        letter = DIGIT;
      } else if (letter < 128) letter = folds ? letter + 32 : letter;
      else if (folds || (index > start && isIdeograph(letter))) break;
      else isBeyond = true;
    }
    if (letter !== DIGIT || last !== DIGIT) {
      hash = hashStep(hash, letter);
      if (letters !== undefined && size < MAX_WORD) letters[size + 1] = letter;
      size += 1;
    }
    if (letter !== DIGIT) {
      const isLetter = isAsciiLetter(letter);
      if (isLetter && isBehindLetter && last === DIGIT) isMixed = true;
      isBehindLetter = isLetter;
    }
    last = letter;
    index += 1;
    if (letter >= 0x80 && isIdeograph(letter)) break;
  }
  into.end = index;
  into.hash = hash;
  into.size = size;
  into.isMixed = isMixed;
  into.isBeyond = isBeyond;
}
