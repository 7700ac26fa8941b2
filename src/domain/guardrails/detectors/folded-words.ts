import { isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { isAscii } from '../normalisation/character-runs.ts';

/** A text as phrase lists read it: folded codes, and where in the text each came from. */
export interface FoldedWords {
  /** Lower case without accents and invisible characters, a space first; whatever stands between words is one space. */
  readonly codes: Uint16Array;
  readonly count: number;
  /** Offset in the text of the character that each code came from. */
  readonly starts: Int32Array;
  /** Offset behind that character. */
  readonly ends: Int32Array;
  /** Apostrophes inside words were left out, so that `don't` is `dont`. */
  readonly isElided: boolean;
}

/** Folds a text. Apostrophes inside words are left out, and with `apart` they part words, as in `Initech's` and `l'Initech`. */
export type FoldWords = (text: string, apart?: boolean) => FoldedWords;

const SPACE = 32;
/** Most codes of one character. */
const MAX_EXPANSION = 4;
/** So much more at a change between scripts with and without spaces. */
const MAX_CODES = MAX_EXPANSION + 1;
/** Signs behind a name that would become letters. */
const MARKED = /[\u2120\u2122]/;
const DROPPED = /^[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]$/u;
const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Folds texts. It remembers the characters it has seen. */
export function createFolder(): FoldWords {
  const known = new Map<number, string>();

  function folded(code: number): string {
    const before = known.get(code);
    if (before !== undefined) return before;
    const character = String.fromCodePoint(code);
    // A letter has several small forms, and one is two letters when it is large.
    const lower = character.normalize('NFKC').toUpperCase().toLowerCase();
    const plain = DROPPED.test(character) ? '' : lower.normalize('NFD').replaceAll(MARKS, '');
    const isWord = WORD.test(plain) && !MARKED.test(character);
    const fresh = plain === '' || isWord ? plain.slice(0, MAX_EXPANSION) : ' ';
    if (known.size < 0x10000) known.set(code, fresh);
    return fresh;
  }

  return (text, apart = false) => {
    const isPlain = isAscii(text);
    const room = text.length * (isPlain ? 1 : MAX_CODES) + 1;
    const codes = new Uint16Array(room);
    const starts = new Int32Array(room);
    const ends = new Int32Array(room);
    let count = 1;
    let isElided = false;
    codes[0] = SPACE;
    const put = (code: number, start: number, end: number): void => {
      const before = codes[count - 1] ?? SPACE;
      if (code === SPACE && before === SPACE) return;
      // A word among others without spaces begins and ends there.
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
      } else if (code < 0x80) put(foldAscii(code), index, next);
      else {
        const fold = folded(code);
        for (let at = 0; at < fold.length; at += 1) put(fold.charCodeAt(at), index, next);
      }
      index = next;
    }
    return { codes, count, starts, ends, isElided };
  };
}

/** Of each character of the basic plane: 0 not asked yet, 1 no, 2 yes. */
const UNSPACED_KNOWN = new Uint8Array(0x10000);

/** Whether words of a character's script are written without spaces between them. */
export function isUnspaced(code: number): boolean {
  if (code <= 0xdff) return false;
  const known = (UNSPACED_KNOWN[code] ||= UNSPACED.test(String.fromCharCode(code)) ? 2 : 1);
  return known === 2;
}

function foldAscii(code: number): number {
  if (code >= 97 && code <= 122) return code;
  if (code >= 65 && code <= 90) return code + 32;
  return isDigit(code) ? code : SPACE;
}

function isLetter(code: number): boolean {
  return isAsciiLetter(code) || code > 0xbf;
}
