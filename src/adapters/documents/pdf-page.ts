import type { BlockWriter } from './block-writer.ts';
import { inColumns } from './pdf-columns.ts';
import { withHeadingsAbove, type PageBlock } from './pdf-headings.ts';
import { left, right, tall, textOfLine } from './pdf-line.ts';

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
  readonly left: number;
  readonly right: number;
  readonly isTurned: boolean;
}

/** Lines that belong together. */
interface Group extends PageBlock {
  readonly text: string;
  readonly scale: number;
}

const ITEM = /^\s*(?:[•◦▪‣–*-]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S/i;
const HEADING_SCALE = 1.15;
const SMALL_SCALE = 0.8;
const MAX_HEADING = 120;
/** In the matrix of a run; upright text, also slanted one, has 0. */
const TURNED = 0.01;

/**
 * Reads pages in order: runs become lines by position, lines become paragraphs by the usual line spacing, and a short paragraph in
 * larger type than most of the document so far is a heading, which comes before its section.
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
    const groups: Group[] = [];
    let group: PageLine[] = [];
    const flush = (): void => {
      const [first] = group;
      const text = joined(group);
      if (first !== undefined && text !== '') groups.push(toGroup(group, text, body > 0 ? first.height / body : 1));
      group = [];
    };
    for (const line of lines) {
      const above = group.at(-1);
      if (above !== undefined && parted(above, line)) flush();
      group.push(line);
    }
    flush();
    for (const { text, scale, isHeading } of withHeadingsAbove(groups)) {
      if (isHeading) writer.heading(scale > 1.6 ? 1 : scale > 1.3 ? 2 : 3, text, { page });
      else writer.add(ITEM.test(text) ? 'list' : 'paragraph', text, { page });
    }
  };
}

function toGroup(lines: readonly PageLine[], text: string, scale: number): Group {
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
    top = Math.max(top, line.y + line.height);
    bottom = Math.min(bottom, line.y);
  }
  const isHeading = scale >= HEADING_SCALE && text.length <= MAX_HEADING;
  return {
    text,
    scale,
    isHeading,
    isSmall: scale < SMALL_SCALE,
    isTurned: lines.some(({ isTurned }) => isTurned),
    left,
    right,
    top,
    bottom,
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
    .map(({ runs: own, height, y }) => {
      const shown = own.filter(({ str }) => str.trim() !== '');
      const ends = { left: Math.min(...shown.map(left)), right: Math.max(...shown.map(right)) };
      return { text: textOfLine(own), height, y, ...ends, isTurned: shown.some(({ transform }) => Math.abs(transform[1] ?? 0) > TURNED) };
    })
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
