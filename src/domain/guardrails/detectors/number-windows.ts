import { isDigit } from '../normalisation/ascii.ts';
import { CLASSES, LETTER, SPACE } from '../normalisation/character-classes.ts';
import { isAscii, longRun, type RunOf } from '../normalisation/character-runs.ts';
import { MOST_PLACES, type TextProfile } from '../normalisation/text-profile.ts';
import { MONTH_BEGINNINGS } from './month-names.ts';

/** A range of a text that may contain numbers, with facts that rule out some of their kinds. */
export interface NumberWindow {
  readonly start: number;
  readonly end: number;
  /** Length of the longest run of letters, digits and URL punctuation in the text. */
  readonly longestRun: number;
  /** Length of the longest sequence of digits with at most two other characters between neighbours. */
  readonly digits: number;
  /** Sizes of the contiguous groups of digits, as bits: those that occur at least once, twice and three times. */
  readonly once: number;
  readonly twice: number;
  readonly thrice: number;
  /** Number of full stops between two digits. */
  readonly points: number;
  /** Has two letters, of any alphabet, directly followed by two digits. */
  readonly hasCountryNumber: boolean;
  /** Has two letters directly before a group, or with one character between. */
  readonly hasInitials: boolean;
  /** Has a group that begins with 0, does not continue a number after a sign, and is directly followed by another with no colon between. */
  readonly hasLeadingZero: boolean;
  /** Has one or two digits followed by four, separated by signs or a month name, as far as that is cheap to tell; or the reverse. */
  readonly hasDate: boolean;
}

/** The bit for a group of this many digits; larger groups share the last bit. */
export function groupOf(size: number): number {
  return 1 << Math.min(size, MAX_SIZE);
}

const MAX_SIZE = 30;

/** Maximum number of characters from the last digit of a day to the first of its year, with a month name between. */
const MAX_MONTH = 32;
/** Maximum distance between two digits of a number. */
const MAX_STEP = 3;
/** How far the rest of a value may extend around a digit, and the maximum length of a window. */
const MARGIN = 80;
const MAX_WINDOW = 16_384;

const HYPHEN = 45;
const POINT = 46;
const BLANK = 32;
const COLON = 58;
const ZERO = 48;
const IS_DIGIT = 1;
const IS_COLON = 2;
const IS_HEX = 4;
const IS_CAPITAL = 8;
const IS_SMALL = 16;
const IS_POINT = 32;
const IS_HYPHEN = 64;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/\d/.test(character) ? IS_DIGIT : 0) |
    (code === 58 ? IS_COLON : 0) |
    (/[0-9a-fA-F]/.test(character) ? IS_HEX : 0) |
    (/[A-Z]/.test(character) ? IS_CAPITAL : 0) |
    (/[a-z]/.test(character) ? IS_SMALL : 0) |
    (code === POINT ? IS_POINT : 0) |
    (character === '-' ? IS_HYPHEN : 0)
  );
});

/**
 * Kinds of run: letters and digits; capitals and digits; dotted numbers; hexadecimal digits with colons; hexadecimal digits with
 * any separator of a hardware address.
 */
export const WORDS: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_CAPITAL | IS_SMALL };
export const CAPITALS: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_CAPITAL };
export const POINTED: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_POINT };
export const COLONED: RunOf = { kinds: KINDS, bit: IS_HEX | IS_COLON };
export const HARDWARE: RunOf = { kinds: KINDS, bit: IS_HEX | IS_COLON | IS_POINT | IS_HYPHEN };

/** Whether a text has a run of at least `least` characters of a kind. */
export function holdsRun(text: string, runOf: RunOf, least: number): boolean {
  return longRun(text, runOf, least, 0) !== undefined;
}

/** The same for a run that also contains at least `count` hexadecimal digits, or digits. */
export function holdsRunWith(text: string, { runOf, least, of, count }: RunWith): boolean {
  const bit = of === 'hex' ? IS_HEX : IS_DIGIT;
  for (let run = longRun(text, runOf, least, 0); run !== undefined; run = longRun(text, runOf, least, run.end)) {
    let own = 0;
    for (let index = run.start; index < run.end && own < count; index += 1)
      if (((KINDS[text.charCodeAt(index)] ?? 0) & bit) !== 0) own += 1;
    if (own >= count) return true;
  }
  return false;
}

