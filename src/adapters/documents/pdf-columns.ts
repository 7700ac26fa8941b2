import { left, right, spaced } from './pdf-line.ts';
import type { TextRun } from './pdf-page.ts';

/** Runs at one height. */
export interface RunLine {
  readonly runs: readonly TextRun[];
  readonly height: number;
  readonly y: number;
}

/** A gap between columns is at least so many times as wide as the type is high. */
const GUTTER = 1.2;
/** Fewer lines next to each other are no columns. */
const MIN_LINES = 3;
/** Prose has so many words a line, and so often goes on in the next line with a small letter; cells of a table hardly ever do. */
const MIN_WORDS = 2.5;
const MIN_FLOWING = 0.4;
/** So many lines that have a gap in common but are no columns are not searched for columns among them. */
const MANY_LINES = 100;
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A line with where it begins and ends, and the gaps in it. */
interface Measured {
  readonly line: RunLine;
  readonly extent: Gap;
  readonly gaps: readonly Gap[];
}

/**
 * Lines in the order in which they are read, where a file holds columns of prose line by line: the left column first. The rows of a table
 * stay together, as do lines from right to left.
 */
export function inColumns(lines: readonly RunLine[]): RunLine[] {
  const measured = lines.map(measure);
  const ordered: RunLine[] = [];
  for (let index = 0; index < lines.length;) {
    const { gutter, end } = blockAt(measured, index);
    const block = lines.slice(index, end);
    const columns = gutter === undefined || block.length < MIN_LINES ? [] : split(block, gutter.to);
    const isProse = areProse(columns);
    const taken = isProse || block.length >= MANY_LINES ? block.length : 1;
    ordered.push(...(isProse ? columns.flatMap((column) => inColumns(column)) : block.slice(0, taken)));
    index += taken;
  }
  return ordered;
}

function measure(line: RunLine): Measured {
  const shown = line.runs.filter(({ str }) => str.trim() !== '').toSorted((one, other) => left(one) - left(other));
  const isFromRight = shown.some(({ str }) => FROM_RIGHT.test(str));
  const gaps: Gap[] = [];
  let end = -Infinity;
  for (const run of shown) {
    if (!isFromRight && left(run) - end >= line.height * GUTTER && end > -Infinity) gaps.push({ from: end, to: left(run) });
    end = Math.max(end, right(run));
  }
  // One without a gap that could be narrowed ends columns.
  const from = isFromRight ? -Infinity : Math.min(...shown.slice(0, 1).map(left));
  return { line, extent: { from, to: isFromRight ? Infinity : end }, gaps };
}

/** The lines from one on that have a gap in common, up to the one behind them; at least that line. */
function blockAt(lines: readonly Measured[], start: number): { gutter: Gap | undefined; end: number } {
  let gutter = lines[start]?.gaps.toSorted((one, other) => other.to - other.from - (one.to - one.from))[0];
  let end = start + 1;
  for (; gutter !== undefined && end < lines.length; end += 1) {
    const { from, to }: Gap = gutter;
    const next = lines[end];
    if (next === undefined) break;
    // Where one column is shorter, the other has the line for itself.
    if (next.extent.to <= from || next.extent.from >= to) continue;
    const narrowed = next.gaps.map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }));
    const free = narrowed.find((gap) => gap.to - gap.from >= next.line.height * GUTTER * 0.7);
    if (free === undefined) break;
    gutter = free;
  }
  return { gutter, end };
}

function split(block: readonly RunLine[], at: number): RunLine[][] {
  const sides = [(run: TextRun) => left(run) < at - 1, (run: TextRun) => left(run) >= at - 1];
  return sides.map((isOnSide) =>
    block.map((line) => ({ ...line, runs: line.runs.filter(isOnSide) })).filter(({ runs }) => runs.length > 0),
  );
}

/** Whether columns hold sentences that go on from line to line, in each of them and often in all. */
function areProse(columns: readonly (readonly RunLine[])[]): boolean {
  const flowing = columns.map((column) => column.slice(1).filter(({ runs: [first] }) => BEGINS_SMALL.test(first?.str ?? '')).length);
  const ends = columns.reduce((sum, column) => sum + column.length - 1, 0);
  return (
    columns.length > 1 &&
    flowing.reduce((sum, count) => sum + count, 0) >= ends * MIN_FLOWING &&
    columns.every(
      (column, index) => column.length >= MIN_LINES && (flowing[index] ?? 0) > 0 && wordsOf(column) >= column.length * MIN_WORDS,
    )
  );
}

const BEGINS_SMALL = /^\s*\p{Ll}/u;

function wordsOf(column: readonly RunLine[]): number {
  return column.reduce((sum, { runs }) => sum + spaced(runs).trim().split(/\s+/).length, 0);
}
