import type { Cell } from './cell.ts';

/** Results of all checks on a text, taken apart into what other texts share and what is its own. */
export interface PackedRow {
  readonly row: SharedRow;
  /** The score of the cell at `row.scored`. */
  readonly score: number;
  /** Cells with findings, as JSON of `OwnCell[]`; empty without any. */
  readonly own: string;
}

interface SharedRow {
  /** Undefined where a text has a cell of its own. */
  readonly cells: readonly (Cell | undefined)[];
  /** Index of the cell whose score is kept apart; -1 if none is. */
  readonly scored: number;
}

/** A cell and its index among the checks. */
type OwnCell = [number, Cell];

/** Limits on the shared cells of one check, and on the shared rows. */
const MOST_CELLS = 64;
const MOST_ROWS = 64;

/** Returns a function that packs rows of cells; rows without findings take next to no memory. */
export function createRowPacker(): (cells: readonly Cell[]) => PackedRow {
  /** Cells without findings by what they say, in the order of the checks. */
  const plain: Map<string, Cell>[] = [];
  const rows: SharedRow[] = [];

  /** The shared cell that says the same, without its score. */
  function plainCell(cell: Cell, index: number): Cell {
    const known = (plain[index] ??= new Map<string, Cell>());
    const name = nameOf(cell);
    const shared = known.get(name) ?? withScore(cell, 0);
    if (known.size < MOST_CELLS) known.set(name, shared);
    return shared;
  }

  return (all) => {
    const scored = all.findIndex((cell) => isPlain(cell) && cell.record.score > 0);
    const own: OwnCell[] = [];
    const cells = all.map((cell, index) => {
      if (isPlain(cell) && (index === scored || cell.record.score === 0)) return plainCell(cell, index);
      own.push([index, cell]);
      return undefined;
    });
    let row = rows.find((each) => each.scored === scored && each.cells.every((cell, index) => cell === cells[index]));
    if (row === undefined) {
      row = { cells, scored };
      if (rows.length < MOST_ROWS) rows.push(row);
    }
    return { row, score: all[scored]?.record.score ?? 0, own: own.length === 0 ? '' : JSON.stringify(own) };
  };
}

/** The cells of a packed row. */
export function cellsOf({ row: { cells, scored }, score, own }: PackedRow): readonly Cell[] {
  const owned = new Map(own === '' ? [] : (JSON.parse(own) as OwnCell[]));
  return cells.flatMap((shared, index) => {
    const cell = shared ?? owned.get(index);
    if (cell === undefined) return [];
    return [index === scored ? withScore(cell, score) : cell];
  });
}

function isPlain({ findings, second }: Cell): boolean {
  return findings.length === 0 && (second === undefined || (second.findings === 0 && second.score === 0));
}

function nameOf({ record, second }: Cell): string {
  return second === undefined ? said(record) : `${said(record)}\n${said(second)}`;
}

function said({ outcome, reason = 'none' }: Cell['record']): string {
  return outcome === 'scanned' ? '' : reason;
}

function withScore(cell: Cell, score: number): Cell {
  return { ...cell, record: { ...cell.record, score } };
}
