import type { BlockWriter } from './block-writer.ts';
import { inColumns } from './pdf-columns.ts';
import { tall, textOfLine } from './pdf-line.ts';

/** A run of text on a page, from pdf.js: `transform` ends with its position in points, from the lower left. */
export interface TextRun {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

interface PageLine {
  readonly text: string;
  /** In points. */
  readonly height: number;
  readonly y: number;
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
  const lines: { readonly runs: TextRun[]; height: number; readonly y: number }[] = [];
  let ended = true;
  for (const run of runs) {
    const y = run.transform[5] ?? 0;
    const height = tall(run);
    if (run.str !== '') {
      let line = lines.at(-1);
      if (line === undefined || ended || Math.abs(line.y - y) > Math.max(line.height, height, 1) * 0.6) {
        line = { runs: [], height: 0, y };
        lines.push(line);
        ended = false;
      }
      line.runs.push(run);
      if (run.str.trim() !== '') line.height = Math.max(line.height, height);
    }
    if (run.hasEOL) ended = true;
  }
  return inColumns(lines)
    .map(({ runs: own, height, y }) => ({ text: textOfLine(own), height, y }))
    .filter(({ text }) => text.trim() !== '');
}

function parted(above: PageLine, below: PageLine): boolean {
  const space = above.y - below.y;
  const height = Math.max(above.height, below.height, 1);
  return space > height * 1.75 || space < -height || Math.abs(above.height - below.height) > height * 0.12 || ITEM.test(below.text);
}

/** Lines as one text; a word hyphenated at a line end is joined. */
function joined(lines: readonly PageLine[]): string {
  return lines
    .map(({ text }) => text.trim())
    .join('\n')
    .replace(/(\p{Ll})[-\u00AD]\n(?=\p{Ll})/gu, '$1');
}
