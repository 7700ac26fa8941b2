import { isDigit } from '../normalisation/ascii.ts';
import { CLASSES, LETTER, SPACE } from '../normalisation/character-classes.ts';
import { isAscii, longRun, type RunOf } from '../normalisation/character-runs.ts';
import { MOST_PLACES, type TextProfile } from '../normalisation/text-profile.ts';
import { MONTH_BEGINNINGS } from './month-names.ts';

/** A stretch of a text in which numbers may stand, and what says which of them cannot. */
export interface NumberWindow {
  readonly start: number;
  readonly end: number;
  /** No more letters, digits and signs of addresses stand in a row in the text. */
  readonly longestRun: number;
  /** Most digits in a row, with at most two other characters between two of them. */
  readonly digits: number;
  /** The sizes of groups of digits with nothing between them, as bits: those that are there, there twice, and three times. */
  readonly once: number;
  readonly twice: number;
  readonly thrice: number;
  /** Full stops between two digits. */
  readonly points: number;
  /** Two letters, of any alphabet, and two digits right behind them. */
  readonly hasCountryNumber: boolean;
  /** Two letters right before a group, or with one other character between. */
  readonly hasInitials: boolean;
  /** A group that begins with 0, does not go on a number behind a sign, and has another right behind it, with no colon between. */
  readonly hasLeadingZero: boolean;
  /** One or two digits and four behind them with no more between than a sign or a month, as far as that is quick to tell; or these right before those. */
  readonly hasDate: boolean;
}

/** The bit of a group of so many digits; larger groups share the last one. */
export function groupOf(size: number): number {
  return 1 << Math.min(size, MAX_SIZE);
}

const MAX_SIZE = 30;

/** Most characters from the last digit of a day to the first of its year, with the name of a month between. */
const MAX_MONTH = 32;
/** Most characters from one digit of a number to the next. */
const MAX_STEP = 3;
/** How far around a digit the rest of its value may stand, and how large a stretch of them is read at once. */
const MARGIN = 80;
const MAX_ZONE = 16_384;

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

/** Letters and digits; capital letters and digits; numbers with points; hexadecimal digits with colons, and with any sign of a hardware address. */
export const WORDS: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_CAPITAL | IS_SMALL };
export const CAPITALS: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_CAPITAL };
export const POINTED: RunOf = { kinds: KINDS, bit: IS_DIGIT | IS_POINT };
export const COLONED: RunOf = { kinds: KINDS, bit: IS_HEX | IS_COLON };
export const HARDWARE: RunOf = { kinds: KINDS, bit: IS_HEX | IS_COLON | IS_POINT | IS_HYPHEN };

/** Whether so many characters of a kind stand in a row anywhere in a text. */
export function holdsRun(text: string, runOf: RunOf, least: number): boolean {
  return longRun(text, runOf, least, 0) !== undefined;
}

/** The same with at least so many hexadecimal digits among them, or digits. */
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

/** So many characters of a kind in a row, with at least `count` hexadecimal digits among them, or digits. */
interface RunWith {
  readonly runOf: RunOf;
  readonly least: number;
  readonly of: 'hex' | 'digits';
  readonly count: number;
}

type OpenZone = { -readonly [Trait in keyof NumberWindow]: NumberWindow[Trait] };

/** The stretches of a text in which digits, or the colons of an address, stand; they begin and end between words. */
export function numberWindows(text: string, profile?: TextProfile): readonly NumberWindow[] {
  if (profile !== undefined && profile.digits <= MOST_PLACES && !text.includes('::')) return zonesAround(text, profile);
  let zones: NumberWindow[] | undefined;
  const { length } = text;
  let start = -1;
  let end = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = (KINDS[code & 0x7f] ?? 0) & (IS_DIGIT | IS_COLON);
    if (kind === 0 || code > 0x7f) continue;
    if (kind === IS_COLON && text.charCodeAt(index + 1) !== code) continue;
    if (start < 0 || index - MARGIN > end || index - start >= MAX_ZONE) {
      if (start >= 0) (zones ??= []).push(zoneOf(text, start, Math.min(length, end)));
      start = zoneStart(text, index);
    }
    end = index + MARGIN;
  }
  if (start >= 0) (zones ??= []).push(zoneOf(text, start, Math.min(length, end)));
  return zones ?? NO_ZONES;
}

/** The same of a text with no such colons whose digits are known by their places. */
function zonesAround(text: string, profile: TextProfile): readonly NumberWindow[] {
  const { digits, places } = profile;
  if (digits === 0) return NO_ZONES;
  const zones: NumberWindow[] = [];
  let [start, end, first] = [-1, -1, 0];
  for (let digit = 0; digit < digits; digit += 1) {
    const index = places[digit] ?? 0;
    if (start < 0 || index - MARGIN > end || index - start >= MAX_ZONE) {
      if (start >= 0) zones.push(knownZone(text, start, Math.min(text.length, end), first, profile));
      start = zoneStart(text, index);
      for (first = digit; first > 0 && (places[first - 1] ?? 0) >= start;) first -= 1;
    }
    end = index + MARGIN;
  }
  zones.push(knownZone(text, start, Math.min(text.length, end), first, profile));
  return zones;
}

