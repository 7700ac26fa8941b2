import type { BlockWriter } from './block-writer.ts';

/** Lines of a text with their positions, without their line feeds. */
export interface Line {
  readonly text: string;
  readonly start: number;
}

/** The lines of a text without their line ends, and where each begins. */
export function* linesOf(text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    yield { text: text.slice(start, end), start };
    start = end + 1;
  }
}

/** Plain text: paragraphs are separated by empty lines; positions are those in the file. */
export function readPlainText(text: string, writer: BlockWriter): void {
  let start: number | undefined;
  for (const line of linesOf(text)) {
    if (line.text !== '') start ??= line.start;
    else if (start !== undefined) {
      writer.add('paragraph', text.slice(start, line.start - 1), { start });
      start = undefined;
    }
  }
  if (start !== undefined) writer.add('paragraph', text.slice(start), { start });
}
