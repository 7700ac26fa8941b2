import { countIn, longRun, type Run, type RunOf } from './character-runs.ts';
import { utf8 } from './utf8.ts';

const FIRST_OF_85 = 33;
const BASE = 85;
const GROUP = 5;
/** Text has none below, which soon ends what is read of other data. */
const LEAST_BYTE = 9;
const BYTES = 4;
/** Stands for four zero bytes (PostScript Language Reference, section 3.13.3). */
const ZEROS = /z/g;
/** The characters of base85 by value (RFC 1924, section 4.2), as Git and Python write it. */
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Text in ascii85 (Adobe), with or without its brackets; undefined if it is none. */
export function fromAscii85(coded: string): string | undefined {
  const bare = coded.replace(/^<~/, '').replace(/~>$/, '').replaceAll(/\s/g, '').replaceAll(ZEROS, '!!!!!');
  return fromGroups(bare, IN_ASCII85);
}

/** Text in base85; undefined if it is none. */
export function fromBase85(coded: string): string | undefined {
  return fromGroups(coded.replaceAll(/\s/g, ''), IN_BASE85);
}

/** Five digits stand for four bytes; a last group of fewer digits for one byte less than it has digits. */
function fromGroups(coded: string, values: Int8Array): string | undefined {
  const digits = Array.from(coded, (sign) => values[sign.charCodeAt(0)] ?? -1);
  if (digits.length === 0 || digits.includes(-1)) return undefined;
  const bytes: number[] = [];
  for (let from = 0; from < digits.length; from += GROUP) {
    const group = digits.slice(from, from + GROUP);
    if (group.length === 1) return undefined;
    const whole = [...group, ...Array.from({ length: GROUP - group.length }, () => BASE - 1)];
    const value = whole.reduce((sum, digit) => sum * BASE + digit, 0);
    if (value > 0xffffffff) return undefined;
    for (let place = 0; place < group.length - 1; place += 1) {
      const byte = Math.floor(value / 256 ** (BYTES - 1 - place)) % 256;
      if (byte < LEAST_BYTE) return undefined;
      bytes.push(byte);
    }
  }
  return utf8(Uint8Array.from(bytes));
}

const SIX_BITS = 63;
const BLANK = 32;
/** Fewer bytes in one line say nothing. */
const LEAST_BYTES = 9;

/** Text in lines of uuencode (POSIX.1-2017, uuencode), whose first sign is the number of bytes in them; undefined if it is none. */
export function fromUuencoded(coded: string): string | undefined {
  const bytes: number[] = [];
  for (const line of coded.split(/\r?\n/)) {
    const size = (line.charCodeAt(0) - BLANK) & SIX_BITS;
    if (size === 0 || line.length - 1 !== Math.ceil(size / 3) * 4) return undefined;
    const own: number[] = [];
    for (let at = 1; at < line.length; at += 4) {
      const [first = 0, second = 0, third = 0, fourth = 0] = Array.from(
        { length: 4 },
        (_, index) => (line.charCodeAt(at + index) - BLANK) & SIX_BITS,
      );
      own.push((first << 2) | (second >> 4), ((second & 15) << 4) | (third >> 2), ((third & 3) << 6) | fourth);
    }
    bytes.push(...own.slice(0, size));
  }
  return bytes.length < LEAST_BYTES ? undefined : utf8(Uint8Array.from(bytes));
}

