import type { BlockWriter } from './block-writer.ts';

/** A run of text on a page, from pdf.js: `transform` ends with its position in points, from the lower left. */
export interface TextRun {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

interface PageLine {
  text: string;
  /** In points. */
  height: number;
  readonly y: number;
  end: number;
}

const ITEM = /^\s*(?:[•◦▪‣–*-]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S/i;
const HEADING_SCALE = 1.15;
const MAX_HEADING = 120;

/**
 * Reads pages in order: runs become lines by position, lines become paragraphs by the usual line spacing, and a short paragraph in
 * larger type than most of the document so far is a heading.
 */
export function createPageReader(writer: BlockWriter): (runs: readonly TextRun[], page: number) => void {
  /** Characters by height of their type, in tenths of a point. */
  const seen = new Map<number, number>();
  const usual = (): number => [...seen].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0] / 10;

  return (runs, page) => {
    const lines = linesOf(runs);
    for (const { text, height } of lines) {
      const tenths = Math.round(height * 10);
      seen.set(tenths, (seen.get(tenths) ?? 0) + text.length);
    }
    const body = usual();
    let group: PageLine[] = [];
    const flush = (): void => {
      const [first] = group;
      const text = joined(group);
      group = [];
      if (first === undefined || text === '') return;
      const scale = body > 0 ? first.height / body : 1;
      if (scale >= HEADING_SCALE && text.length <= MAX_HEADING) writer.heading(scale > 1.6 ? 1 : scale > 1.3 ? 2 : 3, text, { page });
      else writer.add(ITEM.test(text) ? 'list' : 'paragraph', text, { page });
    };
    for (const line of lines) {
      const above = group.at(-1);
      if (above !== undefined && parted(above, line)) flush();
      group.push(line);
    }
    flush();
  };
}

function linesOf(runs: readonly TextRun[]): PageLine[] {
  const lines: PageLine[] = [];
  let line: PageLine | undefined;
  let ended = true;
  for (const { str, transform, width, height, hasEOL } of runs) {
    const [, , , , x = 0, y = 0] = transform;
    const tall = height > 0 ? height : Math.abs(transform[3] ?? 0);
    if (str !== '') {
      if (line === undefined || ended || Math.abs(line.y - y) > Math.max(line.height, tall, 1) * 0.6) {
        line = { text: '', height: 0, y, end: x };
        lines.push(line);
        ended = false;
      }
      // Columns of a table and separated words have no space between them in the file.
      if (line.text !== '' && !/\s$/.test(line.text) && !/^\s/.test(str) && x - line.end > tall * 0.25) line.text += ' ';
      line.text += str;
      if (str.trim() !== '') line.height = Math.max(line.height, tall);
      line.end = x + width;
    }
    if (hasEOL) ended = true;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function parted(above: PageLine, below: PageLine): boolean {
  const space = above.y - below.y;
  const tall = Math.max(above.height, below.height, 1);
  return space > tall * 1.75 || space < -tall || Math.abs(above.height - below.height) > tall * 0.12 || ITEM.test(below.text);
}

/** Lines as one text; a word hyphenated at a line end is joined. */
function joined(lines: readonly PageLine[]): string {
  return lines
    .map(({ text }) => text.trim())
    .join('\n')
    .replace(/(\p{Ll})[-\u00AD]\n(?=\p{Ll})/gu, '$1');
}
