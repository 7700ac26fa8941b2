import { isHeading, type TableCell } from './table-cell.ts';

/** The tags that tables consist of. */
const TAGS = /<(\/?)(table|tr|th|td)(?=[\s/>])[^<>]{0,400}>/gi;
const INNER_TAGS = /<[^<>]{0,400}>|&nbsp;/g;

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly isHead: boolean;
}

/** Prefilter: whether a text has a row of an HTML table. */
export function mayHoldMarkup(text: string): boolean {
  return text.includes('<td') || text.includes('<TD');
}

/**
 * Adds the cells of HTML tables that the first row names, however many attributes and lines its tags have; without such a row, of
 * two cells the first names the second.
 */
export function addMarkupCells(text: string, found: TableCell[]): void {
  let names: readonly string[] | undefined;
  let row: Cell[] = [];
  let open: { readonly start: number; readonly isHead: boolean } | undefined;
  const endCell = (end: number): void => {
    if (open !== undefined) row.push({ ...open, end });
    open = undefined;
  };
  const endRow = (end: number): void => {
    endCell(end);
    names = addRow(text, row, names, found);
    row = [];
  };
  for (const { 0: tag, 1: isEnd, 2: kind = '', index } of text.matchAll(TAGS)) {
    const name = kind.toLowerCase();
    if (name === 'th' || name === 'td') {
      endCell(index);
      if (isEnd === '') open = { start: index + tag.length, isHead: name === 'th' };
      continue;
    }
    endRow(index);
    if (name === 'table') names = undefined;
  }
  endRow(text.length);
}

/** Adds the cells of a row under their headings; returns the headings of the next row. */
function addRow(
  text: string,
  row: readonly Cell[],
  names: readonly string[] | undefined,
  found: TableCell[],
): readonly string[] | undefined {
  if (row.length < 2) return names;
  const said = (cell: Cell): string => text.slice(cell.start, cell.end).replaceAll(INNER_TAGS, ' ').trim();
  if (names === undefined || row.every(({ isHead }) => isHead)) {
    const own = row.map(said);
    if (own.every((name) => name === '' || isHeading(name))) return own;
  }
  const [first, second] = row;
  const isPair = row.length === 2 && (names === undefined || first?.isHead === true);
  if (isPair && first !== undefined && second !== undefined) {
    const name = said(first);
    if (isHeading(name)) found.push({ start: second.start, end: second.end, name });
    return names;
  }
  for (const [column, { start, end }] of row.entries()) {
    const name = names?.[column] ?? '';
    if (name !== '') found.push({ start, end, name });
  }
  return names;
}