/** Text in one of these; undefined if it is in none. Quotes around it are no part of it. */
export function fromPrintable(coded: string): string | undefined {
  const bare = coded.replace(/^["'`]/, '').replace(/["'`]$/, '');
  const lines = coded.replace(/(?:\n`)?(?:\nend)?$/, '');
  return (
    fromUuencoded(lines) ??
    fromAscii85(coded) ??
    fromBase85(coded) ??
    (bare === coded ? undefined : (fromAscii85(bare) ?? fromBase85(bare)))
  );
}

const IS_PRINTABLE = 1;
const IS_SIGN = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (/[!-~]/.test(character) ? IS_PRINTABLE : 0) | (/[!"#$'()*;<>?@[\\\]^`{|}~,]/.test(character) ? IS_SIGN : 0);
});
const PRINTABLE_RUN: RunOf = { kinds: KINDS, bit: IS_PRINTABLE };
/** Shorter codes say too little; URLs and programs have fewer signs in a row without a blank. */
const LEAST_CODED = 25;
const MOST_CODED = 65_536;
const CHARACTERS_PER_SIGN = 12;
const [LINE_BREAK, RETURN] = [10, 13];

/** Rows of printable characters, also over several lines, that may be in one of these codes. Linear in the length of the text. */
export function printableStretches(text: string): readonly Run[] {
  let run = longRun(text, PRINTABLE_RUN, LEAST_CODED, 0);
  if (run === undefined) return NONE;
  const found: Run[] = [];
  for (; run !== undefined; run = longRun(text, PRINTABLE_RUN, LEAST_CODED, run.end)) {
    if (countIn(text, run, KINDS, IS_SIGN) * CHARACTERS_PER_SIGN >= run.end - run.start && mayBeCoded(text, run)) {
      const whole = { start: run.start, end: Math.min(linesEnd(text, run), run.start + MOST_CODED) };
      found.push(whole);
      run = whole;
    }
  }
  return found.length === 0 ? NONE : found;
}

const NONE: readonly Run[] = [];

/** Values of the characters by their code: in ascii85 and in base85; -1 for others. */
const IN_ASCII85 = Int8Array.from({ length: 128 }, (_, code) =>
  code >= FIRST_OF_85 && code < FIRST_OF_85 + BASE ? code - FIRST_OF_85 : -1,
);
const IN_BASE85 = Int8Array.from({ length: 128 }, (_, code) => BASE85.indexOf(String.fromCharCode(code)));
/** Groups that are looked at, and how far from the start of a run they may begin, behind quotes or brackets. */
const FIRST_GROUPS = 4;
const MOST_BEFORE = 3;

/** Quick filter: whether a run may begin a line of uuencode, or text in one of the other codes. */
function mayBeCoded(text: string, { start, end }: Run): boolean {
  if (end - start - 1 === Math.ceil(((text.charCodeAt(start) - BLANK) & SIX_BITS) / 3) * 4) return true;
  for (let from = start; from < start + MOST_BEFORE; from += 1)
    if (beginsText(text, from, IN_ASCII85) || beginsText(text, from, IN_BASE85)) return true;
  return false;
}

/** Whether the first groups of five digits stand for bytes that text has. */
function beginsText(text: string, from: number, values: Int8Array): boolean {
  for (let at = from; at < from + FIRST_GROUPS * GROUP; at += GROUP) {
    let value = 0;
    for (let place = at; place < at + GROUP; place += 1) {
      const digit = values[text.charCodeAt(place)] ?? -1;
      if (digit < 0) return text.charCodeAt(place) === ZERO_GROUP;
      value = value * BASE + digit;
    }
    if (value > 0xffffffff) return false;
    for (let place = 0; place < BYTES; place += 1) if (IN_TEXT[(value / 256 ** place) & 255] === 0) return false;
  }
  return true;
}

/** The character `z`, which is no digit of ascii85. */
const ZERO_GROUP = 122;
/** Bytes that text in UTF-8 has: no control characters, and none that begin no character (RFC 3629). */
const IN_TEXT = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= LEAST_BYTE && byte <= 13) || (byte >= BLANK && byte !== 127 && byte < 0xf5 && byte !== 0xc0 && byte !== 0xc1) ? 1 : 0,
);

/** End of the lines behind a run that are no longer than it and have no blank. */
function linesEnd(text: string, { start, end }: Run): number {
  const width = end - start;
  for (let last = end; ;) {
    const from = last + (text.charCodeAt(last) === RETURN ? 1 : 0) + 1;
    if (text.charCodeAt(from - 1) !== LINE_BREAK) return last;
    let to = from;
    while (to - from <= width && ((KINDS[text.charCodeAt(to)] ?? 0) & IS_PRINTABLE) !== 0) to += 1;
    const isWhole =
      to > from && to - from <= width && (to === text.length || text.charCodeAt(to) === LINE_BREAK || text.charCodeAt(to) === RETURN);
    if (!isWhole) return last;
    last = to;
  }
}
