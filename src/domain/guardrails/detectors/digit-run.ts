import { isDigit } from '../normalisation/ascii.ts';

/** Consecutive digits, ignoring invisible characters. `digits` is in ASCII, `end` exclusive. */
export interface DigitGroup {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Groups of digits joined by single separators. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly DigitGroup[];
}

/** Spaces and hyphens of any width, one of which may separate two digits of a number. */
const SEPARATORS = charactersOf(' \u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\uff0d');
/** Ranges of characters that show nothing or only a mark on the digit before: joiners, directions, variants, keycaps and tags. */
const UNSEEN_RANGES: readonly (readonly [number, number])[] = [
  [0x300, 0x36f],
  [0x61c, 0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  // Tags and further variants, as surrogates; no other first half is among these.
  [0xdb40, 0xdb40],
  [0xdc00, 0xdfff],
];
const UNSEEN: ReadonlySet<number> = new Set(
  UNSEEN_RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index)),
);
/** Maximum number of characters between two digits: a separator and some invisible characters. */
const MAX_GAP = 4;

function charactersOf(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (character) => character.charCodeAt(0)));
}

/** Value of an ASCII or full-width digit; -1 for anything else. */
function digitValue(code: number): number {
  if (isDigit(code)) return code - 48;
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1;
}

/** Prefilter by the low seven bits of a code: 1 if any digit has them. */
const MAYBE_DIGIT = Uint8Array.from({ length: 128 }, (_, low) => (digitValue(low) >= 0 || digitValue(0xff00 | low) >= 0 ? 1 : 0));

/**
 * The first stretch at or after `from` with at least `least` digits, spaced no farther apart than in a run; undefined if there is
 * none. Every run of that many digits is inside such a stretch.
 */
export function digitStretch(text: string, from: number, least: number): { readonly start: number; readonly end: number } | undefined {
  const { length } = text;
  let start = 0;
  let last = -1;
  let count = 0;
  for (let index = from; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (MAYBE_DIGIT[code & 0x7f] === 0 || digitValue(code) < 0) continue;
    if (last >= 0 && index - last > MAX_GAP + 1) {
      if (count >= least) return { start, end: last + 1 };
      last = -1;
    }
    if (last < 0) {
      start = index;
      count = 0;
    }
    count += 1;
    last = index;
  }
  return count >= least ? { start, end: last + 1 } : undefined;
}

/** Index of the first digit at or after `from`; the text's length if there is none. */
export function nextDigit(text: string, from: number): number {
  let index = from;
  while (index < text.length && digitValue(text.charCodeAt(index)) < 0) index += 1;
  return index;
}

/** The maximal run that begins with the digit at `from`. */
export function readDigitRun(text: string, from: number): DigitRun {
  let index = from;
  const groups: DigitGroup[] = [];
  let start = index;
  let digits = '';
  for (;;) {
    const plain = index;
    while (isDigit(text.charCodeAt(index))) index += 1;
    digits += text.slice(plain, index);
    if (index === plain) {
      digits += String(digitValue(text.charCodeAt(index)));
      index += 1;
    }
    const end = index;
    const gap = gapAfter(text, end);
    if (gap < 0) {
      groups.push({ start, end, digits });
      return { start: groups[0]?.start ?? start, end, groups };
    }
    index = gap >> 1;
    if ((gap & 1) === 1) {
      groups.push({ start, end, digits });
      [start, digits] = [index, ''];
    }
  }
}

/** End of a run, and its number of digits. */
export interface RunExtent {
  readonly end: number;
  readonly digits: number;
}

/** Measures the run that begins with the digit at `start`. The result goes to `into`, to allocate nothing per run. */
export function measureRun(text: string, start: number, into: { -readonly [Field in keyof RunExtent]: RunExtent[Field] }): RunExtent {
  let count = 0;
  let index = start;
  for (;;) {
    while (digitValue(text.charCodeAt(index)) >= 0) {
      index += 1;
      count += 1;
    }
    const gap = gapAfter(text, index);
    if (gap < 0) {
      into.end = index;
      into.digits = count;
      return into;
    }
    index = gap >> 1;
  }
}

/** The groups of `least` to `most` digits in the run that begins at `start`; others are skipped. */
export function groupsInRun(text: string, start: number, least: number, most: number): DigitGroup[] {
  const groups: DigitGroup[] = [];
  let from = start;
  let index = start;
  let digits = 0;
  for (;;) {
    while (digitValue(text.charCodeAt(index)) >= 0) {
      index += 1;
      digits += 1;
    }
    const gap = gapAfter(text, index);
    const isOver = gap < 0 || (gap & 1) === 1;
    if (isOver && digits >= least && digits <= most) groups.push({ start: from, end: index, digits: digitsIn(text, from, index) });
    if (gap < 0) return groups;
    index = gap >> 1;
    if (!isOver) continue;
    from = index;
    digits = 0;
  }
}

function digitsIn(text: string, start: number, end: number): string {
  let digits = '';
  for (let index = start; index < end; index += 1) {
    const value = digitValue(text.charCodeAt(index));
    if (value >= 0) digits += String(value);
  }
  return digits;
}

/** If a run continues after `from`: twice the index of the next digit, plus one if a separator precedes it. Otherwise -1. */
function gapAfter(text: string, from: number): number {
  let separators = 0;
  for (let index = from; index <= from + MAX_GAP && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (digitValue(code) >= 0) return index * 2 + separators;
    if (SEPARATORS.has(code)) separators += 1;
    else if (!UNSEEN.has(code)) return -1;
    if (separators > 1) return -1;
  }
  return -1;
}

/** A run at the end of a text that more text could continue. */
export interface TrailingRun {
  readonly start: number;
  readonly digits: number;
  readonly lastGroupStart: number;
  readonly lastGroupDigits: number;
}

/**
 * The run that a growing text may end inside of; undefined if no run is open. Counting stops at the first digit beyond `most`;
 * `start` is then meaningless.
 */
export function trailingDigitRun(text: string, most: number): TrailingRun | undefined {
  let [start, digits, lastGroupStart, lastGroupDigits] = [text.length, 0, text.length, 0];
  let gap = 0;
  let separators = 0;
  let lastGroupOpen = true;
  for (let index = text.length - 1; index >= 0 && digits <= most; index -= 1) {
    const code = text.charCodeAt(index);
    if (digitValue(code) >= 0) {
      if (digits > 0 && separators > 0) lastGroupOpen = false;
      digits += 1;
      start = index;
      if (lastGroupOpen) [lastGroupStart, lastGroupDigits] = [index, lastGroupDigits + 1];
      [gap, separators] = [0, 0];
      continue;
    }
    gap += 1;
    if (SEPARATORS.has(code)) separators += 1;
    else if (!UNSEEN.has(code)) break;
    if (gap > MAX_GAP || separators > 1) break;
  }
  return digits === 0 ? undefined : { start, digits, lastGroupStart, lastGroupDigits };
}
