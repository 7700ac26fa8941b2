import type { TextRun } from './pdf-page.ts';

const LETTER = /\p{L}/u;
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** The shapes that Arabic letters have within a word, which stand for the letters in some files. */
const SHAPES = /[\uFB50-\uFDFF\uFE70-\uFEFC]+/gu;
/** A mark that nothing begins with. */
const ENDING = /^\s*[.!?؟،,;؛:]+\s*$/u;
/** A gap of this share of the height of the type is a space. */
const SPACE = 0.25;

/**
 * The text of the runs of one line, in the order in which it is read. Runs in scripts from right to left, which a file may hold in any
 * order, are sorted by their places (Unicode Standard Annex 9, by runs): from the right, but numbers and words from left to right among
 * them as they stand. Each run itself is in order already.
 */
export function textOfLine(runs: readonly TextRun[]): string {
  const shown = runs.filter(({ str }) => str !== '');
  if (!shown.some(({ str }) => RIGHT_TO_LEFT.test(str))) return spaced(shown);
  const ordered = inReadingOrder(shown.filter(({ str }) => str.trim() !== ''));
  // Where the paragraph was set from left to right, the mark at its end stands on the right.
  const isStranded = ordered.length > 1 && ENDING.test(ordered[0]?.str ?? '');
  const text = isStranded ? `${spaced(ordered.slice(1))}${ordered[0]?.str}` : spaced(ordered);
  return text.replace(SHAPES, (shapes) => shapes.normalize('NFKC'));
}

/** The text of runs in their order. Columns of a table and separated words have no space between them in the file. */
export function spaced(runs: readonly TextRun[]): string {
  let text = '';
  let before: TextRun | undefined;
  for (const run of runs) {
    const gap = before === undefined ? 0 : Math.max(left(run) - right(before), left(before) - right(run));
    if (gap > tall(run) * SPACE && !/\s$/.test(before?.str ?? '') && !/^\s/.test(run.str)) text += ' ';
    text += run.str;
    before = run;
  }
  return text;
}

function inReadingOrder(runs: readonly TextRun[]): TextRun[] {
  const fromLeft = runs.toSorted((one, other) => left(one) - left(other));
  const letters =
    fromLeft
      .map(({ str }) => str)
      .join('')
      .match(/\p{L}/gu) ?? [];
  const isRightToLeft = letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length * 2 > letters.length;
  const parts = stretches(fromLeft, isRightToLeft);
  return (isRightToLeft ? parts.toReversed() : parts).flatMap(({ runs: own, isTurned }) => (isTurned ? own.toReversed() : own));
}

interface Stretch {
  readonly runs: TextRun[];
  /** Whether it is read from the right. */
  readonly isTurned: boolean;
}

/** Neighbouring runs that are read in the same direction, from the left. Marks between two runs go with them, others with the line. */
function stretches(runs: readonly TextRun[], isRightToLeft: boolean): Stretch[] {
  const own = runs.map(({ str }) => directionOf(str));
  /** The direction of the first run from each on that has one. */
  const after = [...own];
  for (let index = own.length - 2; index >= 0; index -= 1) after[index] ??= after[index + 1];
  let before: boolean | undefined;
  const found: Stretch[] = [];
  for (const [index, run] of runs.entries()) {
    const isTurned = own[index] ?? (before !== undefined && before === after[index] ? before : isRightToLeft);
    before = own[index] ?? before;
    const last = found.at(-1);
    if (last?.isTurned === isTurned) last.runs.push(run);
    else found.push({ runs: [run], isTurned });
  }
  return found;
}

/** Whether a run is read from the right; undefined if it has neither letters nor digits. */
function directionOf(text: string): boolean | undefined {
  if (RIGHT_TO_LEFT.test(text)) return true;
  return LETTER.test(text) || /\p{N}/u.test(text) ? false : undefined;
}

/** Where a run begins, in points from the left. */
export function left({ transform }: TextRun): number {
  return transform[4] ?? 0;
}

/** Where a run ends. */
export function right(run: TextRun): number {
  return left(run) + run.width;
}

/** The height of the type of a run, in points. */
export function tall({ height, transform }: TextRun): number {
  return height > 0 ? height : Math.abs(transform[3] ?? 0);
}
