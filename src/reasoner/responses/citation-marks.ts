/** The citation mark that a model writes after text from a passage: 【2】 for the second one, also 【2†source】. */
const MARK = /【(\d{1,3})(?:†[^【】]{0,40})?】/g;
/** Longer text without its end is not a mark. */
const LONGEST_MARK = 48;

/** The mark of a passage, counted from 1. */
export function citationMark(number: number): string {
  return `【${number}】`;
}

/** A piece of text without marks, and the marks that followed it. */
export interface UnmarkedPiece {
  readonly text: string;
  readonly marks: readonly number[];
}

/** Removes marks from text that arrives in pieces; what may be the beginning of one is held back until that is clear. */
export interface MarkReader {
  push(text: string): readonly UnmarkedPiece[];
  /** The text that was held back. */
  end(): readonly UnmarkedPiece[];
}

/** Reads the marks of one answer. */
export function createMarkReader(): MarkReader {
  let held = '';
  return {
    push(text) {
      held += text;
      const open = held.lastIndexOf('【');
      const waits = open >= 0 && !held.includes('】', open) && held.length - open < LONGEST_MARK;
      const ready = waits ? held.slice(0, open) : held;
      held = waits ? held.slice(open) : '';
      return piecesOf(ready);
    },
    end() {
      const rest = held;
      held = '';
      return piecesOf(rest);
    },
  };
}

function piecesOf(text: string): UnmarkedPiece[] {
  const pieces: { text: string; marks: number[] }[] = [];
  let start = 0;
  for (const { index, 0: mark, 1: number } of text.matchAll(MARK)) {
    if (index > start || pieces.length === 0) pieces.push({ text: text.slice(start, index), marks: [] });
    pieces.at(-1)?.marks.push(Number(number));
    start = index + mark.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start), marks: [] });
  return pieces;
}
