import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import { foldConfusables } from '../normalisation/confusables.ts';
import { textOfUnits } from '../normalisation/json-escapes.ts';
import { signAt } from './phrase-signs.ts';
import { isUnspaced } from './unspaced-scripts.ts';

/** A text folded for phrase lists, with a mapping to the original. */
export interface FoldedWords {
  /**
   * Lower case without diacritics and invisible characters, with or without signs; starts with a space, and words are separated by
   * single spaces.
   */
  readonly codes: Uint16Array;
  readonly count: number;
  /** Offset of the original character of each code. */
  readonly starts: Int32Array;
  /** Offset of the end of that character. */
  readonly ends: Int32Array;
  /** Apostrophes inside words were removed, so that `don't` is `dont`. */
  readonly isElided: boolean;
}

/** How a text is folded. */
export interface FoldOptions {
  /** Apostrophes inside words separate words, as in `Initech's` and `l'Initech`; otherwise they are removed. */
  readonly apart?: boolean;
  /** Signs that may belong to a phrase are kept; otherwise they separate words. */
  readonly signs?: boolean;
  /** Nothing follows the text. */
  readonly whole?: boolean;
}

/** Folds a text. */
export type FoldWords = (text: string, options?: FoldOptions) => FoldedWords;

const SPACE = 32;
/** Greek, Cyrillic and Armenian letters, which look like Latin ones. */
const FIRST_MASK = 0x370;
const LAST_MASK = 0x587;
/** Maximum number of codes per character. */
const MAX_EXPANSION = 4;
/** One more for the space inserted between scripts with and without spaces. */
const MAX_CODES = MAX_EXPANSION + 1;
/** Trademark signs after a name, which NFKC would turn into letters. */
const MARKED = /[\u2120\u2122]/;
const DROPPED = /^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Creates a folder that caches the characters it has seen. */
export function createFolder(): FoldWords {
  const known = new Map<number, string>();

  function folded(code: number): string {
    const before = known.get(code);
    if (before !== undefined) return before;
    const character = String.fromCodePoint(code);
    // Some letters have several lower-case forms, and some become two letters in upper case.
    const lower = character.normalize('NFKC').toUpperCase().toLowerCase();
    const plain = DROPPED.test(character) ? '' : lower.normalize('NFD').replaceAll(MARKS, '');
    const isWord = WORD.test(plain) && !MARKED.test(character);
    const fresh = plain === '' || isWord ? plain.slice(0, MAX_EXPANSION) : ' ';
    if (known.size < 0x10000) known.set(code, fresh);
    return fresh;
  }

  return (text, { apart = false, signs = false, whole = false } = {}) => {
    const isPlain = isAscii(text);
    const room = text.length * (isPlain ? 1 : MAX_CODES) + 1;
    const codes = new Uint16Array(room);
    const starts = new Int32Array(room);
    const ends = new Int32Array(room);
    let count = 1;
    let isElided = false;
    let mayMask = false;
    codes[0] = SPACE;
    const put = (code: number, start: number, end: number): void => {
      const before = codes[count - 1] ?? SPACE;
      if (code === 0 || (code === SPACE && before === SPACE)) return;
      // A word next to text of a script without spaces is separated from it.
      if (!isPlain && code !== SPACE && before !== SPACE && isUnspaced(code) !== isUnspaced(before)) put(SPACE, start, start);
      codes[count] = code;
      starts[count] = start;
      ends[count] = end;
      count += 1;
    };
    for (let index = 0; index < text.length;) {
      const code = isPlain ? text.charCodeAt(index) : (text.codePointAt(index) ?? 0);
      const next = index + (code > 0xffff ? 2 : 1);
      if (!apart && (code === 39 || code === 0x2019) && isLetter(text.charCodeAt(index - 1)) && isLetter(text.charCodeAt(next))) {
        isElided = true;
      } else if (code < 0x80) {
        const fold = foldAscii(code);
        put(fold === SPACE && signs ? signAt(text, index, whole) : fold, index, next);
      } else {
        const fold = folded(code);
        mayMask ||= code >= FIRST_MASK && code <= LAST_MASK;
        if (fold === ' ' && signs) put(signAt(text, index, whole), index, next);
        else for (let at = 0; at < fold.length; at += 1) put(fold.charCodeAt(at), index, next);
      }
      index = next;
    }
    if (mayMask) unmask(codes, count);
    return { codes, count, starts, ends, isElided };
  };
}

/** Replaces lookalike letters of other scripts in words that also have Latin letters. */
function unmask(codes: Uint16Array<ArrayBuffer>, count: number): void {
  const text = textOfUnits(codes.subarray(0, count));
  const latin = foldConfusables(text);
  if (latin === text) return;
  for (let index = 0; index < count; index += 1) codes[index] = latin.charCodeAt(index);
}

function foldAscii(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  return isDigit(code) ? code : SPACE;
}

function isLetter(code: number): boolean {
  return isAsciiLetter(code) || code > 0xbf;
}
