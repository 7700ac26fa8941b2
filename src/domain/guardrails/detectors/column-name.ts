/** Cell separators: of CSV files, Markdown tables, copied spreadsheets. */
const PARTERS = ',;|\t';
/** Limits: lookbehind for the start of a row, length of a column name, rows between the header and the value. */
const MAX_ROW = 240;
const MAX_NAMES = 480;
const MAX_TITLES = 3;
/** The column list of a database dump, above its rows. */
const COPIED = /^copy\b[^\n(]{0,120}\(([^\n()]{1,400})\)\s{1,4}from\s{1,4}stdin/i;
/** Lookbehind from a window of numbers to the start of its table. */
const BEFORE = 1024;

/**
 * Possible starts of tables in a range of a text, in order: after blank lines, and at the start of the text if the lookbehind
 * reaches it.
 */
export function tableStarts(text: string, start: number, end: number): readonly number[] {
  const from = Math.max(0, start - BEFORE);
  const own = text.slice(from, end + 1);
  const starts = from === 0 ? [0] : [];
  for (let at = own.indexOf('\n\n'); at >= 0; at = own.indexOf('\n\n', at + 1)) starts.push(from + at + 2);
  return starts;
}

/**
 * Name of the column of a value that is alone in its cell; undefined if it is in no table with a header. `tables` returns the
 * possible starts of tables around it.
 */
export function columnName(
  text: string,
  start: number,
  end: number,
  tables: () => readonly number[] = () => tableStarts(text, start, end),
): string | undefined {
  const before = cellEnd(text, start - 1, -1);
  const behind = cellEnd(text, end, 1);
  const parter = PARTERS.includes(before) && before !== '' ? before : behind;
  if (parter === '' || !PARTERS.includes(parter)) return isAlone(text, start, end) ? nameAbove(text, start, end, tables) : undefined;
  if ((before !== parter && before !== '') || (behind !== parter && behind !== '')) return undefined;
  const starts = tables();
  if (starts.length === 0) return undefined;
  let row = start;
  while (row > 0 && start - row < MAX_ROW && !isBreak(text, row - 1)) row -= 1;
  if (row > 0 && !isBreak(text, row - 1)) return undefined;
  const table = starts.findLast((each) => each < row);
  if (table === undefined) return undefined;
  const column = cellsOf(text.slice(row, start), parter).length - 1;
  return nameInTitles(text, table, row, (own) => {
    const copied = parter === '\t' ? COPIED.exec(own)?.[1] : undefined;
    return copied !== undefined ? copied.split(',')[column] : own.includes(parter) ? cellsOf(own, parter)[column] : undefined;
  });
}

/** The first name that the lines between the start of a table and a row of it have, no more of them than titles have. */
function nameInTitles(text: string, table: number, row: number, nameIn: (line: string) => string | undefined): string | undefined {
  let line = table;
  for (let title = 0; title <= MAX_TITLES && line < row; title += 1) {
    const next = text.indexOf('\n', line);
    if (next < 0 || next - line > MAX_NAMES) return undefined;
    const name = nameIn(text.slice(line, next));
    if (name !== undefined) return name;
    line = next + 1;
  }
  return undefined;
}

/** Spaces that part the columns of a table of fixed width. */
const WIDE = '  ';

/** Whether a value has wide spaces on both sides, or is first or last in its line. */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const behind = text.slice(end, end + 2);
  const isLast = behind === '' || isBreak(behind, 0);
  const isFirst = before === '' || isBreak(before, before.length - 1);
  return (before === WIDE || isFirst) && (behind === WIDE || isLast) && !(isFirst && isLast);
}

/** Name of the column of a value in a table of fixed width, by the places of the names in the lines above; undefined if none is there. */
function nameAbove(text: string, start: number, end: number, tables: () => readonly number[]): string | undefined {
  const row = text.lastIndexOf('\n', start - 1) + 1;
  if (start - row > MAX_ROW) return undefined;
  const table = tables().findLast((each) => each < row);
  if (table === undefined) return undefined;
  return nameInTitles(text, table, row, (own) => {
    if (/\d{4}/.test(own)) return undefined;
    const names = Array.from(own.matchAll(/\S+(?: \S+)*/g), ({ 0: name, index }) => ({ name, from: index, to: index + name.length }));
    return names.length < LEAST_NAMES ? undefined : names.find(({ from, to }) => from === start - row || to === end - row)?.name;
  });
}

/** A line with fewer names, parted by wide spaces, is no header. */
const LEAST_NAMES = 3;

/** Column names of an SQL INSERT, and where they end. */
export interface RowNames {
  readonly end: number;
  readonly names: readonly string[];
}

/** All such lists of names in a range of a text: `(id, email) VALUES (1, '…'), (2, '…')`. */
export function rowNames(text: string, start: number, end: number): readonly RowNames[] {
  const from = Math.max(0, start - BEFORE);
  const own = text.slice(from, end);
  return Array.from(own.matchAll(ROW_NAMES), ({ 0: whole, 1: names = '', index }) => ({
    end: from + index + whole.length,
    names: names.split(','),
  }));
}

const ROW_NAMES = /\(([^()]{3,480})\)\s{0,8}values\s{0,8}(?=\()/gi;

/** Name of the column of a value in an SQL tuple; undefined if it is in none. `rows` returns the column lists around it. */
export function nameInRow(text: string, start: number, end: number, rows: () => readonly RowNames[]): string | undefined {
  const behind = cellEnd(text, end, 1);
  if ((behind !== ',' && behind !== ')') || !'(,'.includes(cellEnd(text, start - 1, -1))) return undefined;
  const before = text.slice(Math.max(0, start - MAX_ROW), start);
  const open = before.lastIndexOf('(');
  const names = open < 0 ? undefined : rows().findLast((each) => each.end <= start)?.names;
  if (names === undefined) return undefined;
  let column = 0;
  let isQuoted = false;
  for (const character of before.slice(open)) {
    if (character === "'") isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) column += 1;
  }
  return names[column];
}

/** The separator that ends a value's cell on one side, after spaces and a quote; empty at the end of the row. */
function cellEnd(text: string, from: number, step: 1 | -1): string {
  let at = from;
  while (text[at] === ' ' || text[at] === '"' || text[at] === "'") at += step;
  const sign = text[at] ?? '';
  return sign === '\n' || sign === '\r' ? '' : sign;
}

function isBreak(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** The cells of a row; a separator inside quotes does not count. */
function cellsOf(row: string, parter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of row) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === parter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}
