import { readXml } from './ooxml-parts.ts';

interface Level {
  format: string;
  /** With `%1` for the number of the first level. */
  text: string;
  start: number;
}

interface Scheme {
  readonly levels: Map<number, Level>;
  /** The levels of styles that number their paragraphs. */
  readonly styles: Map<string, number>;
}

interface NumberedList {
  scheme: string;
  /** Levels that begin anew in this list. */
  readonly starts: Map<number, number>;
}

/** How a paragraph is numbered: by a list, at a level of it; without a level, at that of its style. */
export interface ListPlace {
  readonly list: string;
  readonly level?: number;
  readonly style?: string;
}

/** Gives the number of each paragraph in turn, as Word shows it, such as `2.`, `b)` or `Article IV`; empty for bullets. */
export type Numbering = (place: ListPlace) => string;

/** The numbering of the lists of `numbering.xml`. */
export function readNumbering(part: Uint8Array | undefined): Numbering {
  const schemes = new Map<string, Scheme>();
  const lists = new Map<string, NumberedList>();
  if (part !== undefined) readLists(part, schemes, lists);
  /** How far each scheme has counted; the lists of a scheme go on counting together. */
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();

  return ({ list: id, level, style }) => {
    const list = lists.get(id);
    const scheme = list === undefined ? undefined : schemes.get(list.scheme);
    if (list === undefined || scheme === undefined) return '';
    const depth = level ?? scheme.styles.get(style ?? '') ?? 0;
    const own = scheme.levels.get(depth);
    if (own === undefined) return '';
    const count = counts.get(list.scheme) ?? [];
    counts.set(list.scheme, count);
    if (!begun.has(id)) {
      begun.add(id);
      for (const at of list.starts.keys()) count.length = Math.min(count.length, at);
    }
    const startOf = (at: number): number => list.starts.get(at) ?? scheme.levels.get(at)?.start ?? 1;
    for (let at = count.length; at < depth; at += 1) count[at] = startOf(at);
    count[depth] = count.length > depth ? (count[depth] ?? 0) + 1 : startOf(depth);
    count.length = depth + 1;
    if (own.format === 'bullet' || own.format === 'none') return '';
    return own.text
      .replace(/%([1-9])/g, (_, digit: string) => {
        const at = Number(digit) - 1;
        return formatted(count[at] ?? startOf(at), scheme.levels.get(at)?.format ?? 'decimal');
      })
      .trim();
  };
}

function readLists(part: Uint8Array, schemes: Map<string, Scheme>, lists: Map<string, NumberedList>): void {
  let scheme: Scheme | undefined;
  let list: NumberedList | undefined;
  let depth = 0;
  readXml(part, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      const level = scheme?.levels.get(depth);
      if (name === 'w:abstractNum') {
        scheme = { levels: new Map(), styles: new Map() };
        schemes.set(attributes['w:abstractNumId'] ?? '', scheme);
      } else if (name === 'w:num') {
        list = { scheme: '', starts: new Map() };
        lists.set(attributes['w:numId'] ?? '', list);
      } else if (name === 'w:lvl' || name === 'w:lvlOverride') {
        depth = Number(attributes['w:ilvl'] ?? '0');
        if (name === 'w:lvl') scheme?.levels.set(depth, { format: 'decimal', text: '', start: 1 });
      } else if (name === 'w:abstractNumId' && list !== undefined) list.scheme = value;
      else if (name === 'w:startOverride') list?.starts.set(depth, Number(value));
      else if (name === 'w:pStyle') scheme?.styles.set(value, depth);
      else if (level !== undefined && name === 'w:numFmt') level.format = value;
      else if (level !== undefined && name === 'w:lvlText') level.text = value;
      else if (level !== undefined && name === 'w:start') level.start = Number(value);
    },
    close(name) {
      if (name === 'w:abstractNum') scheme = undefined;
      else if (name === 'w:num') list = undefined;
    },
  });
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
/** A number above this is not written in Roman numerals or letters. */
const MAX_WRITTEN = 780;

function formatted(count: number, format: string): string {
  if (count < 1 || count > MAX_WRITTEN) return String(count);
  if (format.endsWith('Roman')) return inCase(roman(count), format);
  // After z Word goes on with aa and bb.
  if (format.endsWith('Letter')) return inCase(String.fromCharCode(65 + ((count - 1) % 26)).repeat(Math.ceil(count / 26)), format);
  return format === 'decimalZero' ? String(count).padStart(2, '0') : String(count);
}

function inCase(text: string, format: string): string {
  return format.startsWith('lower') ? text.toLowerCase() : text;
}

function roman(count: number): string {
  let rest = count;
  let text = '';
  for (const [value, numeral] of ROMAN) {
    text += numeral.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}
