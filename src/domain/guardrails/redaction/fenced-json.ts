import type { JsonNesting } from './json-nesting.ts';

/** A line that opens or closes a fenced code block in Markdown. */
const FENCE = /^\s{0,3}```/;
/** Number of characters of a line that are enough to recognise a fence. */
const LINE = 8;

/** Where the line begins in which the next fence may be, or the last line: an ordinary text has thousands of lines without one. */
function nextFenceLine(piece: string, from: number): number {
  const fence = piece.indexOf('```', from);
  return piece.lastIndexOf('\n', (fence < 0 ? piece.length : fence) - 1) + 1;
}

/** Tracks JSON inside the fenced code blocks of a text that is not JSON itself. `begin` creates the tracker of one block. */
export function createFencedJson(begin: () => JsonNesting): JsonNesting {
  let block: JsonNesting | undefined;
  let line = '';

  function endLine(): void {
    if (FENCE.test(line)) block = block === undefined ? begin() : undefined;
    line = '';
  }

  return {
    get depth() {
      return block?.depth ?? 0;
    },
    get isBare() {
      return block?.isBare === true;
    },
    get isBeside() {
      return block?.isBeside ?? true;
    },
    push(piece) {
      let from = 0;
      for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
        line += piece.slice(from, Math.min(end, from + LINE));
        block?.push(piece.slice(from, end + 1));
        endLine();
        from = block === undefined ? nextFenceLine(piece, end + 1) : end + 1;
      }
      if (line.length < LINE) line += piece.slice(from, from + LINE);
      block?.push(piece.slice(from));
    },
  };
}
