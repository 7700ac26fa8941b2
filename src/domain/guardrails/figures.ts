import { isAsciiLetter, isDigit } from './normalisation/ascii.ts';

/** Rows of digits from which a stretch of them is data, such as a line of a table, a path of a drawing or a puzzle. */
const LEAST_FIGURES = 3;
/** A number that may be the code of a printable ASCII character or a line break. */
const CODE = /^(?:10|13|3[2-9]|[4-9]\d|1[01]\d|12[0-6]),?$/;

/** A text without its figures, as long as before, and how many rows of digits were taken from a span and how many words are in it. */
export interface WithoutFigures {
  readonly text: string;
  readonly figures: number;
  readonly words: number;
}

/**
 * A text with spaces for stretches of different numbers, signs and single letters: coordinates, tables, paths of drawings, puzzles. Such
 * a stretch orders nothing, while the learned model takes rows of numbers for letters in a code; such as may be one stay. Counts what
 * is within the span. Linear in the length of the text.
 */
export function withoutFigures(text: string, start = 0, end = text.length): WithoutFigures {
  const pieces: string[] = [];
  let [from, figures, words, before] = [0, 0, 0, ''];
  let stretch = { start: 0, end: 0, figures: 0, inside: 0, isCode: true };
  const close = (): void => {
    if (stretch.figures >= LEAST_FIGURES && !stretch.isCode) {
      pieces.push(text.slice(from, stretch.start), ' '.repeat(stretch.end - stretch.start));
      from = stretch.end;
      figures += stretch.inside;
    }
    stretch = { start: 0, end: 0, figures: 0, inside: 0, isCode: true };
  };
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const digits = rowsOfDigits(chunk);
    const isInside = index >= start && index < end;
    if (digits === undefined) {
      close();
      if (isInside) words += 1;
    } else if (digits > 0) {
      stretch = {
        start: stretch.figures === 0 ? index : stretch.start,
        end: index + chunk.length,
        figures: stretch.figures + (chunk === before ? 0 : digits),
        inside: stretch.inside + (isInside ? digits : 0),
        isCode: stretch.isCode && CODE.test(chunk),
      };
      before = chunk;
    }
  }
  close();
  return { text: pieces.length === 0 ? text : pieces.join('') + text.slice(from), figures, words };
}

/** How many rows of digits a chunk between spaces has; undefined if it has two letters in a row, or one that is not ASCII. */
function rowsOfDigits(chunk: string): number | undefined {
  let [rows, letters, wasDigit] = [0, 0, false];
  for (let at = 0; at < chunk.length; at += 1) {
    const code = chunk.charCodeAt(at);
    if (code > 127) return undefined;
    letters = isAsciiLetter(code) ? letters + 1 : 0;
    if (letters > 1) return undefined;
    const isOne = isDigit(code);
    if (isOne && !wasDigit) rows += 1;
    wasDigit = isOne;
  }
  return rows;
}
