import { isAlphanumeric, isAsciiLetter, isDigit } from '../normalisation/ascii.ts';
import { isUnspaced } from './unspaced-scripts.ts';

/** Signs that are no punctuation: they count wherever they touch a word. */
const IS_SIGN = 1;
/** Punctuation: it counts before a word, where no sentence has it, and between digits. */
const IS_POINT = 2;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[#$%&*+/<=>@[\\\]^{|}~]/.test(character)) return IS_SIGN;
  return /[!(),\-.:;?_]/.test(character) ? IS_POINT : 0;
});
/** Signs of money and mathematics. */
const OTHER_SIGN = /^[\p{Sc}\p{Sm}]$/u;
/** Taken for the ASCII sign in names such as C♯. */
const SHARP = 0x266f;
const WORD = /^[\p{L}\p{N}]$/u;
const SPACE = 32;
const BACKSLASH = 92;
const OPENING = 40;
const CLOSING = 41;
/** Limit on consecutive punctuation. */
const MAX_POINTS = 8;

/**
 * The sign at an index of a text as phrases with signs are matched, such as `C++`, `C#`, `.NET` and `@name`; a space for what only
 * separates words: spaces, quotes, and punctuation where sentences have it; 0 for the backslash that Markdown writes before signs.
 * `isWhole` tells that nothing follows the text.
 */
export function signAt(text: string, index: number, isWhole: boolean): number {
  const code = text.charCodeAt(index);
  if (code === BACKSLASH && kindOf(text.charCodeAt(index + 1)) !== 0) return 0;
  const sign = plainSign(code);
  const kind = kindOf(sign);
  return kind === IS_SIGN || sign === CLOSING || (kind === IS_POINT && counts(text, index, isWhole)) ? sign : SPACE;
}

/** Whether a folded code is a sign, not part of a word. */
export function isSign(code: number): boolean {
  return kindOf(code) !== 0;
}

/** Whether a phrase, folded with its signs, has one that belongs to it. */
export function hasOwnSigns(codes: Uint16Array): boolean {
  const hasLetter = codes.some((code) => isAsciiLetter(code) || (code >= 0x80 && !isSign(code)));
  return codes.some((code, index) => {
    const kind = kindOf(code);
    const [before, after] = [codes[index - 1] ?? SPACE, codes[index + 1] ?? SPACE];
    if (kind === IS_SIGN) return before !== SPACE || after !== SPACE;
    if (kind !== IS_POINT) return false;
    if (isDigit(before)) return !hasLetter;
    // Sentences have brackets too, but do not begin with them.
    return code === OPENING ? codes.subarray(0, index).every((earlier) => earlier === SPACE) : code !== CLOSING;
  });
}

function kindOf(code: number): number {
  return code < 0x80 ? (KINDS[code] ?? 0) : OTHER_SIGN.test(String.fromCharCode(code)) ? IS_SIGN : 0;
}

/** The ASCII sign that a wide, raised or similar one stands for; any other as it is. */
function plainSign(code: number): number {
  if (code < 0x80) return code;
  if (code === SHARP) return 35;
  const plain = String.fromCharCode(code).normalize('NFKC');
  return plain.length === 1 ? plain.charCodeAt(0) : SPACE;
}

/** Whether punctuation stands before a word, as in `.NET` and `--force`, or between digits; or may do so, as the text goes on. */
function counts(text: string, index: number, isWhole: boolean): boolean {
  if (isWordBefore(text, index)) return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index + 1));
  let next = index + 1;
  while (next - index < MAX_POINTS && kindOf(plainSign(text.charCodeAt(next))) === IS_POINT) next += 1;
  if (next >= text.length) return !isWhole;
  return kindOf(plainSign(text.charCodeAt(next))) === IS_SIGN || isWordAt(text, next);
}

function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return isAlphanumeric(code);
  return WORD.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

/** Whether a word of a script with spaces ends before an index. */
function isWordBefore(text: string, index: number): boolean {
  if (index === 0) return false;
  const code = text.charCodeAt(index - 1);
  if (code >= 0xdc00 && code <= 0xdfff) return isWordAt(text, index - 2);
  return isWordAt(text, index - 1) && !isUnspaced(code);
}
