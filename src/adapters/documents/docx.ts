import type { ExtractionLimits } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { createLinkReader, readTargets, type LinkReader } from './docx-links.ts';
import { fileFault } from './faults.ts';
import { createLinkNotes } from './link-notes.ts';
import { readNumbering, type Numbering } from './ooxml-numbering.ts';
import { isOn, readStyles, readXml, type WordStyles } from './ooxml-parts.ts';
import { unpack } from './zip.ts';

/** Some programs number these parts although there is only one of each. */
const MAIN = /^word\/document\d*\.xml$/;
const STYLES = /^word\/styles\d*\.xml$/;
const NUMBERING = /^word\/numbering\d*\.xml$/;
const SIDE = /^word\/(?:header|footer|footnotes|endnotes|comments|charts\/chart|diagrams\/data)\d*\.xml$/;
/** Where the links of these parts lead. */
const TARGETS = /^word\/_rels\/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml\.rels$/;

/** Parts by which other formats are known that are zip files too. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^xl\//, 'an Excel workbook'],
  [/^ppt\//, 'a PowerPoint presentation'],
  [/^META-INF\/container\.xml$/, 'an EPUB book'],
  [/^content\.xml$/, 'an OpenDocument file'],
];

/** Paragraphs of the document and of drawings; the labels of a chart. */
const PARAGRAPHS = new Set(['w:p', 'a:p', 'c:strCache']);
/** Text of the document, equations, drawings and labels. */
const TEXTS = new Set(['w:t', 'm:t', 'a:t', 'c:v']);

/** Elements that are no text of the document, or of an earlier version of it. */
const SKIPPED = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText', 'w:delText', 'w:pPrChange', 'w:rPrChange']);

/**
 * A Word document: headings by style, paragraphs, list items with their numbers, table rows with the first row as header; inserted text,
 * but no deleted or hidden text. Text boxes follow the paragraph that they are anchored to. Pictures are read as their alternative text.
 * Targets of links stand behind them. Footnotes, comments, headers, footers, and the text of charts and diagrams follow at the end, each text once.
 */
export function readDocx(bytes: Uint8Array, limits: ExtractionLimits, writer: BlockWriter): void {
  let encrypted = false;
  let macros = false;
  let other = 'a zip file';
  const parts = unpack(
    bytes,
    (name) => {
      if (/^(?:EncryptedPackage|EncryptionInfo)$/.test(name)) encrypted = true;
      if (/vbaProject\.bin$/i.test(name)) macros = true;
      other = OTHERS.find(([part]) => part.test(name))?.[1] ?? other;
      return [MAIN, STYLES, NUMBERING, SIDE, TARGETS].some((wanted) => wanted.test(name));
    },
    limits,
  );
  if (encrypted) throw fileFault('encrypted_file', 'it is encrypted; remove its password first.');
  if (macros) throw fileFault('unsupported_file_type', 'it holds macros; save it as a document without them.');
  const part = (name: RegExp): Uint8Array | undefined => [...parts].find(([given]) => name.test(given))?.[1];
  const main = part(MAIN);
  if (main === undefined) throw fileFault('invalid_file', `it is ${other} but not a Word document.`);
  const styles = readStyles(part(STYLES));
  const numbering = readNumbering(part(NUMBERING));
  const note = createLinkNotes();
  const linksOf = (name: string): LinkReader =>
    createLinkReader(readTargets(parts.get(name.replace('word/', 'word/_rels/') + '.rels')), note);
  readBody(main, { styles, numbering, links: linksOf([...parts.keys()].find((name) => MAIN.test(name)) ?? '') }, writer);
  const seen = new Set<string>();
  for (const name of [...parts.keys()].filter((given) => SIDE.test(given)).toSorted()) {
    readBody(parts.get(name) ?? new Uint8Array(0), { styles, numbering, links: linksOf(name) }, sideWriter(writer, seen, name));
  }
}

/** A text that is complete. */
interface Entry {
  readonly kind: 'paragraph' | 'list' | 'table-row';
  readonly text: string;
  /** Of a heading. */
  readonly level?: number;
  readonly header?: string;
}

