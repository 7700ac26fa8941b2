import { countIn, longRun, type Run, type RunOf } from './character-runs.ts';
import { base64Words, invisibleBits, matches, NO_ENCODED_SPANS, numberedCharacters } from './code-rows.ts';
import { printableStretches } from './printable-codes.ts';

/** A span of a text, `end` exclusive. */
export type EncodedSpan = Run;

const LEAST_BASE64 = 20;
const MOST_BASE64 = 65_536;
const LEAST_HEX_DIGITS = 24;
/** Maximum number of characters between two escapes of one span, and of context before the first and after the last. */
const ESCAPE_GAP = 64;
const LEAST_ESCAPES = 4;
const MOST_ESCAPES = 4096;

const HEX = /(?:0x)?(?:[0-9a-fA-F]{2}[ :,]?){12,32768}|(?:0x[0-9a-fA-F]{2}[ ,]{0,2}){12,16384}/g;
/** Code points in the notation of Unicode, and bytes as mail writes them. */
const CODE_POINTS = /(?:U\+[0-9a-fA-F]{4,6}[ ,]{0,2}){8,8192}/gi;
const QUOTED_PRINTABLE = /(?:=[0-9A-F]{2}(?:=\r?\n)?){12,16384}/g;
const BINARY = /(?:[01]{8}\s?){6,4096}/g;
/** Bytes as variation selectors, which are invisible: the first sixteen of them, and those of the supplement. */
const SELECTORS = /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){8,8192}/g;
const SELECTOR_LEAD = '\udb40';
/** Characters that a run of escapes does not extend across: whitespace, and those that begin an escape. */
const BREAKS = /[\s%\\&]/;

const PERCENT = 37;
const AMPERSAND = 38;
const BACKSLASH = 92;

const IS_BASE64 = 1;
/** A hexadecimal digit, or a separator between two pairs of them. */
const IS_HEX = 2;
const IS_HEX_DIGIT = 4;
const IS_BIT = 8;
const IS_BLANK = 16;
const IS_DECIMAL = 32;
const IS_MORSE_SIGN = 64;
/** A sign of Morse code, or a separator of its letters and words. */
const IS_MORSE = 128;
const LEAST_MORSE_SIGNS = 20;
const LEAST_BITS = 48;
const LEAST_DECIMAL_DIGITS = 26;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isDigit = /[0-9a-fA-F]/.test(character);
  return (
    (/[A-Za-z0-9+/_-]/.test(character) ? IS_BASE64 : 0) |
    (isDigit || ' :,x'.includes(character) ? IS_HEX : 0) |
    (isDigit ? IS_HEX_DIGIT : 0) |
    (/[01]/.test(character) ? IS_BIT : 0) |
    (/\s/.test(character) ? IS_BLANK : 0) |
    (/[\d ,;]/.test(character) ? IS_DECIMAL : 0) |
    (/[.-]/.test(character) ? IS_MORSE_SIGN : 0) |
    (/[-./ \n]/.test(character) ? IS_MORSE : 0)
  );
});

/** Spans of a text that may be encoded. */
export interface EncodedSpans {
  readonly base64: readonly EncodedSpan[];
  readonly hex: Iterable<EncodedSpan>;
  readonly escaped: Iterable<EncodedSpan>;
  readonly binary: Iterable<EncodedSpan>;
  readonly decimal: Iterable<EncodedSpan>;
  readonly selectors: Iterable<EncodedSpan>;
  readonly morse: Iterable<EncodedSpan>;
  readonly codePoints: Iterable<EncodedSpan>;
  readonly quotedPrintable: Iterable<EncodedSpan>;
  readonly printable: Iterable<EncodedSpan>;
  readonly invisible: Iterable<EncodedSpan>;
  readonly numbered: Iterable<EncodedSpan>;
  readonly words: Iterable<EncodedSpan>;
}

