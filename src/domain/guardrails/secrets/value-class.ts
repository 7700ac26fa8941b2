import { CLASSES, SPACE } from '../normalisation/character-classes.ts';

/** 1 at every UTF-16 unit that a value may hold. */
export type ValueClass = Uint8Array;

const ASCII = 128;
const UNITS = 0x10000;
/** The letters beyond ASCII that are letters of ASCII in the other case. */
const FOLDED = [0x17f, 0x212a];

/**
 * The units of what stands in the brackets of a class of a regular expression, in either case: letters, digits and signs of
 * ASCII, or everything but spaces, such signs and ranges beyond them.
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

/** A row of units of a class, `end` exclusive. */
export interface ValueRow {
  start: number;
  end: number;
}

/**
 * Moves a row on to the first one of at least so many units behind a place: every such row holds a place that is a multiple of
 * its length behind the one before, so that most units are never looked at. Behind the text for none.
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