/** A run of at least `least` characters of a kind, with at least `count` hexadecimal digits, or digits, among them. */
interface RunWith {
  readonly runOf: RunOf;
  readonly least: number;
  readonly of: 'hex' | 'digits';
  readonly count: number;
}

type OpenWindow = { -readonly [Trait in keyof NumberWindow]: NumberWindow[Trait] };

/** The windows of a text around its digits and the colons of addresses; they begin and end between words. */
export function numberWindows(text: string, profile?: TextProfile): readonly NumberWindow[] {
  if (profile !== undefined && profile.digits <= MOST_PLACES && !text.includes('::')) return windowsAround(text, profile);
  let windows: NumberWindow[] | undefined;
  const { length } = text;
  let start = -1;
  let end = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = (KINDS[code & 0x7f] ?? 0) & (IS_DIGIT | IS_COLON);
    if (kind === 0 || code > 0x7f) continue;
    if (kind === IS_COLON && text.charCodeAt(index + 1) !== code) continue;
    if (start < 0 || index - MARGIN > end || index - start >= MAX_WINDOW) {
      if (start >= 0) (windows ??= []).push(windowOf(text, start, Math.min(length, end)));
      start = windowStart(text, index);
    }
    end = index + MARGIN;
  }
  if (start >= 0) (windows ??= []).push(windowOf(text, start, Math.min(length, end)));
  return windows ?? NO_WINDOWS;
}

/** The same for a text without such colons whose digit offsets are known. */
function windowsAround(text: string, profile: TextProfile): readonly NumberWindow[] {
  const { digits, places } = profile;
  if (digits === 0) return NO_WINDOWS;
  const windows: NumberWindow[] = [];
  let [start, end, first] = [-1, -1, 0];
  for (let digit = 0; digit < digits; digit += 1) {
    const index = places[digit] ?? 0;
    if (start < 0 || index - MARGIN > end || index - start >= MAX_WINDOW) {
      if (start >= 0) windows.push(knownWindow(text, start, Math.min(text.length, end), first, profile));
      start = windowStart(text, index);
      for (first = digit; first > 0 && (places[first - 1] ?? 0) >= start;) first -= 1;
    }
    end = index + MARGIN;
  }
  windows.push(knownWindow(text, start, Math.min(text.length, end), first, profile));
  return windows;
}

/** `windowOf` for known digit offsets; `first` is the index of the first one in the window. */
function knownWindow(text: string, from: number, end: number, first: number, { digits, places, longestRun }: TextProfile): NumberWindow {
  const open = openWindow(text, from, end, longestRun);
  let digit = first;
  while (digit < digits && (places[digit] ?? 0) < end) {
    const start = places[digit] ?? 0;
    let size = 1;
    while (digit + size < digits && start + size < end && places[digit + size] === start + size) size += 1;
    addGroup(open, start, size);
    digit += size;
  }
  return open.window;
}

const NO_WINDOWS: readonly NumberWindow[] = [];