const BASE64_RUN: RunOf = { kinds: KINDS, bit: IS_BASE64 };
const HEX_RUN: RunOf = { kinds: KINDS, bit: IS_HEX };
const MORSE_RUN: RunOf = { kinds: KINDS, bit: IS_MORSE };
const DECIMAL_RUN: RunOf = { kinds: KINDS, bit: IS_DECIMAL };
/** Non-ASCII characters may be spaces. */
const BIT_RUN: RunOf = { kinds: KINDS, bit: IS_BIT | IS_BLANK, takesOthers: true };

/**
 * Finds spans of the form of base64, hexadecimal, escaped, binary or decimal encoding, of bytes as variation selectors, or of Morse code. `longestRun` comes from the text's profile, if
 * there is one. Linear in the length of the text.
 */
export function encodedSpans(text: string, longestRun = Infinity): EncodedSpans {
  return {
    base64: longestRun < LEAST_BASE64 ? NO_ENCODED_SPANS : base64Stretches(text),
    hex: hasMany(text, HEX_RUN, IS_HEX_DIGIT, LEAST_HEX_DIGITS) ? matches(text, HEX) : NO_ENCODED_SPANS,
    escaped: text.includes('%') || text.includes('\\') || text.includes('&#') ? escapedStretches(text) : NO_ENCODED_SPANS,
    binary: text.includes('01') && hasMany(text, BIT_RUN, IS_BIT, LEAST_BITS) ? matches(text, BINARY) : NO_ENCODED_SPANS,
    decimal: hasMany(text, DECIMAL_RUN, IS_HEX_DIGIT, LEAST_DECIMAL_DIGITS) ? tokenStretches(text, DECIMAL) : NO_ENCODED_SPANS,
    selectors: text.includes(SELECTOR_LEAD) ? matches(text, SELECTORS) : NO_ENCODED_SPANS,
    morse: morseStretches(text),
    codePoints: text.includes('U+') || text.includes('u+') ? matches(text, CODE_POINTS) : NO_ENCODED_SPANS,
    printable: printableSpans(text),
    invisible: invisibleBits(text),
    numbered: numberedCharacters(text),
    words: base64Words(text),
    quotedPrintable: longestRun >= LEAST_BASE64 && text.includes('=2') ? matches(text, QUOTED_PRINTABLE) : NO_ENCODED_SPANS,
  };
}

function printableSpans(text: string): readonly EncodedSpan[] {
  const found = printableStretches(text);
  return found.length === 0 ? NO_ENCODED_SPANS : found;
}

function base64Stretches(text: string): readonly EncodedSpan[] {
  let run = longRun(text, BASE64_RUN, LEAST_BASE64, 0);
  if (run === undefined) return NO_ENCODED_SPANS;
  const found: EncodedSpan[] = [];
  while (run !== undefined) {
    const end = linesEnd(text, run);
    addBase64(text, run.start, end, found);
    run = longRun(text, BASE64_RUN, LEAST_BASE64, end);
  }
  return found;
}

/** End of the lines of equal length that a run begins, as programs break base64 (RFC 2045, section 6.8); its own end if it is no such line. */
function linesEnd(text: string, { start, end }: Run): number {
  const width = end - start;
  if (width % 4 !== 0) return end;
  let last = end;
  for (let size = width; size === width;) {
    const from = last + (text.charCodeAt(last) === RETURN ? 1 : 0) + 1;
    if (text.charCodeAt(from - 1) !== LINE_BREAK) break;
    let to = from;
    while (to - from <= width && ((KINDS[text.charCodeAt(to)] ?? 0) & IS_BASE64) !== 0) to += 1;
    size = to - from;
    if (size > 0 && size <= width) last = to;
  }
  return last;
}

/** Whether some run contains at least `least` characters of a kind. */
function hasMany(text: string, runOf: RunOf, kind: number, least: number): boolean {
  for (let run = longRun(text, runOf, least, 0); run !== undefined; run = longRun(text, runOf, least, run.end)) {
    if (countIn(text, run, KINDS, kind) >= least) return true;
  }
  return false;
}