interface Paragraph {
  text: string;
  style: string;
  level: number | undefined;
  isItem: boolean;
  list: string | undefined;
  listLevel: number | undefined;
  /** Whether its end was deleted, so that the next paragraph goes on with it. */
  isOpen: boolean;
  /** How many tables it is in. */
  readonly depth: number;
  /** What stands in its text boxes. */
  readonly boxes: Entry[];
}

interface Table {
  header: string | undefined;
  readonly cells: string[];
  cell: string[];
  isDeleted: boolean;
  /** Whether a cell of the row spans several columns. */
  isSpanned: boolean;
}

interface Looks {
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  readonly links: LinkReader;
}

function readBody(part: Uint8Array, { styles: { levels, hidden, lists }, numbering, links }: Looks, writer: BlockWriter): void {
  /** Text boxes put paragraphs inside paragraphs, cells put tables inside tables. */
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  /** Whether each of the open runs is hidden; text boxes put runs inside runs. */
  const runs: boolean[] = [];
  let skipped = 0;
  /** Within the properties of a paragraph are those of its mark. */
  let markProperties = 0;
  let rowProperties = 0;
  let inText = false;
  let inCode = false;
  /** Text whose paragraph has lost its end. */
  let open = '';

  function setHidden(isHidden: boolean | undefined): void {
    if (isHidden !== undefined && runs.length > 0 && markProperties === 0) runs[runs.length - 1] = isHidden;
  }

  /** Puts a text into what it stands in, which is so many tables deep. */
  function place(entry: Entry, depth: number): void {
    const holder = paragraphs.at(-1);
    const table = tables[depth - 1];
    if (holder?.depth === depth) holder.boxes.push(entry);
    else if (table !== undefined) table.cell.push(entry.text);
    else if (entry.level !== undefined) writer.heading(entry.level, entry.text);
    else writer.add(entry.kind, entry.text, entry.header === undefined ? {} : { header: entry.header });
  }

  function beginParagraph(): void {
    const text = open;
    open = '';
    const depth = tables.length;
    paragraphs.push({
      text,
      style: '',
      level: undefined,
      isItem: false,
      list: undefined,
      listLevel: undefined,
      isOpen: false,
      depth,
      boxes: [],
    });
  }

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined) return;
    const { style, depth, boxes, isOpen, isItem } = paragraph;
    if (isOpen) open = paragraph.text;
    else {
      const number = numberOf(paragraph);
      const text = paragraph.text.trim();
      const level = paragraph.level ?? levels.get(style);
      const numbered = number === '' ? text : `${number} ${text}`;
      if (text !== '') place({ kind: isItem ? 'list' : 'paragraph', text: numbered, ...(level === undefined ? {} : { level }) }, depth);
    }
    for (const box of boxes) place(box, depth);
  }

  function numberOf({ style, list, listLevel }: Paragraph): string {
    const given = lists.get(style);
    const id = list ?? given?.list;
    const level = listLevel ?? (list === undefined ? given?.level : undefined);
    return id === undefined ? '' : numbering({ list: id, style, ...(level === undefined ? {} : { level }) });
  }

  function endCell(table: Table): void {
    if (open.trim() !== '') table.cell.push(open.trim());
    open = '';
    table.cells.push(table.cell.join(' ').replace(/\s+/g, ' '));
    table.cell = [];
  }

  function endRow(table: Table): void {
    const { header, isDeleted, isSpanned } = table;
    const cells = table.cells.splice(0);
    table.isDeleted = false;
    table.isSpanned = false;
    if (isDeleted || cells.every((cell) => cell.trim() === '')) return;
    // The row of a table within a cell is not to be taken for cells of the outer row.
    const line = cells.join(tables.length > 1 ? ', ' : ' | ');
    place({ kind: 'table-row', text: line, ...(header === undefined ? {} : { header }) }, tables.length - 1);
    // A title above all columns names none of them.
    if (!(isSpanned && cells.length === 1)) table.header ??= line;
  }

  readXml(part, {
    open(name, attributes) {
      if (name === 'w:del' && skipped === 0) {
        if (rowProperties > 0) for (const table of tables.slice(-1)) table.isDeleted = true;
        if (markProperties > 0) for (const marked of paragraphs.slice(-1)) marked.isOpen = true;
      }
      if (name === 'w:instrText' && skipped === 0) inCode = true;
      if (SKIPPED.has(name)) skipped += 1;
      if (skipped > 0) return;
      const paragraph = paragraphs.at(-1);
      links.open(name, attributes, paragraph);
      const value = attributes['w:val'] ?? '';
      if (PARAGRAPHS.has(name)) beginParagraph();
      if (TEXTS.has(name)) inText = !runs.includes(true);
      switch (name) {
        case 'w:tbl':
          tables.push({ header: undefined, cells: [], cell: [], isDeleted: false, isSpanned: false });
          break;
        case 'w:trPr':
          rowProperties += 1;
          break;
        case 'w:gridSpan':
          for (const table of tables.slice(-1)) table.isSpanned = true;
          break;
        case 'w:pPr':
          markProperties += 1;
          break;
        case 'w:r':
          runs.push(hidden.get(paragraph?.style ?? '') ?? false);
          break;
        case 'w:rStyle':
          setHidden(hidden.get(value));
          break;
        case 'w:vanish':
          setHidden(isOn(attributes));
          break;
        case 'w:tab':
        case 'w:ptab':
          if (paragraph !== undefined && paragraph.text !== '') paragraph.text += '\t';
          break;
        case 'w:br':
        case 'w:cr':
        case 'c:pt':
          if (paragraph !== undefined) paragraph.text += '\n';
          break;
        case 'wp:docPr':
          if (paragraph !== undefined && attributes.hidden !== '1' && !runs.includes(true)) paragraph.text += ` ${attributes.descr ?? ''} `;
          break;
        case 'w:noBreakHyphen':
          if (paragraph !== undefined) paragraph.text += '-';
          break;
        case 'w:pStyle':
          if (paragraph !== undefined) {
            paragraph.style = value;
            paragraph.isItem ||= /^list/i.test(value);
          }
          break;
        case 'w:numPr':
          if (paragraph !== undefined) paragraph.isItem = true;
          break;
        case 'w:numId':
          if (paragraph !== undefined) paragraph.list = value;
          break;
        case 'w:ilvl':
          if (paragraph !== undefined) paragraph.listLevel = Number(value);
          break;
        case 'w:outlineLvl':
          if (paragraph !== undefined && Number(value) < 9) paragraph.level = Number(value) + 1;
          break;
        default:
      }
    },
    text(text) {
      if (inCode) links.code(text);
      const paragraph = paragraphs.at(-1);
      if (inText && skipped === 0 && paragraph !== undefined) paragraph.text += text.replaceAll('\u00AD', '');
    },
    close(name) {
      if (SKIPPED.has(name)) {
        skipped -= 1;
        if (name === 'w:instrText') inCode = false;
        return;
      }
      if (skipped > 0) return;
      const paragraph = paragraphs.at(-1);
      links.close(name, paragraph, (paragraph?.level ?? levels.get(paragraph?.style ?? '')) !== undefined);
      const table = tables.at(-1);
      if (TEXTS.has(name)) inText = false;
      else if (name === 'w:r') runs.pop();
      else if (name === 'w:pPr') markProperties -= 1;
      else if (name === 'w:trPr') rowProperties -= 1;
      else if (PARAGRAPHS.has(name)) endParagraph();
      else if (name === 'w:tc' && table !== undefined) endCell(table);
      else if (name === 'w:tr' && table !== undefined) endRow(table);
      else if (name === 'w:tbl') tables.pop();
    },
  });
  writer.add('paragraph', open);
}

/** Adds the text of other parts under the name of the part; a header that is on many pages only once. */
function sideWriter(writer: BlockWriter, seen: Set<string>, part: string): BlockWriter {
  const headings = [/[a-z]+(?=\d*\.xml$)/.exec(part)?.[0] ?? ''];
  const once = (text: string): void => {
    if (seen.has(text)) return;
    seen.add(text);
    writer.add('paragraph', text, { headings });
  };
  return { ...writer, add: (_, text) => once(text), heading: (_, text) => once(text) };
}
