import type { TableCells } from '../detectors/table-cells.ts';
import { collectColumn, isNameOf, isOwned, type ColumnKind, type ColumnValues, type TabularValue } from './secret-columns.ts';

const KINDS: readonly ColumnKind[] = ['password', 'key', 'code'];
/** What may be around a value in its cell. */
const LEAD = /(?:\s|<[^<>]{0,120}>|&nbsp;|["'\x60*])*/y;
const TRAIL = /(?:\s|<[^<>]{0,120}>|&nbsp;|["'\x60*])+$/;
const MAX_CELL = 400;

/** Adds the secrets in tables whose headings are far from the values: HTML, JSON arrays, Jira, LaTeX. */
export function secretsInCells(text: string, { cells, names }: TableCells, found: TabularValue[]): void {
  const all = names.split('\n');
  const columns = new Map<string, ColumnValues | undefined>();
  for (const { start, end, name } of cells) {
    if (end - start > MAX_CELL) continue;
    if (!columns.has(name)) columns.set(name, columnNamed(text, name, all, found));
    const column = columns.get(name);
    if (column === undefined) continue;
    LEAD.lastIndex = start;
    LEAD.test(text);
    const from = Math.min(end, LEAD.lastIndex);
    column.add(from, from + text.slice(from, end).replace(TRAIL, '').length);
  }
}

function columnNamed(text: string, name: string, all: readonly string[], found: TabularValue[]): ColumnValues | undefined {
  const plain = name.trim();
  const kind = KINDS.find((each) => isNameOf(each, plain));
  return kind === undefined || !isOwned(all, all.indexOf(name), kind) ? undefined : collectColumn(text, kind, plain, found);
}
