import type { ExtractionLimits } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';
import { isOn, readStyles, readXml, type WordStyles } from './ooxml-parts.ts';
import { unpack } from './zip.ts';

/** Some programs number these parts although there is only one of each. */
const MAIN = /^word\/document\d*\.xml$/;
const STYLES = /^word\/styles\d*\.xml$/;
const SIDE = /^word\/(?:header|footer|footnotes|endnotes|comments|charts\/chart|diagrams\/data)\d*\.xml$/;

/** Paragraphs of the document and of drawings; the labels of a chart. */
const PARAGRAPHS = new Set(['w:p', 'a:p', 'c:strCache']);
/** Text of the document, equations, drawings and labels. */
const TEXTS = new Set(['w:t', 'm:t', 'a:t', 'c:v']);

/** Elements of a run that are not text of the document. */
const SKIPPED = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText', 'w:delText', 'w:pPrChange', 'w:rPrChange']);

/**
 * A Word document: headings by style, paragraphs, list items, table rows with the first row as header; inserted text, but no deleted
 * or hidden text. Pictures are read as their alternative text. Footnotes, comments, headers, footers, and the text of
 * charts and diagrams follow at the end, each text once.
 */
export function readDocx(bytes: Uint8Array, limits: ExtractionLimits, writer: BlockWriter): void {
  let encrypted = false;
  let macros = false;
  const parts = unpack(
    bytes,
    (name) => {
      if (/^(?:EncryptedPackage|EncryptionInfo)$/.test(name)) encrypted = true;
      if (/vbaProject\.bin$/i.test(name)) macros = true;
      return MAIN.test(name) || STYLES.test(name) || SIDE.test(name);
    },
    limits,
  );
  if (encrypted) throw fileFault('encrypted_file', 'it is encrypted; remove its password first.');
  if (macros) throw fileFault('unsupported_file_type', 'it holds macros; save it as a document without them.');
  const part = (name: RegExp): Uint8Array | undefined => [...parts].find(([given]) => name.test(given))?.[1];
  const main = part(MAIN);
  if (main === undefined) throw fileFault('invalid_file', 'it is a zip file but not a Word document.');
  const styles = readStyles(part(STYLES));
  readBody(main, styles, writer);
  const seen = new Set<string>();
  for (const name of [...parts.keys()].filter((given) => SIDE.test(given)).toSorted()) {
    readBody(parts.get(name) ?? new Uint8Array(0), styles, sideWriter(writer, seen, name));
  }
}

interface Paragraph {
  text: string;
  style: string;
  level: number | undefined;
  isItem: boolean;
}

interface Table {
  header: string | undefined;
  readonly cells: string[];
  cell: string[];
}

function readBody(part: Uint8Array, { levels, hidden }: WordStyles, writer: BlockWriter): void {
  /** Text boxes put paragraphs inside paragraphs, cells put tables inside tables. */
  const paragraphs: Paragraph[] = [];
  const tables: Table[] = [];
  /** Whether each of the open runs is hidden; text boxes put runs inside runs. */
  const runs: boolean[] = [];
  let skipped = 0;
  /** Within the properties of a paragraph are those of its mark. */
  let markProperties = 0;
  let inText = false;

  function setHidden(isHidden: boolean | undefined): void {
    if (isHidden !== undefined && runs.length > 0 && markProperties === 0) runs[runs.length - 1] = isHidden;
  }

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (paragraph === undefined || paragraph.text.trim() === '') return;
    const text = paragraph.text.trim();
    const table = tables.at(-1);
    if (table !== undefined) return void table.cell.push(text);
    const level = paragraph.level ?? levels.get(paragraph.style);
    if (level !== undefined) writer.heading(level, text);
    else writer.add(paragraph.isItem ? 'list' : 'paragraph', text);
  }

  function endRow(table: Table): void {
    const line = table.cells.join(' | ');
    table.cells.length = 0;
    if (line.replace(/[|\s]/g, '') === '') return;
    const outer = tables.at(-2);
    if (outer !== undefined) return void outer.cell.push(line);
    writer.add('table-row', line, table.header === undefined ? {} : { header: table.header });
    table.header ??= line;
  }

  readXml(part, {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped += 1;
      if (skipped > 0) return;
      const paragraph = paragraphs.at(-1);
      const value = attributes['w:val'] ?? '';
      if (PARAGRAPHS.has(name)) paragraphs.push({ text: '', style: '', level: undefined, isItem: false });
      if (TEXTS.has(name)) inText = !runs.includes(true);
      switch (name) {
        case 'w:tbl':
          tables.push({ header: undefined, cells: [], cell: [] });
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
        case 'w:outlineLvl':
          if (paragraph !== undefined && Number(value) < 9) paragraph.level = Number(value) + 1;
          break;
        default:
      }
    },
    text(text) {
      const paragraph = paragraphs.at(-1);
      if (inText && skipped === 0 && paragraph !== undefined) paragraph.text += text.replaceAll('\u00AD', '');
    },
    close(name) {
      if (SKIPPED.has(name)) {
        skipped -= 1;
        return;
      }
      if (skipped > 0) return;
      const table = tables.at(-1);
      if (TEXTS.has(name)) inText = false;
      else if (name === 'w:r') runs.pop();
      else if (name === 'w:pPr') markProperties -= 1;
      else if (PARAGRAPHS.has(name)) endParagraph();
      else if (name === 'w:tc' && table !== undefined) {
        table.cells.push(table.cell.join(' ').replace(/\s+/g, ' '));
        table.cell = [];
      } else if (name === 'w:tr' && table !== undefined) endRow(table);
      else if (name === 'w:tbl') tables.pop();
    },
  });
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
