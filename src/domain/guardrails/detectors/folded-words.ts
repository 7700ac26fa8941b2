import { isAsciiLetter, isDigit } from '../ascii.ts';

/** A text as phrase lists read it: folded codes, and where in the text each came from. */
export interface FoldedWords {
  /** Lower case without accents and invisible characters, a space first; whatever stands between words is one space. */
  readonly codes: Uint16Array;
  readonly count: number;
  /** Offset in the text of the character that each code came from. */
  readonly starts: Int32Array;
  /** Offset behind that character. */
  readonly ends: Int32Array;
}

const SPACE = 32;
/** Most codes of one character. */
const MAX_EXPANSION = 4;
const DROPPED = /^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Folds texts. It remembers the characters it has seen. */
export function createFolder(): (text: string) => FoldedWords {
  const known = new Map<number, string>();

  function folded(code: number): string {
    const before = known.get(code);
    if (before !== undefined) return before;
    const character = String.fromCodePoint(code);
    const plain = DROPPED.test(character) ? '' : character.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(MARKS, '');
    const fresh = plain === '' || WORD.test(plain) ? plain.slice(0, MAX_EXPANSION) : ' ';
    if (known.size < 0x10000) known.set(code, fresh);
    return fresh;
  }

  return (text) => {
    const isPlain = isAscii(text);
    const room = text.length * (isPlain ? 1 : MAX_EXPANSION) + 1;
    const codes = new Uint16Array(room);
    const starts = new Int32Array(room);
    const ends = new Int32Array(room);
    let count = 1;
    codes[0] = SPACE;
    const put = (code: number, start: number, end: number): void => {
      if (code === SPACE && codes[count - 1] === SPACE) return;
      codes[count] = code;
      starts[count] = start;
      ends[count] = end;
      count += 1;
    };
    for (let index = 0; index < text.length;) {
      const code = isPlain ? text.charCodeAt(index) : (text.codePointAt(index) ?? 0);
      const next = index + (code > 0xffff ? 2 : 1);
      if (code < 0x80) {
        if (code !== 39 || !isLetter(text.charCodeAt(index - 1)) || !isLetter(text.charCodeAt(next))) put(foldAscii(code), index, next);
      } else if (code !== 0x2019 || !isLetter(text.charCodeAt(index - 1))) {
        const fold = folded(code);
        for (let at = 0; at < fold.length; at += 1) put(fold.charCodeAt(at), index, next);
      }
      index = next;
    }
    return { codes, count, starts, ends };
  };
}

/** Whether words of a character's script are written without spaces between them. */
export function isUnspaced(code: number): boolean {
  return code > 0xdff && UNSPACED.test(String.fromCharCode(code));
}

function foldAscii(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  return isDigit(code) ? code : SPACE;
}

function isLetter(code: number): boolean {
  return isAsciiLetter(code) || code > 0xbf;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
