import { CLASSES, LETTER, SPACE } from './character-classes.ts';
import { codedStretches, type Stretch } from './coded-stretches.ts';
import { commonWords } from './common-words.ts';

/** A piece of a text that was written in code, and what it says. `start` and `end` are its place in the text. */
export interface DecodedPiece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Most characters of one text that are decoded; an encoding of an encoding is decoded once more. */
const MAX_DECODED = 65_536;
const MAX_PIECES = 64;

/** What stands in code in a text: base64, hexadecimal, percent and character escapes, binary digits; only where it decodes to language. */
export function decodedPieces(text: string): DecodedPiece[] {
  const pieces: DecodedPiece[] = [];
  let budget = MAX_DECODED;
  const take = (stretches: Iterable<Stretch>, decode: (match: string) => string | undefined): void => {
    for (const { start, end } of stretches) {
      if (budget <= 0 || pieces.length >= MAX_PIECES) return;
      budget -= end - start;
      const once = decode(text.slice(start, end));
      const decoded = once === undefined || isLanguage(once) ? once : fromBase64(once);
      if (decoded !== undefined && isLanguage(decoded)) pieces.push({ start, end, text: decoded });
    }
  };
  if (text.length < 20) return pieces;
  const { base64, hex, escaped, binary } = codedStretches(text);
  take(base64, fromBase64);
  take(hex, fromHex);
  take(escaped, fromEscapes);
  take(binary, fromBinary);
  return pieces;
}

