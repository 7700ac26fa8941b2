import { BACKSLASH, CODE_ESCAPE, HEX_DIGITS, LETTER_U, SAID, textOfUnits } from './json-escapes.ts';
import type { JsonReading } from './json-reading.ts';

/** How often an escape may be cut off in another one at the end of a text. */
const MAX_CUT = 4;

/**
 * Longest escape whose rest is waited for, in UTF-16 units as it was written: it is escaped eleven times. Nobody would get
 * anything of a text of nothing but backslashes otherwise, and all of it would be read again with every piece that comes.
 */
export const LONGEST_ESCAPE = 2048;

/**
 * What a text says in the end, however often its escapes are escaped: what one says together with what stands before it may
 * be one again. Of a text that grows it leaves out an escape whose rest has not come, unless that was written longer than any:
 * `writtenAt` tells where a place was. Linear in the length of the text.
 */
export function readThrough(raw: string, isGrowing: boolean, writtenAt = (place: number): number => place): JsonReading {
  const units = new Uint16Array(raw.length);
  const starts = new Uint32Array(raw.length + 1);
  let length = 0;
  for (let index = 0; index < raw.length; index += 1) {
    units[length] = raw.charCodeAt(index);
    starts[length] = index;
    length += 1;
    for (let shorter = reduced(units, length); shorter < length; shorter = reduced(units, length)) length = shorter;
  }
  starts[length] = raw.length;
  const open = isGrowing ? readableEnd(units, length) : length;
  const end = writtenAt(raw.length) - writtenAt(starts[open] ?? raw.length) > LONGEST_ESCAPE ? length : open;
  return { text: textOfUnits(units.subarray(0, end)), written: (place) => starts[place] ?? raw.length };
}

/** Puts what an escape says that has just ended in its place; how many units there are then. */
function reduced(units: Uint16Array, length: number): number {
  const last = units[length - 1] ?? 0;
  if (length >= 2 && units[length - 2] === BACKSLASH) {
    const said = SAID[last] ?? 0;
    if (said === 0) return length;
    units[length - 2] = said - 1;
    return length - 1;
  }
  const begin = length - CODE_ESCAPE;
  if (begin < 0 || units[begin] !== BACKSLASH || units[begin + 1] !== LETTER_U) return length;
  let code = 0;
  for (let index = begin + 2; index < length; index += 1) {
    const digit = HEX_DIGITS[units[index] ?? 0] ?? 0;
    if (digit === 0) return length;
    code = code * 16 + digit - 1;
  }
  units[begin] = code;
  return begin + 1;
}

/** How many units are before an escape that has begun at the end. */
function readableEnd(units: Uint16Array, length: number): number {
  let end = length;
  for (let count = 0; count < MAX_CUT; count += 1) {
    const begin = openEscape(units, end);
    if (begin === end) return end;
    end = begin;
  }
  return end;
}

/** Where an escape begins that goes up to a place and is not complete there; the place for none. */
function openEscape(units: Uint16Array, end: number): number {
  for (let begin = end - 1; begin >= 0 && begin > end - CODE_ESCAPE; begin -= 1) {
    const unit = units[begin] ?? 0;
    if (unit === BACKSLASH) return begin + 1 === end || units[begin + 1] === LETTER_U ? begin : end;
    if (unit !== LETTER_U && (HEX_DIGITS[unit] ?? 0) === 0) return end;
  }
  return end;
}
