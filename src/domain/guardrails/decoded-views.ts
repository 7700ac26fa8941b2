/** A piece of a text that was written in code, and what it says. `start` and `end` are its place in the text. */
export interface DecodedPiece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Most characters of one text that are decoded; an encoding of an encoding is decoded once more. */
const MAX_DECODED = 65_536;
const MAX_PIECES = 64;

const BASE64 = /[A-Za-z0-9+/_-]{20,65536}={0,2}/g;
const HEX = /(?:0x)?(?:[0-9a-fA-F]{2}[ :,]?){12,32768}/g;
const ESCAPED = /(?:[^\s%\\&]{0,64}(?:%[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,6};)){4,4096}[^\s%\\&]{0,64}/g;
const BINARY = /(?:[01]{8}\s?){6,4096}/g;

/** What stands in code in a text: base64, hexadecimal, percent and character escapes, binary digits; only where it decodes to language. */
export function decodedPieces(text: string): DecodedPiece[] {
  const pieces: DecodedPiece[] = [];
  let budget = MAX_DECODED;
  const take = (pattern: RegExp, decode: (match: string) => string | undefined): void => {
    for (const match of text.matchAll(pattern)) {
      if (budget <= 0 || pieces.length >= MAX_PIECES) return;
      const [coded] = match;
      budget -= coded.length;
      const once = decode(coded);
      const decoded = once === undefined || isLanguage(once) ? once : fromBase64(once);
      if (decoded !== undefined && isLanguage(decoded)) pieces.push({ start: match.index, end: match.index + coded.length, text: decoded });
    }
  };
  if (text.length < 20) return pieces;
  take(BASE64, fromBase64);
  take(HEX, fromHex);
  if (text.includes('%') || text.includes('\\') || text.includes('&#')) take(ESCAPED, fromEscapes);
  if (text.includes('01')) take(BINARY, fromBinary);
  return pieces;
}

function fromBase64(coded: string): string | undefined {
  // A word, a path or a digest of hexadecimal digits is no base64.
  if (!/[A-Z]/.test(coded) || !/[a-z]/.test(coded)) return undefined;
  const plain = coded.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const usable = plain.length % 4 === 1 ? plain.slice(0, -1) : plain;
  try {
    return utf8(Uint8Array.from(atob(usable), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function fromHex(coded: string): string | undefined {
  const digits = coded.replace(/^0x/, '').replaceAll(/[ :,]/g, '');
  return utf8(Uint8Array.from({ length: digits.length >> 1 }, (_, index) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)));
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

const SPOKEN = /[\p{L}\s]/gu;

/** Letters and spaces for the most part, and words of a usual length. */
function isLanguage(text: string): boolean {
  if (text.length < 8) return false;
  const spoken = text.match(SPOKEN)?.length ?? 0;
  return spoken >= 0.75 * Array.from(text).length && /\p{L}{2}/u.test(text) && !/[^\s]{60}/.test(text);
}

/** Words that nearly every English text of a few lines holds, as rot13 writes them. */
const COMMON = new Set(
  'the and you your all are for not with this that have from what how can tell show ignore previous instructions system prompt please any now will must without rules about write give me my is of to in it on as be do reveal print say everything above'.split(
    ' ',
  ),
);
const LEAST_COMMON = 3;

/** The text with every letter 13 places on, where that is English and the text as it stands is not. */
export function rotated(text: string): string | undefined {
  const sample = text.slice(0, 4000);
  const asIs = commonWords(sample);
  const turned = commonWords(rot13(sample));
  const isCode = (turned >= LEAST_COMMON && turned > asIs) || (turned === 2 && asIs === 0 && sample.length < 120);
  return isCode ? rot13(text.slice(0, MAX_DECODED)) : undefined;
}

function rot13(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

function commonWords(text: string): number {
  const seen = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{2,12}/g)) if (COMMON.has(word)) seen.add(word);
  return seen.size;
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
/** So many words with digits or signs for letters, and at least a quarter of all, make a text leetspeak. */
const LEAST_LEET = 3;
const LEET_SHARE = 0.25;

/** The text with digits and signs read as the letters they look like, where several words are written so. The length stays the same. */
export function unleeted(text: string): string | undefined {
  if (!/[a-zA-Z][013457@$]+[a-zA-Z]/.test(text)) return undefined;
  let changed = 0;
  let words = 0;
  for (const [word] of text.matchAll(LEET_WORD)) {
    words += 1;
    if (isLeet(word)) changed += 1;
  }
  if (changed < LEAST_LEET || changed < LEET_SHARE * words) return undefined;
  return text.replaceAll(LEET_WORD, (word) =>
    isLeet(word) || word.length <= 2 ? word.replaceAll(/[013457@$|]/g, (sign) => LEET[sign] ?? sign) : word,
  );
}

/** Letters with digits or signs among them; a number with a unit is none. */
function isLeet(word: string): boolean {
  if (!/[013457@$]/.test(word) || /\d{4}/.test(word)) return false;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && letters * 3 >= word.length;
}

/** Words whose letters stand apart, `i g n o r e`, written together; undefined when there are none. */
export function gathered(text: string): string | undefined {
  if (!/(?<![\p{L}\d])\p{L}(?:[ .*_-]\p{L}){4}(?![\p{L}\d])/u.test(text)) return undefined;
  return text
    .replaceAll(/ {2,16}/g, WORD_GAP)
    .replaceAll(/(?<![\p{L}\d])\p{L}(?:[ .*_-]\p{L}){1,4096}(?![\p{L}\d])/gu, (letters) => letters.replaceAll(/[ .*_-]/g, ''))
    .replaceAll(WORD_GAP, ' ');
}

/** Stands for the wide gap between two words of spread letters; no text needs it. */
const WORD_GAP = '\u0001';

/** The text read from its end, where that is English and the text as it stands is not. */
export function reversed(text: string): string | undefined {
  const sample = text.slice(0, 4000);
  const back = Array.from(sample).toReversed().join('');
  const turned = commonWords(back);
  return turned >= LEAST_COMMON && turned > commonWords(sample) ? back : undefined;
}