/** Start of the window of the digit or colon at `index`. */
function windowStart(text: string, index: number): number {
  let start = Math.max(0, index - MARGIN);
  while (start > 0 && start > index - 2 * MARGIN && !isSpace(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** A window with the facts about its groups of digits, counted within the window even if it was cut off from others. */
function windowOf(text: string, from: number, end: number): NumberWindow {
  const open = openWindow(text, from, end);
  for (let index = from; index < end; index += 1) {
    if (!isDigit(text.charCodeAt(index))) continue;
    const start = index;
    do index += 1;
    while (index < end && isDigit(text.charCodeAt(index)));
    addGroup(open, start, index - start);
  }
  return open.window;
}

/** State of counting the groups of a window, with what matters about the most recent one. */
interface Counting {
  readonly text: string;
  readonly window: OpenWindow;
  row: number;
  sizeBefore: number;
  last: number;
  beginsWithZero: boolean;
}

function openWindow(text: string, from: number, end: number, longestRun = Infinity): Counting {
  const window = {
    start: from,
    end,
    longestRun,
    digits: 0,
    once: 0,
    twice: 0,
    thrice: 0,
    points: 0,
    hasCountryNumber: false,
    hasInitials: false,
    hasLeadingZero: false,
    hasDate: false,
  };
  return { text, window, row: 0, sizeBefore: 0, last: from - MARGIN, beginsWithZero: false };
}

/** Counts a group of `size` digits that begins at `start`. */
function addGroup(open: Counting, start: number, size: number): void {
  const { text, window, sizeBefore, last } = open;
  const step = start - last;
  const bit = groupOf(size);
  window.thrice |= window.twice & bit;
  window.twice |= window.once & bit;
  window.once |= bit;
  if (!window.hasDate)
    window.hasDate =
      size === 4 ? isSmall(sizeBefore) && isYear(text, last, start) : size <= 2 && sizeBefore === 4 && isAfterYear(text, last, start);
  const before = text.charCodeAt(start - 1);
  if (open.beginsWithZero && (step <= MAX_STEP || isAcrossSlash(text, start, step)) && !(step === 2 && before === COLON))
    window.hasLeadingZero = true;
  // A comma may also part the cells of a row.
  open.beginsWithZero = text.charCodeAt(start) === ZERO && !(step === 2 && (before === HYPHEN || before === POINT));
  if (step === 2 && before === POINT) window.points += 1;
  if (!window.hasInitials && isLetter(text.charCodeAt(start - 2)) && isLetter(isLetter(before) ? before : text.charCodeAt(start - 3)))
    window.hasInitials = true;
  if (size > 1 && !window.hasCountryNumber && isLetter(before) && isLetter(text.charCodeAt(start - 2))) window.hasCountryNumber = true;
  open.row = step <= MAX_STEP || isAcrossSlash(text, start, step) ? open.row + size : size;
  if (open.row > window.digits) window.digits = open.row;
  open.last = start + size - 1;
  open.sizeBefore = size;
}

/** Whether the text between a group and the previous one is a slash or a dash between spaces: `030 / 123`. */
function isAcrossSlash(text: string, start: number, step: number): boolean {
  return step === MAX_STEP + 1 && (text.startsWith(' / ', start - MAX_STEP) || text.startsWith(' – ', start - MAX_STEP));
}

/** Whether one sign, `年` with a space or a full stop with one stands between a year and a month, or the name of the month before a day. */
function isAfterYear(text: string, last: number, start: number): boolean {
  const step = start - last;
  if (step <= MAX_STEP)
    return step === 2 || (step === MAX_STEP && (text.charCodeAt(last + 1) === POINT || !isAscii(text.slice(last + 1, start))));
  return text.charCodeAt(last + 1) === POINT && isYear(text, last, start);
}

function isSmall(group: number): boolean {
  return group === 1 || group === 2;
}

/** What may separate a day from the month after it, in ASCII. */
const BEFORE_MONTH = /^(?:\. ?|(?:st|nd|rd|th|er)? )(?:of |de |di )?/i;
const MONTHS: ReadonlySet<string> = new Set(MONTH_BEGINNINGS);
/** Maximum number of characters between a day and a year without a month name. */
const MAX_BESIDE = 5;

/** Whether digits at `start` may be the year of the day that ends at `last`. */
function isYear(text: string, last: number, start: number): boolean {
  const between = start - last - 1;
  if (between <= MAX_BESIDE) return true;
  // A space precedes the year, whatever precedes that.
  if (between >= MAX_MONTH || text.charCodeAt(start - 1) !== BLANK) return false;
  const own = text.slice(last + 1, start).toLowerCase();
  if (!isAscii(own)) return true;
  const lead = BEFORE_MONTH.exec(own)?.[0].length ?? 0;
  return lead > 0 && MONTHS.has(own.slice(lead, lead + 3));
}

function isSpace(code: number): boolean {
  return ((CLASSES[code] ?? 0) & SPACE) !== 0;
}

function isLetter(code: number): boolean {
  return ((CLASSES[code] ?? 0) & LETTER) !== 0;
}