/** What `zoneOf` says where the places of the digits are known; `first` is the first of them in the zone. */
function knownZone(text: string, from: number, end: number, first: number, { digits, places, longestRun }: TextProfile): NumberWindow {
  const open = openZone(text, from, end, longestRun);
  let digit = first;
  while (digit < digits && (places[digit] ?? 0) < end) {
    const start = places[digit] ?? 0;
    let size = 1;
    while (digit + size < digits && start + size < end && places[digit + size] === start + size) size += 1;
    addGroup(open, start, size);
    digit += size;
  }
  return open.zone;
}

const NO_ZONES: readonly NumberWindow[] = [];

/** Where the zone of the digit or colon at `index` begins. */
function zoneStart(text: string, index: number): number {
  let start = Math.max(0, index - MARGIN);
  while (start > 0 && start > index - 2 * MARGIN && !isSpace(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** A zone with what its groups of digits say: all that stand in its own text, also where it was cut apart from others. */
function zoneOf(text: string, from: number, end: number): NumberWindow {
  const open = openZone(text, from, end);
  for (let index = from; index < end; index += 1) {
    if (!isDigit(text.charCodeAt(index))) continue;
    const start = index;
    do index += 1;
    while (index < end && isDigit(text.charCodeAt(index)));
    addGroup(open, start, index - start);
  }
  return open.zone;
}

/** A zone whose groups are counted one after the other, and what matters of the last of them. */
interface Counting {
  readonly text: string;
  readonly zone: OpenZone;
  row: number;
  sizeBefore: number;
  last: number;
  beginsWithZero: boolean;
}

function openZone(text: string, from: number, end: number, longestRun = Infinity): Counting {
  const zone = {
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
  return { text, zone, row: 0, sizeBefore: 0, last: from - MARGIN, beginsWithZero: false };
}

/** Counts the group of so many digits that begins at a place. */
function addGroup(open: Counting, start: number, size: number): void {
  const { text, zone, sizeBefore, last } = open;
  const step = start - last;
  const bit = groupOf(size);
  zone.thrice |= zone.twice & bit;
  zone.twice |= zone.once & bit;
  zone.once |= bit;
  if (!zone.hasDate)
    zone.hasDate = size === 4 ? isSmall(sizeBefore) && isYear(text, last, start) : size <= 2 && sizeBefore === 4 && step === 2;
  const before = text.charCodeAt(start - 1);
  if (open.beginsWithZero && (step <= MAX_STEP || isAcrossSlash(text, start, step)) && !(step === 2 && before === COLON))
    zone.hasLeadingZero = true;
  open.beginsWithZero = text.charCodeAt(start) === ZERO && !(step === 2 && isSign(before));
  if (step === 2 && before === POINT) zone.points += 1;
  if (!zone.hasInitials && isLetter(text.charCodeAt(start - 2)) && isLetter(isLetter(before) ? before : text.charCodeAt(start - 3)))
    zone.hasInitials = true;
  if (size > 1 && !zone.hasCountryNumber && isLetter(before) && isLetter(text.charCodeAt(start - 2))) zone.hasCountryNumber = true;
  open.row = step <= MAX_STEP ? open.row + size : size;
  if (open.row > zone.digits) zone.digits = open.row;
  open.last = start + size - 1;
  open.sizeBefore = size;
}

/** Whether what stands before a group, and behind the one before it, is a slash between two blanks: `030 / 123`. */
function isAcrossSlash(text: string, start: number, step: number): boolean {
  return step === MAX_STEP + 1 && text.startsWith(' / ', start - MAX_STEP);
}

function isSmall(group: number): boolean {
  return group === 1 || group === 2;
}

/** What may stand between a day and the month behind it, in ASCII. */
const BEFORE_MONTH = /^(?:\.|st|nd|rd|th|er)? (?:of |de )?/i;
const MONTHS: ReadonlySet<string> = new Set(MONTH_BEGINNINGS);
/** Most characters between a day and a year with no month between. */
const MAX_BESIDE = 4;

/** Whether digits at a place may be the year of the day whose last digit stands at another. */
function isYear(text: string, last: number, start: number): boolean {
  const between = start - last - 1;
  if (between <= MAX_BESIDE) return true;
  // Before the year stands a blank, whatever stands before that.
  if (between >= MAX_MONTH || text.charCodeAt(start - 1) !== BLANK) return false;
  const own = text.slice(last + 1, start).toLowerCase();
  if (!isAscii(own)) return true;
  const lead = BEFORE_MONTH.exec(own)?.[0].length ?? 0;
  return lead > 0 && MONTHS.has(own.slice(lead, lead + 3));
}

/** A comma, a hyphen or a full stop. */
function isSign(code: number): boolean {
  return code >= 44 && code <= POINT;
}

function isSpace(code: number): boolean {
  return ((CLASSES[code] ?? 0) & SPACE) !== 0;
}

function isLetter(code: number): boolean {
  return ((CLASSES[code] ?? 0) & LETTER) !== 0;
}
