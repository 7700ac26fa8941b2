import { Parser } from 'htmlparser2';
import type { BlockKind } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';
import { createLinkNotes } from './link-notes.ts';

const MAX_DEPTH = 1000;

/** The level of a page's title, which stands above all of its headings. */
const TITLE_LEVEL = 0;

/** Elements whose content no browser shows, or only if it cannot show what they stand for. */
const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'svg',
  'iframe',
  'object',
  'audio',
  'video',
  'canvas',
  'select',
  'datalist',
]);
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:!\s*important\s*)?(?:;|$)/i;
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
  figure: 'paragraph',
  form: 'paragraph',
  fieldset: 'paragraph',
  legend: 'paragraph',
  details: 'paragraph',
  summary: 'paragraph',
  dialog: 'paragraph',
  hgroup: 'paragraph',
  search: 'paragraph',
  menu: 'paragraph',
  hr: 'paragraph',
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

/** Elements that are boxes of their own in a line: their text is no part of the word before or behind it. */
const BOXES = new Set(['button', 'meter', 'progress', 'textarea']);

interface Row {
  readonly cells: string[];
  isHeader: boolean;
}

interface Table {
  header?: string;
  /** Whether it is in a cell of another table, whose row goes on behind it. */
  readonly isInRow: boolean;
}

/**
 * The visible text of a page: headings, paragraphs, list items, table rows with their header, code. Its title comes first, as a heading
 * above the others, and not again as the first `h1`. Pictures are read as their `alt`; targets of links stand behind them. Left out is what elements hide by themselves or by
 * an attribute; text hidden by a stylesheet or a script is not recognised. `aria-hidden` hides nothing: the text is on the screen.
 */
export function readHtml(html: string, writer: BlockWriter): void {
  /** Whether each of the open elements hides its content. */
  const open: boolean[] = [];
  /** Kinds of the open block elements; text gets the innermost. */
  const kinds: BlockKind[] = [];
  const tables: Table[] = [];
  let hiding = 0;
  let title: string | undefined;
  let isInTitle = false;
  let hasTopHeading = false;
  let text = '';
  /** Whether a link ended right before: the next one is another text, such as the next entry of a menu. */
  let isAfterLink = false;
  /** The link that is open, and where its text begins. */
  let link: { readonly target: string | undefined; readonly start: number } | undefined;
  /** How many menus are open, whose links lead to the rest of a site. */
  let menus = 0;
  const note = createLinkNotes();
  let row: Row | undefined;
  let steps = 0;

  const clear = (): void => {
    text = '';
    link = undefined;
  };
  const flush = (kind: BlockKind = kinds.at(-1) ?? 'paragraph'): void => {
    if (row !== undefined) {
      // The blocks of a cell are on one line, but not one word.
      text += ' ';
      return;
    }
    const lines = kind === 'code' ? text : text.split('\n').map(oneLine).join('\n');
    writer.add(kind, lines);
    clear();
  };
  const part = (): void => {
    if (kinds.at(-1) !== 'code') text += ' ';
  };
  const endCell = (): void => {
    if (row === undefined) return;
    row.cells.push(oneLine(text));
    clear();
  };
  const endRow = (): void => {
    if (row === undefined) return;
    const { cells, isHeader } = row;
    row = undefined;
    clear();
    if (cells.every((cell) => cell === '')) return;
    const line = cells.join(' | ');
    const table = tables.at(-1);
    const header = table?.header;
    if (table !== undefined && isHeader) table.header ??= line;
    writer.add('table-row', line, header === undefined ? {} : { header });
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        steps += 1;
        if (steps % 1000 === 0) writer.check();
        if (open.length >= MAX_DEPTH) throw fileFault('invalid_file', `its elements are nested deeper than ${MAX_DEPTH} levels.`);
        if (name === 'title' && title === undefined && hiding === 0) {
          flush();
          title = '';
          isInTitle = true;
        }
        const hides = isHidden(name, attributes);
        open.push(hides);
        if (hides) hiding += 1;
        if (hiding > 0) return;
        if (name === 'br') text += '\n';
        if (BOXES.has(name) || (name === 'a' && isAfterLink)) part();
        isAfterLink = false;
        if (name === 'nav') menus += 1;
        if (name === 'a') {
          const kind = kinds.at(-1);
          link = menus > 0 || kind === 'heading' || kind === 'code' ? undefined : { target: attributes.href, start: text.length };
        }
        if (name === 'img' && attributes.alt !== undefined) text += ` ${oneLine(attributes.alt)} `;
        if (name === 'table') {
          flush();
          const isInRow = row !== undefined;
          endCell();
          endRow();
          tables.push({ isInRow });
        }
        if (name === 'tr' && tables.length > 0) {
          endRow();
          flush();
          row = { cells: [], isHeader: false };
        }
        if ((name === 'td' || name === 'th') && row !== undefined) {
          clear();
          if (name === 'th') row.isHeader = true;
        }
        const kind = blockKind(name);
        if (kind === undefined) return;
        flush();
        kinds.push(kind);
      },
      ontext(given) {
        if (isInTitle) title += given;
        if (hiding > 0) return;
        isAfterLink = false;
        const shown = given.replaceAll('\u00AD', '');
        text += kinds.at(-1) === 'code' ? shown : shown.replace(/\s+/g, ' ');
      },
      onclosetag(name) {
        if (isInTitle) {
          isInTitle = false;
          writer.heading(TITLE_LEVEL, oneLine(title ?? ''));
        }
        if (open.pop() === true) {
          hiding -= 1;
          return;
        }
        if (hiding > 0) return;
        if (BOXES.has(name)) part();
        if (name === 'nav') menus -= 1;
        isAfterLink = name === 'a';
        if (name === 'a' && link !== undefined) {
          text += note(link.target, text.slice(link.start));
          link = undefined;
        }
        if (name === 'td' || name === 'th') endCell();
        if (name === 'tr') endRow();
        const level = headingLevel(name);
        if (level !== undefined && row === undefined) {
          const line = oneLine(text);
          const isTitle = level === 1 && !hasTopHeading && line !== '' && line === oneLine(title ?? '');
          hasTopHeading ||= level === 1 && line !== '';
          // A blank heading ends the section above.
          writer.heading(level, isTitle ? '' : line);
          clear();
        }
        if (blockKind(name) !== undefined) {
          flush();
          kinds.pop();
        }
        if (name === 'table') {
          endRow();
          if (tables.pop()?.isInRow === true) row = { cells: [], isHeader: false };
        }
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  endRow();
  flush();
}

function isHidden(name: string, { hidden, style = '', open, popover }: Readonly<Record<string, string>>): boolean {
  // A page that hides itself as a whole is shown by its script.
  if (name === 'html' || name === 'body') return false;
  if (SKIPPED.has(name) || popover !== undefined || (name === 'dialog' && open === undefined)) return true;
  return (hidden !== undefined && hidden.toLowerCase() !== 'until-found') || HIDDEN_STYLE.test(style);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function headingLevel(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : undefined;
}

function blockKind(name: string): BlockKind | undefined {
  if (headingLevel(name) !== undefined) return 'heading';
  return Object.hasOwn(BLOCKS, name) ? BLOCKS[name] : undefined;
}
