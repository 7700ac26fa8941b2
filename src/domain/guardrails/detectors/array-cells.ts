import { isHeading, type TableCell } from './table-cell.ts';

/** Prefilter: rows one after the other, or an object with a value. */
const ROWS = /[\])]\s{0,24},\s{0,24}[[(]|"(?:v|val|value|answer|text|content)"\s{0,4}:/;
/** Fields of an object that hold a label, in order of precedence, and those that hold what it says. */
const LABELS = ['label', 'title', 'question', 'name', 'field', 'key', 'header', 'column', 'attribute', 'property', 'id'];
const RANKS: ReadonlyMap<string, number> = new Map(LABELS.map((label, rank) => [label, rank]));
const VALUES: ReadonlySet<string> = new Set(['v', 'val', 'value', 'values', 'answer', 'text', 'content', 'data']);
/** Limits: of what is between quotes, of the nesting, of the names of a table, of a key. */
const MAX_QUOTED = 4000;
const MAX_DEPTH = 64;
const MAX_NAMES = 200;
const MAX_KEY = 32;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place between two commas. */
interface Item extends Range {
  readonly isQuoted: boolean;
  /** It is a row of its own. */
  readonly isRow: boolean;
  readonly object: Labelled | undefined;
}

/** What an object says: its label, and the value that it labels or its only one. */
interface Labelled {
  readonly label: string | undefined;
  readonly value: Range | undefined;
}

/** An array, a tuple or an object that is being read. */
interface Frame {
  readonly opener: number;
  /** Nothing is before it in its list, so that it may be one of headings. */
  readonly isFirst: boolean;
  readonly isCall: boolean;
  readonly items: Item[];
  readonly keys: string[];
  from: number;
  key: string | undefined;
  object: Labelled | undefined;
}

/** The headings that name rows of as many cells. */
interface Heading {
  readonly names: readonly string[];
  isUsed: boolean;
}

const [BLANK, COMMA, COLON, BACKSLASH, OPEN_BRACE] = [32, 44, 58, 92, 123];
/** Kinds of signs, by code; other characters have none. */
const [PARTS, QUOTES, OPENS, CLOSES] = [1, 2, 3, 4];
const KINDS = new Uint8Array(128);
for (const [signs, kind] of [
  [',:', PARTS],
  ['"\'', QUOTES],
  ['[({', OPENS],
  ['])}', CLOSES],
] as const)
  for (const sign of signs) KINDS[sign.charCodeAt(0)] = kind;
/** What opens a bracket, by the code of what closes it. */
const OPENERS: ReadonlyMap<number, number> = new Map(['[]', '()', '{}'].map((pair) => [pair.charCodeAt(1), pair.charCodeAt(0)]));
/** What may stand before a value. */
const BEFORE_VALUE: ReadonlySet<number> = new Set(Array.from('[({,:=', (sign) => sign.charCodeAt(0)));

/** Quick filter: whether a text has rows or labelled values. */
export function mayHoldArrays(text: string): boolean {
  return ROWS.test(text);
}

/**
 * Adds the cells of rows under a row of headings: in JSON arrays of arrays, with the headings first or beside them, also where each
 * cell is an object; in tuples; and the values of objects with a label.
 */
export function addArrayCells(text: string, found: TableCell[]): void {
  const frames: Frame[] = [];
  let heading: Heading | undefined;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < KINDS.length ? (KINDS[code] ?? 0) : 0;
    if (kind === 0) {
      if (code > BLANK) last = code;
      continue;
    }
    const top = frames.at(-1);
    if (kind === OPENS) {
      if (frames.length >= MAX_DEPTH) frames.length = 0;
      frames.push(frameAt(text, at, last));
    } else if (top === undefined) {
      last = code;
      continue;
    } else if (kind === QUOTES) {
      if (BEFORE_VALUE.has(last)) {
        const end = quoteEnd(text, at, code);
        if (end < 0) frames.length = 0;
        else at = end;
      }
    } else if (code === COMMA) endItem(text, top, at);
    else if (code === COLON) {
      if (top.opener === OPEN_BRACE && top.key === undefined) {
        const { start, end } = unquoted(text, trimmedRange(text, top.from, at));
        top.key = text.slice(start, Math.min(end, start + MAX_KEY));
        top.from = at + 1;
      }
    } else if (top.opener !== OPENERS.get(code)) frames.length = 0;
    else {
      frames.pop();
      endItem(text, top, at);
      if (top.opener === OPEN_BRACE) addObject(text, top, frames.at(-1), found);
      else heading = addRow(text, top, heading, found);
    }
    last = code;
  }
}

/** Adds the value of an object with a label, and tells the list that it is in what it says. */
function addObject(text: string, frame: Frame, parent: Frame | undefined, found: TableCell[]): void {
  const object = labelledBy(text, frame);
  if (parent !== undefined) parent.object = object;
  if (object.label !== undefined && object.value !== undefined) found.push({ ...object.value, name: object.label });
}

/** What is right before the arguments of a call. */
const IN_NAME = /[\w\])]/;

