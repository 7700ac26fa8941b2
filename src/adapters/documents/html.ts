import { Parser } from 'htmlparser2';
import type { BlockKind } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';

const MAX_DEPTH = 1000;

const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object', 'select', 'head']);
const BLOCKS: Readonly<Record<string, BlockKind>> = {
  p: 'paragraph',
  div: 'paragraph',
  section: 'paragraph',
  article: 'paragraph',
  main: 'paragraph',
  header: 'paragraph',
  footer: 'paragraph',
  nav: 'paragraph',
  aside: 'paragraph',
  blockquote: 'paragraph',
  figcaption: 'paragraph',
  address: 'paragraph',
  table: 'paragraph',
  ul: 'paragraph',
  ol: 'paragraph',
  dl: 'paragraph',
  body: 'paragraph',
  dt: 'list',
  dd: 'list',
  li: 'list',
  pre: 'code',
};

interface Row {
  readonly cells: string[];
  isHeader: boolean;
}

/** The visible text of a page: headings, paragraphs, list items, table rows with their header, code. */
export function readHtml(html: string, writer: BlockWriter): void {
  const open: string[] = [];
  /** Kinds of the open block elements; text gets the innermost. */
  const kinds: BlockKind[] = [];
  const headers: (string | undefined)[] = [];
  let skipped = 0;
  let text = '';
  let row: Row | undefined;
  let steps = 0;

  const flush = (kind: BlockKind = kinds.at(-1) ?? 'paragraph'): void => {
    if (row !== undefined) return;
    const lines =
      kind === 'code'
        ? text
        : text
            .split('\n')
            .map((line) => line.trim())
            .join('\n');
    writer.add(kind, lines);
    text = '';
  };
  const endRow = (): void => {
    if (row === undefined) return;
    const { cells, isHeader } = row;
    row = undefined;
    text = '';
    const line = cells.join(' | ');
    const header = headers.at(-1);
    if (header === undefined && isHeader) headers[headers.length - 1] = line;
    writer.add('table-row', line, header === undefined ? {} : { header });
  };

  const parser = new Parser(
    {
      onopentag(name) {
        steps += 1;
        if (steps % 1000 === 0) writer.check();
        if (open.length >= MAX_DEPTH) throw fileFault('invalid_file', `its elements are nested deeper than ${MAX_DEPTH} levels.`);
        open.push(name);
        if (SKIPPED.has(name)) skipped += 1;
        if (skipped > 0) return;
        if (name === 'br') text += '\n';
        if (name === 'table') {
          flush();
          headers.push(undefined);
        }
        if (name === 'tr' && headers.length > 0) {
          endRow();
          flush();
          row = { cells: [], isHeader: false };
        }
        if ((name === 'td' || name === 'th') && row !== undefined) {
          text = '';
          if (name === 'th') row.isHeader = true;
        }
        const kind = blockKind(name);
        if (kind === undefined) return;
        flush();
        kinds.push(kind);
      },
      ontext(given) {
        if (skipped > 0) return;
        text += kinds.at(-1) === 'code' ? given : given.replace(/\s+/g, ' ');
      },
      onclosetag(name) {
        open.pop();
        if (SKIPPED.has(name)) skipped -= 1;
        if (skipped > 0) return;
        if ((name === 'td' || name === 'th') && row !== undefined) {
          row.cells.push(text.replace(/\s+/g, ' ').trim());
          text = '';
        }
        if (name === 'tr') endRow();
        const level = headingLevel(name);
        if (level !== undefined && row === undefined) {
          writer.heading(level, text.replace(/\s+/g, ' '));
          text = '';
        }
        if (blockKind(name) !== undefined) {
          flush();
          kinds.pop();
        }
        if (name === 'table') headers.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  endRow();
  flush();
}

function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : undefined;
}

function blockKind(name: string): BlockKind | undefined {
  if (headingLevel(name) !== undefined) return 'heading';
  return Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
}