function addBase64(text: string, from: number, to: number, found: EncodedSpan[]): void {
  for (let start = from; to - start >= LEAST_BASE64;) {
    let end = Math.min(to, start + MOST_BASE64);
    const isEnd = end === to;
    if (isEnd) for (let padding = 0; padding < 2 && text.charCodeAt(end) === 61; padding += 1) end += 1;
    found.push({ start, end });
    if (isEnd) return;
    start = end;
  }
}

/** Tokens of one kind of characters, parted by those of another. */
interface Tokens {
  readonly isToken: (code: number) => boolean;
  readonly isSeparator: (code: number) => boolean;
  /** Lengths of a token, and the greatest of what parts two, in characters. */
  readonly shortest: number;
  readonly longest: number;
  readonly widest: number;
}

const LEAST_TOKENS = 12;
const MOST_OF_TOKENS = 32_768;
const [BLANK, COMMA, SEMICOLON, RETURN, LINE_BREAK, HYPHEN, POINT, SLASH, ZERO, NINE] = [32, 44, 59, 13, 10, 45, 46, 47, 48, 57];

/** Codes of characters in decimal. */
const DECIMAL: Tokens = {
  isToken: (code) => code >= ZERO && code <= NINE,
  isSeparator: (code) => code === BLANK || code === COMMA || code === SEMICOLON,
  shortest: 2,
  longest: 3,
  widest: 2,
};
/** Letters in Morse code; words are parted by slashes, line breaks or more blanks. */
const MORSE: Tokens = {
  isToken: (code) => code === POINT || code === HYPHEN,
  isSeparator: (code) => code === BLANK || code === SLASH || code === LINE_BREAK,
  shortest: 1,
  longest: 6,
  widest: 8,
};

/** Morse code, also in the dots and dashes of typesetting. */
function morseStretches(text: string): Iterable<EncodedSpan> {
  const plain = text.includes('·') || text.includes('•') ? withPlainSigns(text) : text;
  return hasMorse(plain) ? tokenStretches(plain, MORSE) : NO_ENCODED_SPANS;
}

/** A text with the signs that Morse code is typed with, at the same places. */
export function withPlainSigns(text: string): string {
  return text.replaceAll(/[·•]/g, '.').replaceAll(/[‐-―−]/g, '-');
}

function hasMorse(text: string): boolean {
  return text.includes('.-') && text.includes('-.') && hasMany(text, MORSE_RUN, IS_MORSE_SIGN, LEAST_MORSE_SIGNS);
}

/** Rows of at least twelve tokens. */
function* tokenStretches(text: string, { isToken, isSeparator, shortest, longest, widest }: Tokens): Generator<EncodedSpan> {
  const { length } = text;
  const behind = (from: number, is: (code: number) => boolean): number => {
    let index = from;
    while (index < length && is(text.charCodeAt(index))) index += 1;
    return index;
  };
  for (let index = 0; index < length;) {
    if (!isToken(text.charCodeAt(index))) {
      index += 1;
      continue;
    }
    const start = index;
    let [count, end] = [0, index];
    for (;;) {
      const tokenEnd = behind(index, isToken);
      const isOne = tokenEnd - index >= shortest && tokenEnd - index <= longest;
      index = tokenEnd;
      if (!isOne) break;
      count += 1;
      end = tokenEnd;
      index = behind(tokenEnd, isSeparator);
      if (end - start >= MOST_OF_TOKENS) break;
      if (index === tokenEnd || index - tokenEnd > widest || index === length || !isToken(text.charCodeAt(index))) break;
    }
    if (count >= LEAST_TOKENS) yield { start, end };
  }
}

/**
 * Runs of at least four escapes, with the characters right around and between them. Escapes of ASCII letters, which need none, also
 * form a run across words: whoever writes them hides the words they are in.
 */