function frameAt(text: string, at: number, last: number): Frame {
  return {
    opener: text.charCodeAt(at),
    isFirst: last !== COMMA,
    isCall: at > 0 && IN_NAME.test(text.charAt(at - 1)),
    items: [],
    keys: [],
    from: at + 1,
    key: undefined,
    object: undefined,
  };
}

/** The closing quote of a string; -1 if there is none near. */
function quoteEnd(text: string, at: number, quote: number): number {
  for (let index = at + 1; index < text.length && index - at <= MAX_QUOTED; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === BACKSLASH) index += 1;
  }
  return -1;
}

function endItem(text: string, frame: Frame, at: number): void {
  const own = trimmedRange(text, frame.from, at);
  frame.from = at + 1;
  if (own.start < own.end && frame.items.length < MAX_NAMES) {
    const first = text.charCodeAt(own.start);
    const { start, end } = unquoted(text, own);
    frame.items.push({
      start,
      end,
      isQuoted: start > own.start,
      isRow: KINDS[first] === OPENS && first !== OPEN_BRACE,
      object: frame.object,
    });
    if (frame.opener === OPEN_BRACE) frame.keys.push(frame.key ?? '');
  }
  frame.key = undefined;
  frame.object = undefined;
}

function trimmedRange(text: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  while (start < end && text.charCodeAt(start) <= BLANK) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= BLANK) end -= 1;
  return { start, end };
}

/** A range without its quotes. */
function unquoted(text: string, range: Range): Range {
  const quote = text.charCodeAt(range.start);
  const isQuoted = range.end - range.start > 1 && KINDS[quote] === QUOTES && text.charCodeAt(range.end - 1) === quote;
  return isQuoted ? { start: range.start + 1, end: range.end - 1 } : range;
}

/** The label and the value of an object. */
function labelledBy(text: string, { items, keys }: Frame): Labelled {
  let place: number | undefined;
  for (const [index, key] of keys.entries()) {
    const rank = RANKS.get(key);
    if (rank !== undefined && items[index]?.isQuoted === true && rank < (RANKS.get(keys[place ?? -1] ?? '') ?? Infinity)) place = index;
  }
  const label = place === undefined ? undefined : items[place];
  const value = items.find((item, index) => index !== place && VALUES.has(keys[index] ?? '') && !item.isRow && item.object === undefined);
  const said = label === undefined ? undefined : text.slice(label.start, label.end);
  return { label: said !== undefined && isHeading(said) ? said : undefined, value };
}

/** Adds the cells of a row to those found, or takes it for one of headings; returns the headings of the next row. */
function addRow(text: string, { items, isFirst, isCall }: Frame, heading: Heading | undefined, found: TableCell[]): Heading | undefined {
  if (items.length < 2 || isCall || items.some(({ isRow }) => isRow)) return heading;
  const labels = items.flatMap(({ object }) => (object?.label === undefined || object.value !== undefined ? [] : [object.label]));
  if (labels.length === items.length) return { names: labels, isUsed: false };
  if (
    isFirst &&
    (heading === undefined || heading.isUsed || heading.names.length !== items.length) &&
    items.every(({ isQuoted }) => isQuoted)
  ) {
    const names = items.map(({ start, end }) => text.slice(start, end));
    if (names.every(isHeading)) return { names, isUsed: false };
  }
  if (heading?.names.length !== items.length) return heading;
  heading.isUsed = true;
  for (const [column, item] of items.entries()) {
    const { start, end } = item.object?.value ?? item;
    found.push({ start, end, name: heading.names[column] ?? '' });
  }
  return heading;
}