function fromBase64(coded: string): string | undefined {
  // A word, a path or a digest of hexadecimal digits is no base64.
  if (!/[A-Z]/.test(coded) || !/[a-z]/.test(coded)) return undefined;
  const plain = coded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const usable = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  try {
    const characters = atob(usable);
    const bytes = new Uint8Array(characters.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
    return utf8(bytes);
  } catch {
    return undefined;
  }
}

function fromHex(coded: string): string | undefined {
  const digits = coded.replace(/^0x/, '').replaceAll(/[ :,]/g, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = hexDigit(digits.charCodeAt(index * 2)) * 16 + hexDigit(digits.charCodeAt(index * 2 + 1));
  }
  return utf8(bytes);
}

function hexDigit(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

function fromEscapes(coded: string): string | undefined {
  const characters = coded
    .replaceAll(/\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g, (_, long: string | undefined, short: string | undefined) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? '20', 16)),
    )
    .replaceAll(/&#x([0-9a-fA-F]{2,6});/g, (_, digits: string) => codePoint(Number.parseInt(digits, 16)))
    .replaceAll(/&#(\d{2,6});/g, (_, digits: string) => codePoint(Number(digits)));
  if (!characters.includes('%')) return characters;
  try {
    return decodeURIComponent(characters.replaceAll(/%(?![0-9a-fA-F]{2})/g, '%25')).replaceAll('+', ' ');
  } catch {
    return undefined;
  }
}

function fromBinary(coded: string): string | undefined {
  const bits = coded.replaceAll(/\s/g, '');
  return utf8(Uint8Array.from({ length: bits.length >> 3 }, (_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2)));
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Longer runs without a space are no words. */
const MAX_RUN = 60;
const ASTRAL_LETTER = /^\p{L}$/u;

/** Letters and spaces for the most part, and words of a usual length. */
function isLanguage(text: string): boolean {
  if (text.length < 8) return false;
  let [spoken, characters, run, letters, hasWord] = [0, 0, 0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    const kind = code > 0xffff ? (ASTRAL_LETTER.test(String.fromCodePoint(code)) ? LETTER : 0) : (CLASSES[code] ?? 0);
    characters += 1;
    if ((kind & SPACE) !== 0) run = 0;
    else run += code > 0xffff ? 2 : 1;
    if (run >= MAX_RUN) return false;
    if ((kind & (LETTER | SPACE)) !== 0) spoken += 1;
    letters = (kind & LETTER) === 0 ? 0 : letters + 1;
    if (letters === 2) hasWord = true;
    if (code > 0xffff) index += 1;
  }
  return hasWord && spoken >= 0.75 * characters;
}

const LEAST_COMMON = 3;

/** The text read as other than it stands. */
export interface TurnedViews {
  /** With every letter 13 places on, where that is English and the text as it stands is not. */
  readonly rotated: string | undefined;
  /** From its end, where that is English and the text as it stands is not. */
  readonly reversed: string | undefined;
}

/** How a text reads with its letters turned. */
export function turnedViews(text: string): TurnedViews {
  const sample = text.slice(0, 4000);
  const { plain, turned, backward } = commonWords(sample.toLowerCase());
  const isRotated = (turned >= LEAST_COMMON && turned > plain) || (turned === 2 && plain === 0 && sample.length < 120);
  const isReversed = backward >= LEAST_COMMON && backward > plain;
  return {
    rotated: isRotated ? rot13(text.slice(0, MAX_DECODED)) : undefined,
    reversed: isReversed ? Array.from(sample).toReversed().join('') : undefined,
  };
}

function rot13(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const LEET_WORD = /[\p{L}\d@$|]{1,32}/gu;
const LEET_LENGTH = 32;
/** Digits that stand for no letter. */
const OTHER_DIGIT = /[2689]/;
/** So many words with digits or signs for letters, and at least a quarter of all, make a text leetspeak. */
const LEAST_LEET = 3;
const LEET_SHARE = 0.25;

/** The text with digits and signs read as the letters they look like, where several words are written so. The length stays the same. */
export function unleeted(text: string): string | undefined {
  if (!/[a-zA-Z][013457@$]+[a-zA-Z]/.test(text) || !isLeetspeak(text)) return undefined;
  // Where many words are written so, `73x7` and `7h15` are words too, and a number in a view does no harm.
  return text.replaceAll(LEET_WORD, (word) =>
    OTHER_DIGIT.test(word) ? word : word.replaceAll(/[013457@$|]/g, (sign) => LEET[sign] ?? sign),
  );
}

/** Whether enough of a text's words are written so; words of more than 32 characters count as several. */
function isLeetspeak(text: string): boolean {
  const { length } = text;
  let changed = 0;
  let words = 0;
  let start = -1;
  let hasSign = false;
  for (let index = 0; index <= length; index += 1) {
    const code = index < length ? text.charCodeAt(index) : 32;
    // A letter of two units is rare enough to be counted by the pattern.
    if (isAstralLetter(text, index, code)) return isLeetspeakByPattern(text);
    const isSign = code < 128 && (code === 36 || code === 64 || code === 124 || (code >= 48 && code <= 57));
    const isWord = isSign || ((CLASSES[code] ?? 0) & LETTER) !== 0;
    if (isWord) {
      if (start < 0) {
        start = index;
        hasSign = false;
      }
      if (isSign) hasSign = true;
      if (index - start + 1 < LEET_LENGTH) continue;
    } else if (start < 0) continue;
    words += 1;
    if (hasSign && isLeet(text.slice(start, isWord ? index + 1 : index))) changed += 1;
    start = -1;
  }
  return changed >= LEAST_LEET && changed >= LEET_SHARE * words;
}

function isLeetspeakByPattern(text: string): boolean {
  const words = Array.from(text.matchAll(LEET_WORD), ([word]) => word);
  const changed = words.filter(isLeet).length;
  return changed >= LEAST_LEET && changed >= LEET_SHARE * words.length;
}

/** Letters with digits or signs among them; a number with a unit is none. */
function isLeet(word: string): boolean {
  if (!/[013457@$]/.test(word) || /\d{4}/.test(word)) return false;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && letters * 3 >= word.length;
}

/** Words whose letters stand apart, `i g n o r e`, written together; undefined when there are none. */
export function gathered(text: string): string | undefined {
  if (!hasSpreadSigns(text) || !/(?<![\p{L}\d])\p{L}(?:[ .*_-]\p{L}){4}(?![\p{L}\d])/u.test(text)) return undefined;
  return text
    .replaceAll(/ {2,16}/g, WORD_GAP)
    .replaceAll(/(?<![\p{L}\d])\p{L}(?:[ .*_-]\p{L}){1,4096}(?![\p{L}\d])/gu, (letters) => letters.replaceAll(/[ .*_-]/g, ''))
    .replaceAll(WORD_GAP, ' ');
}

/** Whether a letter that takes two units begins at an index. */
function isAstralLetter(text: string, index: number, code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff && ASTRAL_LETTER.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

/** Whether four of the signs that spread letters stand two places from each other: without them no letters are spread. */
function hasSpreadSigns(text: string): boolean {
  const { length } = text;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    // A letter of two units moves the signs.
    if (isAstralLetter(text, index, code)) return true;
    const isSign = code === 32 || code === 45 || code === 46 || code === 42 || code === 95;
    if ((index & 1) === 0) even = isSign ? even + 1 : 0;
    else odd = isSign ? odd + 1 : 0;
    if (even === 4 || odd === 4) return true;
  }
  return false;
}

/** Stands for the wide gap between two words of spread letters; no text needs it. */
const WORD_GAP = '\u0001';
