import type { DecodedText } from './decoded-text.ts';
import { BACKSLASH, CODE_ESCAPE, HEX_DIGITS, LETTER_U, SAID, textOfUnits } from './json-escapes.ts';

/** How many nested escapes the end of a text can cut off. */
const MAX_CUT = 4;

/**
 * Length limit of an incomplete escape that is waited for, in UTF-16 code units as written (an escape escaped eleven times).
 * Without it a text of nothing but backslashes would never be released, and would be read again in full with every new piece.
 */
export const LONGEST_ESCAPE = 2048;

/**
 * Decodes a text completely, however often its escapes are escaped: a decoded character may form another escape with what
 * precedes it. In a growing text an incomplete escape at the end is left out, unless longer than `LONGEST_ESCAPE`; `writtenAt`
 * maps places back to the text as written. Linear in the length of the text.
 */
export function readThrough(raw: string, isGrowing: boolean, writtenAt = (place: number): number => place): DecodedText {
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

/** Replaces an escape that has just ended by the character it stands for; returns the new number of units. */
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

/** Number of units before an incomplete escape at the end. */
function readableEnd(units: Uint16Array, length: number): number {
  let end = length;
  for (let count = 0; count < MAX_CUT; count += 1) {
    const begin = openEscape(units, end);
    if (begin === end) return end;
    end = begin;
  }
  return end;
}

/** Start of the incomplete escape that reaches up to a place; the place itself if there is none. */
function openEscape(units: Uint16Array, end: number): number {
  for (let begin = end - 1; begin >= 0 && begin > end - CODE_ESCAPE; begin -= 1) {
    const unit = units[begin] ?? 0;
    if (unit === BACKSLASH) return begin + 1 === end || units[begin + 1] === LETTER_U ? begin : end;
    if (unit !== LETTER_U && (HEX_DIGITS[unit] ?? 0) === 0) return end;
  }
  return end;
}
