import type { BlockKind } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { linesOf } from './plain-text.ts';

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/;
const ROW = /^\s*\|.*\|$/;
const RULE_ROW = /^[\s:|-]+$/;
/** A longer line is not a heading; matching it would be slow. */
const MAX_HEADING = 1000;

interface Open {
  readonly kind: BlockKind;
  readonly start: number;
  end: number;
  lines: number;
}

/**
 * Markdown as written: headings, paragraphs, list items, table rows with their header, fenced code. Positions are those in the file, and
 * the markup stays in the text.
 */
export function readMarkdown(text: string, writer: BlockWriter): void {
  let open: Open | undefined;
  let fence: string | undefined;
  let header: string | undefined;

  function close(): void {
    if (open !== undefined) {
      const options = { start: open.start, ...(open.kind === 'table-row' && header !== undefined ? { header } : {}) };
      writer.add(open.kind, text.slice(open.start, open.end), options);
    }
    open = undefined;
  }

  for (const line of linesOf(text)) {
    const end = line.start + line.text.length;
    const begin = (kind: BlockKind): void => {
      close();
      open = { kind, start: line.start, end, lines: 1 };
    };
    const extend = (): void => {
      if (open === undefined) return;
      open.end = end;
      open.lines += 1;
    };
    if (fence !== undefined) {
      extend();
      const mark = FENCE.exec(line.text)?.[1];
      if (mark !== undefined && mark.startsWith(fence) && line.text.trim() === mark) {
        fence = undefined;
        close();
      }
      continue;
    }
    if (line.text === '') {
      close();
      header = undefined;
      continue;
    }
    const fenced = FENCE.exec(line.text)?.[1];
    if (fenced !== undefined) {
      begin('code');
      fence = fenced;
      continue;
    }
    const heading = line.text.length > MAX_HEADING ? null : HEADING.exec(line.text);
    if (heading !== null) {
      close();
      const [, marks = '', title = ''] = heading;
      if (title !== '') writer.heading(marks.length, title, { start: line.start + line.text.indexOf(title, marks.length) });
      continue;
    }
    const underline = UNDERLINE.exec(line.text)?.[1];
    if (underline !== undefined && open?.kind === 'paragraph' && open.lines === 1) {
      const { start, end: titleEnd } = open;
      open = undefined;
      writer.heading(underline.startsWith('=') ? 1 : 2, text.slice(start, titleEnd), { start });
      continue;
    }
    if (ROW.test(line.text) || (header !== undefined && line.text.includes('|'))) {
      if (RULE_ROW.test(line.text)) {
        close();
        continue;
      }
      begin('table-row');
      close();
      header ??= line.text.trim();
      continue;
    }
    if (ITEM.test(line.text)) begin('list');
    else if (open === undefined) begin(/^(?: {4}|\t)/.test(line.text) ? 'code' : 'paragraph');
    else extend();
  }
  close();
}
