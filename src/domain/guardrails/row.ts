import { atOnce } from '../../core/at-once.ts';
import type { Cell, OpenCell } from './cell.ts';
import type { ReadPart } from './read-part.ts';

/** A part with the results of its checks so far, in policy order. */
export interface Row extends ReadPart {
  readonly known: readonly Cell[] | undefined;
  readonly cells: Cell[];
}

/** An open cell and where it belongs. */
export interface PlacedDoubt {
  readonly row: Row;
  readonly index: number;
  readonly cell: OpenCell;
}

/** Puts a cell into its row, or among the open ones. */
export function fillIn(cell: Cell | OpenCell, row: Row, index: number, open: PlacedDoubt[]): void {
  if ('settle' in cell) open.push({ row, index, cell });
  else row.cells[index] = cell;
}

/**
 * Settles open cells, the most suspicious part first: what is left when the time is up is what needed a second stage least, and harmless
 * parts cannot use up the time of the one among them that is not.
 */
export async function settleDoubts(open: readonly PlacedDoubt[]): Promise<void> {
  if (open.length === 0) return;
  const inOrder = open.toSorted((one, other) => other.cell.score - one.cell.score);
  const most = open.reduce((least, { cell }) => Math.min(least, cell.atOnce), Number.POSITIVE_INFINITY);
  await atOnce(most, inOrder, async ({ row, index, cell }) => {
    row.cells[index] = await cell.settle();
  });
}
