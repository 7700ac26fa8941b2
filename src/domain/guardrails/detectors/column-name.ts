/** What parts the cells of a row: of a file of comma separated values, a table in Markdown, a sheet that was copied. */
const PARTERS = ',;|\t';
/** Farthest that the beginning of a row is looked for, longest name of a column, most rows that may stand before the one with the names. */
const MAX_ROW = 240;
const MAX_NAMES = 480;
const MAX_TITLES = 3;
/** The names of columns in a dump of a database, above its rows. */
const COPIED = /^copy\b[^\n(]{0,120}\(([^\n()]{1,400})\)\s{1,4}from\s{1,4}stdin/i;
/** How far before a zone of numbers the beginning of its table is looked for. */
const BEFORE = 1024;

/** Where the tables of a stretch of a text may begin, in order: behind blank lines, and where the look back ends at the beginning of the text. */
export function tableStarts(text: string, start: number, end: number): readonly number[] {
  const from = Math.max(0, start - BEFORE);
  const own = text.slice(from, end + 1);
  const starts = from === 0 ? [0] : [];
  for (let at = own.indexOf('\n\n'); at >= 0; at = own.indexOf('\n\n', at + 1)) starts.push(from + at + 2);
  return starts;
}

/**
 * The name of the column that a value stands in, alone in its cell; undefined where it stands in no table with names above.
 * `tables` gives where tables around it may begin.
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
  if (parter === '' || !PARTERS.includes(parter) || (before !== parter && before !== '') || (behind !== parter && behind !== ''))
    return undefined;
  const starts = tables();
  if (starts.length === 0) return undefined;
  let row = start;
  while (row > 0 && start - row < MAX_ROW && !isBreak(text, row - 1)) row -= 1;
  if (row > 0 && !isBreak(text, row - 1)) return undefined;
  const table = starts.findLast((each) => each < row);
  if (table === undefined) return undefined;
  const column = cellsOf(text.slice(row, start), parter).length - 1;
  let line = table;
  for (let title = 0; title <= MAX_TITLES && line < row; title += 1) {
    const next = text.indexOf('\n', line);
    if (next < 0 || next - line > MAX_NAMES) return undefined;
    const own = text.slice(line, next);
    const copied = parter === '\t' ? COPIED.exec(own)?.[1] : undefined;
    const name = copied !== undefined ? copied.split(',')[column] : own.includes(parter) ? cellsOf(own, parter)[column] : undefined;
    if (name !== undefined) return name;
    line = next + 1;
  }
  return undefined;
}

/** Names of columns before rows that are put into them, and where they end. */
export interface RowNames {
  readonly end: number;
  readonly names: readonly string[];
}

/** The names before all rows of a stretch of a text: `(id, email) VALUES (1, '…'), (2, '…')`. */
export function rowNames(text: string, start: number, end: number): readonly RowNames[] {
  const from = Math.max(0, start - BEFORE);
  const own = text.slice(from, end);
  return Array.from(own.matchAll(ROW_NAMES), ({ 0: whole, 1: names = '', index }) => ({
    end: from + index + whole.length,
    names: names.split(','),
  }));
}

const ROW_NAMES = /\(([^()]{3,480})\)\s{0,8}values\s{0,8}(?=\()/gi;

/** The name of the column of a value in such a row; undefined where it stands in none. `rows` gives the names around it. */
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

/** What a value's cell ends with on one side, behind blanks and a quote: a sign, or nothing at the end of its row. */
function cellEnd(text: string, from: number, step: 1 | -1): string {
  let at = from;
  while (text[at] === ' ' || text[at] === '"' || text[at] === "'") at += step;
  const sign = text[at] ?? '';
  return sign === '\n' || sign === '\r' ? '' : sign;
}

function isBreak(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r';
}

/** The cells of a row; a sign between quotes parts none. */
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
