import { CLASSES, SPACE } from '../normalisation/character-classes.ts';

/** Table with 1 for every UTF-16 code unit that a value may contain. */
export type ValueClass = Uint8Array;

const ASCII = 128;
const UNITS = 0x10000;
/** Non-ASCII letters that case-fold to ASCII ones. */
const FOLDED = [0x17f, 0x212a];

/**
 * Compiles the inside of a regular-expression class, ignoring case: ASCII letters, digits and signs, or a negated class of white
 * space, signs and non-ASCII ranges.
 */
export function valueClass(of: string): ValueClass {
  const pattern = new RegExp(of, 'iu');
  const units = new Uint8Array(UNITS);
  const takes = (code: number): number => (pattern.test(String.fromCharCode(code)) ? 1 : 0);
  for (let code = 0; code < ASCII; code += 1) units[code] = takes(code);
  if (!of.startsWith('[^')) {
    for (const code of FOLDED) units[code] = takes(code);
    return units;
  }
  const ranges = Array.from(of.matchAll(/\\u([0-9a-f]{4})-\\u([0-9a-f]{4})/g), ([, from = '', to = '']) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
  units.fill(1, ASCII);
  for (const [from = 0, to = 0] of ranges) units.fill(0, from, to + 1);
  for (let code = ASCII; code < UNITS; code += 1) if (((CLASSES[code] ?? 0) & SPACE) !== 0) units[code] = 0;
  return units;
}

/** A run of code units of a class, `end` exclusive. */
export interface ValueRow {
  start: number;
  end: number;
}

/**
 * Advances a run to the first one of at least `least` units from a place on; beyond the text if there is none. Skips ahead by
 * `least` units, since every such run covers one of those places, so most units are never read.
 */
export function nextRow(text: string, units: ValueClass, least: number, from: number, row: ValueRow): void {
  const { length } = text;
  let low = from;
  for (let place = low + least - 1; place < length; place = low + least - 1) {
    if (units[text.charCodeAt(place)] === 0) {
      low = place + 1;
      continue;
    }
    let start = place;
    while (start > low && units[text.charCodeAt(start - 1)] === 1) start -= 1;
    let end = place + 1;
    while (end < length && units[text.charCodeAt(end)] === 1) end += 1;
    if (end - start >= least) {
      row.start = start;
      row.end = end;
      return;
    }
    low = end + 1;
  }
  row.start = length + 1;
  row.end = Infinity;
}
