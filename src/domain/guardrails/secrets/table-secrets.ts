import type { TableCell } from '../detectors/table-cell.ts';
import { collectColumn, isNameOf, ownedColumns, type ColumnKind, type ColumnValues, type TabularValue } from './secret-columns.ts';

const KINDS: readonly ColumnKind[] = ['password', 'key', 'code'];
/** What may be around a value in its cell. */
const AROUND = /<[^<>]{0,120}>|&nbsp;|["'\x60*]/g;
const MAX_CELL = 400;

/**
 * Adds the secrets in tables whose headings are far from the values: HTML, JSON arrays, Jira, LaTeX. Linear in the lengths of the cells
 * and of their names.
 */
export function secretsInCells(text: string, cells: readonly TableCell[], found: TabularValue[]): void {
  const columns = columnsOf(text, [...new Set(cells.map(({ name }) => name))], found);
  for (const { start, end, name } of cells) {
    const column = end - start > MAX_CELL ? undefined : columns.get(name);
    if (column === undefined) continue;
    const cell = text.slice(start, end).replaceAll(AROUND, (mark) => ' '.repeat(mark.length));
    const from = start + cell.length - cell.trimStart().length;
    column.add(from, from + cell.trim().length);
  }
}

/** The columns of secrets among those with these names. */
function columnsOf(text: string, names: readonly string[], found: TabularValue[]): ReadonlyMap<string, ColumnValues> {
  const owned = new Map(KINDS.map((kind) => [kind, ownedColumns(names, kind)]));
  const columns = new Map<string, ColumnValues>();
  for (const [place, name] of names.entries()) {
    const plain = name.trim();
    const kind = KINDS.find((each) => isNameOf(each, plain));
    if (kind !== undefined && owned.get(kind)?.(place) === true) columns.set(name, collectColumn(text, kind, plain, found));
  }
  return columns;
}
