import { addArrayCells, mayHoldArrays } from './array-cells.ts';
import { addLineCells, mayHoldLines } from './line-cells.ts';
import { addMarkupCells, mayHoldMarkup } from './markup-cells.ts';
import type { TableCell } from './table-cell.ts';

/** The named cells of a text in order, and the names of all. */
export interface TableCells {
  readonly cells: readonly TableCell[];
  readonly names: string;
}

const NONE: TableCells = { cells: [], names: '' };
/** What may be in a cell besides a value: spaces, tags, quotes, brackets, the time of a date. */
const BESIDES = /^(?:[\s"'()+*]|<[^<>]{0,120}>|T\d\d:\d\d[\d:.]{0,14}(?:Z|[+-]\d\d:?\d\d)?)*$/;
const MAX_BESIDES = 200;

/**
 * Reads the cells of tables whose headings are far from the values: HTML, JSON arrays and tuples, Jira, LaTeX; and those of JSON
 * objects with a label and a value. Linear in the length of the text.
 */
export function readTableCells(text: string): TableCells {
  const found: TableCell[] = [];
  if (mayHoldMarkup(text)) addMarkupCells(text, found);
  if (mayHoldArrays(text)) addArrayCells(text, found);
  if (mayHoldLines(text)) addLineCells(text, found);
  if (found.length === 0) return NONE;
  return { cells: found.toSorted((a, b) => a.start - b.start), names: [...new Set(found.map(({ name }) => name))].join('\n') };
}

/** The cell that a value is alone in; undefined if it is in none. Logarithmic in the number of cells. */
export function cellAround(text: string, { cells }: TableCells, start: number, end: number): TableCell | undefined {
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cells[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const cell = cells[low - 1];
  if (cell === undefined || end > cell.end || start - cell.start > MAX_BESIDES || cell.end - end > MAX_BESIDES) return undefined;
  return BESIDES.test(text.slice(cell.start, start)) && BESIDES.test(text.slice(end, cell.end)) ? cell : undefined;
}
