import { CLASSES, SPACE } from '../normalisation/character-classes.ts';

/** The UTF-16 code units that a value may contain: those whose entries in a table have a bit set. */
export interface ValueClass {
  readonly table: Uint8Array;
  readonly bit: number;
}

const ASCII = 128;
const UNITS = 0x10000;
/** Classes share tables, since one for each would take 64 KB. */
const BITS = 8;
const tables: Uint8Array[] = [];
let classes = 0;
/** White space outside ASCII, as ranges. */
const SPACES = Array.from(
  CLASSES.keys().filter((code) => code >= ASCII && ((CLASSES[code] ?? 0) & SPACE) !== 0),
  (code) => [code, code],
);

/**
 * Compiles the inside of a regular-expression class, ignoring case: ASCII letters, digits and signs, or a negated class of white
 * space, signs and non-ASCII ranges.
 */
export function valueClass(of: string): ValueClass {
  const pattern = new RegExp(of, 'iu');
  const table = (tables[Math.floor(classes / BITS)] ??= new Uint8Array(UNITS));
  const bit = 1 << (classes % BITS);
  classes += 1;
  for (let code = 0; code < ASCII; code += 1) if (pattern.test(String.fromCharCode(code))) table[code] = (table[code] ?? 0) | bit;
  if (!of.startsWith('[^')) return { table, bit };
  for (let code = ASCII; code < UNITS; code += 1) table[code] = (table[code] ?? 0) | bit;
  const ranges = Array.from(of.matchAll(/\\u([0-9a-f]{4})-\\u([0-9a-f]{4})/g), ([, from = '', to = '']) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
  for (const [from = 0, to = 0] of [...ranges, ...SPACES])
    for (let code = from; code <= to; code += 1) table[code] = (table[code] ?? 0) & ~bit;
  return { table, bit };
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
export function nextRow(text: string, { table, bit }: ValueClass, least: number, from: number, row: ValueRow): void {
  const { length } = text;
  let low = from;
  for (let place = low + least - 1; place < length; place = low + least - 1) {
    if (((table[text.charCodeAt(place)] ?? 0) & bit) === 0) {
      low = place + 1;
      continue;
    }
    let start = place;
    while (start > low && ((table[text.charCodeAt(start - 1)] ?? 0) & bit) !== 0) start -= 1;
    let end = place + 1;
    while (end < length && ((table[text.charCodeAt(end)] ?? 0) & bit) !== 0) end += 1;
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
