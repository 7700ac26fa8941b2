/** Digits that stand together but for characters nobody sees. `digits` is ASCII, `end` exclusive. */
export interface DigitGroup {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Digit groups joined by single separators. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly DigitGroup[];
}

/** Spaces and hyphens of every width, one of which may stand between two digits of a number. */
const SEPARATORS = charactersOf(' \u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\uff0d');
const UNSEEN = charactersOf('\u200b\u200c\u200d\u2060\ufeff');
/** Most characters between two digits: a separator and a few that nobody sees. */
const MAX_GAP = 4;

function charactersOf(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (character) => character.charCodeAt(0)));
}

/** Value of an ASCII or full-width digit, -1 for anything else. */
function digitValue(code: number): number {
  if (isAsciiDigit(code)) return code - 48;
  return code >= 0xff10 && code <= 0xff19 ? code - 0xff10 : -1;
}

/** Not a number, which a place behind the end of a text gives, is no digit. */
function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** The first maximal run of digits at or after `from`; undefined when there is none. */
export function readDigitRun(text: string, from: number): DigitRun | undefined {
  let index = from;
  while (index < text.length && digitValue(text.charCodeAt(index)) < 0) index += 1;
  if (index >= text.length) return undefined;
  const groups: DigitGroup[] = [];
  let start = index;
  let digits = '';
  for (;;) {
    const plain = index;
    while (isAsciiDigit(text.charCodeAt(index))) index += 1;
    digits += text.slice(plain, index);
    if (index === plain) {
      digits += String(digitValue(text.charCodeAt(index)));
      index += 1;
    }
    const end = index;
    const gap = gapAfter(text, end);
    if (gap === undefined) {
      groups.push({ start, end, digits });
      return { start: groups[0]?.start ?? start, end, groups };
    }
    index = gap.next;
    if (gap.separated) {
      groups.push({ start, end, digits });
      [start, digits] = [index, ''];
    }
  }
}

/** The next digit's index when a run goes on behind `from`, and whether a separator stands before it. */
function gapAfter(text: string, from: number): { readonly next: number; readonly separated: boolean } | undefined {
  let separators = 0;
  for (let index = from; index <= from + MAX_GAP && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (digitValue(code) >= 0) return { next: index, separated: separators > 0 };
    if (SEPARATORS.has(code)) separators += 1;
    else if (!UNSEEN.has(code)) return undefined;
    if (separators > 1) return undefined;
  }
  return undefined;
}

/** A run at the very end of a text that more text could go on with. */
export interface TrailingRun {
  readonly start: number;
  readonly digits: number;
  readonly lastGroupStart: number;
  readonly lastGroupDigits: number;
}

/**
 * The run that a growing text may still be inside of; undefined when its end is settled. Counting stops
 * at the first digit beyond `most`, whose `start` then means nothing.
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