function* escapedStretches(text: string): Generator<EncodedSpan> {
  let [first, before, last, count] = [0, 0, 0, 0];
  /** End of the previous span; no span extends back beyond it. */
  let done = 0;
  for (let at = nextEscape(text, 0); ; at = nextEscape(text, last)) {
    const isNear =
      at.index >= 0 &&
      count > 0 &&
      at.index - last <= ESCAPE_GAP &&
      (!hasBreak(text, last, at.index) || (isEscapedLetter(text, before) && isEscapedLetter(text, at.index)));
    if (!isNear || count === MOST_ESCAPES) {
      if (count >= LEAST_ESCAPES) {
        const stretch = { start: plainBefore(text, first, done), end: plainBehind(text, last) };
        done = stretch.end;
        yield stretch;
      }
      if (at.index < 0) return;
      [first, count] = [at.index, 0];
    }
    before = at.index;
    last = at.end;
    count += 1;
  }
}

/** An escape of an ASCII letter, by its code in hexadecimal, octal or decimal digits. */
const ESCAPED_LETTER =
  /(?:%(?:u00)?|\\x|\\u00|\\u\{0{0,4}|&#x0{0,4})(?:[46][1-9a-f]|[57][\da])|\\1(?:[04][1-7]|[1256][0-7]|[37][0-2])|&#0{0,4}(?:6[5-9]|[78]\d|9[0789]|1[01]\d|12[0-2]);/iy;

function isEscapedLetter(text: string, start: number): boolean {
  ESCAPED_LETTER.lastIndex = start;
  return ESCAPED_LETTER.test(text);
}

function nextEscape(text: string, from: number): { readonly index: number; readonly end: number } {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== PERCENT && code !== BACKSLASH && code !== AMPERSAND) continue;
    const end = escapeEnd(text, index, code);
    if (end > 0) return { index, end };
  }
  return { index: -1, end: text.length };
}

/** End of the escape that begins at an index (`%41`, `%u0041`, `\u0041`, `\u{41}`, `\x41`, `\101`, `&#65;` or `&#x41;`); 0 if there is none. */
function escapeEnd(text: string, index: number, code: number): number {
  const kind = text.charAt(index + 1);
  if (code === PERCENT) {
    if (kind === 'u') return digitsFrom(text, index + 2, 4) === 4 ? index + 6 : 0;
    return digitsFrom(text, index + 1, 2) === 2 ? index + 3 : 0;
  }
  if (code === BACKSLASH) {
    if (kind >= '0' && kind <= '3') return isOctal(text, index + 2) && isOctal(text, index + 3) ? index + 4 : 0;
    if (kind === 'u' && text.charAt(index + 2) === '{') {
      const count = digitsFrom(text, index + 3, 6);
      return count > 0 && text.charAt(index + 3 + count) === '}' ? index + 4 + count : 0;
    }
    const wanted = kind === 'u' ? 4 : kind === 'x' ? 2 : 0;
    return wanted > 0 && digitsFrom(text, index + 2, wanted) === wanted ? index + 2 + wanted : 0;
  }
  if (kind !== '#') return 0;
  const from = /x/i.test(text.charAt(index + 2)) ? index + 3 : index + 2;
  const count = digitsFrom(text, from, 7);
  return count >= 1 && count <= 6 && text.charAt(from + count) === ';' ? from + count + 1 : 0;
}

const SEVEN = 55;

function isOctal(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= SEVEN;
}

/** Number of consecutive hexadecimal digits from an index, at most `most`. */
function digitsFrom(text: string, from: number, most: number): number {
  let count = 0;
  while (count < most && ((KINDS[text.charCodeAt(from + count)] ?? 0) & IS_HEX_DIGIT) !== 0) count += 1;
  return count;
}

function hasBreak(text: string, from: number, to: number): boolean {
  return from < to && BREAKS.test(text.slice(from, to));
}

function plainBefore(text: string, from: number, least: number): number {
  let start = from;
  while (start > least && from - start < ESCAPE_GAP && !BREAKS.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function plainBehind(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < ESCAPE_GAP && !BREAKS.test(text.charAt(end))) end += 1;
  return end;
}
