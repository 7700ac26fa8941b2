/** What parts the cells of a row: of a file of comma separated values, a table in Markdown, a sheet that was copied. */
const PARTERS = ',;|\t';
/** Farthest that the beginning of a row is looked for, longest name of a column, most rows that may stand before the one with the names. */
const MAX_ROW = 240;
const MAX_NAMES = 480;
const MAX_TITLES = 3;
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
    const name = text.slice(line, next).includes(parter) ? cellsOf(text.slice(line, next), parter)[column] : undefined;
    if (name !== undefined) return name;
    line = next + 1;
  }
  return undefined;
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
