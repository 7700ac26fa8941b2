import type { JsonNesting } from './json-nesting.ts';

/** A line that begins or ends a fenced code block in Markdown. */
const FENCE = /^\s{0,3}```/;
/** How many characters of a line tell whether it is one. */
const LINE = 8;

/** Tracks JSON in the fenced code blocks of a text that is not JSON itself. `begin` treats what follows as one block. */
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
        from = end + 1;
      }
      if (line.length < LINE) line += piece.slice(from, from + LINE);
      block?.push(piece.slice(from));
    },
  };
}
