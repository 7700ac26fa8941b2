import { CLASSES, LETTER, SPACE } from '../character-classes.ts';
import { longRun, type RunOf } from '../long-runs.ts';

/** A stretch of a text in which numbers may stand, and what says which of them cannot. */
export interface NumberZone {
  readonly start: number;
  readonly end: number;
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
  /** A group that begins with 0 and does not go on a number behind a sign. */
  readonly hasLeadingZero: boolean;
}

/** The bit of a group of so many digits; larger groups share the last one. */
export function groupOf(size: number): number {
  return 1 << Math.min(size, MAX_SIZE);
}

const MAX_SIZE = 30;
const ALL_SIZES = -1;
/** More groups of one zone are not counted. */
const CROWD = 64;

/** Most characters from one digit of a number to the next. */
const MAX_STEP = 3;
/** How far around a digit the rest of its value may stand, and how large a stretch of them is read at once. */
const MARGIN = 80;
const MAX_ZONE = 16_384;

const POINT = 46;
const ZERO = 48;
const SIGNS = '.,-';
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

type OpenZone = { -readonly [Trait in keyof NumberZone]: NumberZone[Trait] };

/** The stretches of a text in which digits, or the colons of an address, stand; they begin and end between words. */
export function numberZones(text: string): readonly NumberZone[] {
  const zones: OpenZone[] = [];
  const { length } = text;
  let zone: OpenZone | undefined;
  let last = -MAX_STEP;
  let row = 0;
  let group = 0;
  let groups = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const kind = (KINDS[code & 0x7f] ?? 0) & (IS_DIGIT | IS_COLON);
    if (kind === 0 || code > 0x7f) continue;
    if (kind === IS_COLON && text.charCodeAt(index + 1) !== code) continue;
    if (zone === undefined || index - MARGIN > zone.end || index - zone.start >= MAX_ZONE) {
      const before = zone;
      if (before !== undefined) addGroup(before, group);
      group = 0;
      groups = 0;
      zone = openZone(text, index);
      zones.push(zone);
      // Each of two zones that were cut apart may hold digits that are counted in the other.
      if (before !== undefined && index - before.start >= MAX_ZONE) {
        allowAll(before);
        allowAll(zone);
      }
    }
    zone.end = Math.min(length, index + MARGIN);
    if (kind === IS_COLON) continue;
    if (zone.once === ALL_SIZES) group = 0;
    else if (index - last > 1) {
      addGroup(zone, group);
      group = 0;
      groups += 1;
      // Where numbers crowd, every form is worth a try.
      if (groups > CROWD) allowAll(zone);
      else beginGroup(zone, text, index, last);
    } else if (group === 1 && isLetter(text.charCodeAt(index - 2)) && isLetter(text.charCodeAt(index - 3))) zone.hasCountryNumber = true;
    row = index - last <= MAX_STEP ? row + 1 : 1;
    if (row > zone.digits) zone.digits = row;
    group += 1;
    last = index;
  }
  if (zone !== undefined) addGroup(zone, group);
  return zones;
}

/** The zone of the digit or colon at `index`. */
function openZone(text: string, index: number): OpenZone {
  let start = Math.max(0, index - MARGIN);
  while (start > 0 && start > index - 2 * MARGIN && !isSpace(text.charCodeAt(start - 1))) start -= 1;
  const none = { once: 0, twice: 0, thrice: 0, points: 0, hasCountryNumber: false, hasInitials: false, hasLeadingZero: false };
  return { start, end: index, digits: 0, ...none };
}

/** Counts a group of so many digits. */
function addGroup(zone: OpenZone, group: number): void {
  if (group === 0) return;
  const size = groupOf(group);
  zone.thrice |= zone.twice & size;
  zone.twice |= zone.once & size;
  zone.once |= size;
}

/** Notes what stands before the group of digits that begins at `index`. */
function beginGroup(zone: OpenZone, text: string, index: number, last: number): void {
  const before = text.charCodeAt(index - 1);
  const isNear = index - last === 2;
  if (isNear && before === POINT) zone.points += 1;
  if (text.charCodeAt(index) === ZERO && !(isNear && SIGNS.includes(String.fromCharCode(before)))) zone.hasLeadingZero = true;
  if (isLetter(text.charCodeAt(index - 2)) && isLetter(isLetter(before) ? before : text.charCodeAt(index - 3))) zone.hasInitials = true;
}

/** Lets every form be tried. */
function allowAll(zone: OpenZone): void {
  const all = { once: ALL_SIZES, twice: ALL_SIZES, thrice: ALL_SIZES, points: MAX_ZONE };
  Object.assign(zone, all, { hasCountryNumber: true, hasInitials: true, hasLeadingZero: true });
}

function isSpace(code: number): boolean {
  return ((CLASSES[code] ?? 0) & SPACE) !== 0;
}

function isLetter(code: number): boolean {
  return ((CLASSES[code] ?? 0) & LETTER) !== 0;
}
