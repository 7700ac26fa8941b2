import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { streamOf } from '../../src/core/stream-of.ts';
import { allowSlowHooks } from '../slow.ts';
import { docxOf, paragraphOf } from './documents.ts';

await allowSlowHooks();

const extractor = createDocumentExtractor();
after(() => extractor[Symbol.asyncDispose]());

/** The texts of a Word document with this body, each with the header of its table if it is a row below one. */
async function textsOf(body: string, parts: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const batches = await Array.fromAsync(extractor.extract(streamOf([docxOf(body, parts)]), { name: 'a.docx' }));
  return batches.flat().map(({ text, header }) => (header === undefined ? text : `${header} / ${text}`));
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const cells = (...contents: readonly string[]): string => contents.map((content) => `<w:tc>${content}</w:tc>`).join('');
const row = (...contents: readonly string[]): string => `<w:tr>${cells(...contents)}</w:tr>`;

describe('What only calls itself a Word document', () => {
  const others = {
    'xl/workbook.xml': 'an Excel workbook',
    'ppt/presentation.xml': 'a PowerPoint presentation',
    'META-INF/container.xml': 'an EPUB book',
    'content.xml': 'an OpenDocument file',
    'readme.txt': 'a zip file',
  };
  for (const [part, what] of Object.entries(others)) {
    it(`is refused as ${what}`, async () => {
      const reading = Array.fromAsync(extractor.extract(streamOf([docxOf('', {}, part)]), { name: 'a.docx' }));
      await assert.rejects(reading, { kind: 'invalid_file', message: `file: it is ${what} but not a Word document.` });
    });
  }
});

describe('Text boxes of a Word document', () => {
  const box = (content: string): string =>
    `<w:r><mc:AlternateContent><mc:Choice><w:drawing><w:txbxContent>${content}</w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${content}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;

  it('follow the paragraph to which they are anchored, once', async () => {
    const anchored = `<w:p>${box(paragraphOf('Boxed.') + paragraphOf('Boxed too.'))}${run('The anchor')}${run(' goes on.')}</w:p>`;
    const texts = await textsOf(paragraphOf('Before.') + anchored + paragraphOf('Behind.'));
    assert.deepEqual(texts, ['Before.', 'The anchor goes on.', 'Boxed.', 'Boxed too.', 'Behind.']);
  });

  it('keep their tables, and stay in the cell of their anchor', async () => {
    const table = `<w:tbl>${row(paragraphOf('a'), paragraphOf('b'))}</w:tbl>`;
    assert.deepEqual(await textsOf(`<w:p>${box(table)}${run('Anchor')}</w:p>`), ['Anchor', 'a | b']);
    const inCell = `<w:tbl>${row(`<w:p>${box(paragraphOf('boxed'))}${run('anchor')}</w:p>`, paragraphOf('next'))}</w:tbl>`;
    assert.deepEqual(await textsOf(inCell), ['anchor boxed | next']);
  });
});

describe('Deleted text of a Word document', () => {
  it('is not read where changes are tracked, be it words, ends of paragraphs or rows', async () => {
    const removed = '<w:del><w:r><w:delText>deleted </w:delText></w:r></w:del>';
    const moved = `<w:moveFrom>${run('from here ')}</w:moveFrom><w:moveTo>${run('to here ')}</w:moveTo>`;
    assert.deepEqual(await textsOf(`<w:p>${run('Kept ')}${removed}${moved}<w:ins>${run('inserted')}</w:ins></w:p>`), [
      'Kept to here inserted',
    ]);
    const joined = `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('One ')}</w:p>${paragraphOf('paragraph.')}`;
    assert.deepEqual(await textsOf(joined + paragraphOf('Another.')), ['One paragraph.', 'Another.']);
    const rows = `<w:tr><w:trPr><w:del/></w:trPr>${cells(paragraphOf('gone'))}</w:tr>${row(paragraphOf('Kept'))}${row(paragraphOf('x'))}`;
    assert.deepEqual(await textsOf(`<w:tbl>${rows}</w:tbl>`), ['Kept', 'Kept / x']);
  });
});

describe('Tables of a Word document', () => {
  it('have the row below a title as their header', async () => {
    const title = `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraphOf('Prices')}</w:tc></w:tr>`;
    const rows = row(paragraphOf('Item'), paragraphOf('Sum')) + row(paragraphOf('Lamp'), paragraphOf('5'));
    assert.deepEqual(await textsOf(`<w:tbl>${title}${rows}</w:tbl>`), ['Prices', 'Item | Sum', 'Item | Sum / Lamp | 5']);
  });

  it('within a cell are part of it, without being taken for further cells', async () => {
    const inner = `<w:tbl>${row(paragraphOf('born'), paragraphOf('1815'))}</w:tbl>`;
    assert.deepEqual(await textsOf(`<w:tbl>${row(paragraphOf('Ada'), inner + paragraphOf('in London'))}</w:tbl>`), [
      'Ada | born, 1815 in London',
    ]);
  });
});

describe('Numbers of a Word document', () => {
  const level = (depth: number, format: string, text: string, more = ''): string =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
    <w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'lowerRoman', '(%3)')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'upperRoman', 'Part %1', '<w:pStyle w:val="part"/>')}${level(1, 'decimal', '%1.%2', '<w:pStyle w:val="clause"/>')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num>
    <w:num w:numId="5"><w:abstractNumId w:val="2"/></w:num>
  </w:numbering>`;
  const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
    <w:style w:styleId="part"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="5"/></w:numPr></w:pPr></w:style>
    <w:style w:styleId="clause"><w:name w:val="clause"/><w:basedOn w:val="part"/></w:style>
  </w:styles>`;
  const parts = { 'word/numbering.xml': numbering, 'word/styles.xml': styles };
  const item = (text: string, list: number, depth = 0): string =>
    paragraphOf(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

  it('are those of its lists, which count on behind other paragraphs', async () => {
    const body = [
      item('Unpack', 1),
      item('Check', 1),
      item('lid', 1, 1),
      item('cable', 1, 1),
      item('plug', 1, 2),
      paragraphOf('A note.'),
      item('Connect', 1),
      item('screw', 1, 1),
      item('bullet', 2),
      item('Start', 3),
    ];
    assert.deepEqual(await textsOf(body.join(''), parts), [
      '1. Unpack',
      '2. Check',
      'a) lid',
      'b) cable',
      '(i) plug',
      'A note.',
      '3. Connect',
      'a) screw',
      'bullet',
      '4. Start',
    ]);
  });

  it('are those that its styles give to headings and clauses, unless a paragraph takes them away', async () => {
    const styled = (style: string, text: string, more = ''): string => paragraphOf(text, `<w:pStyle w:val="${style}"/>${more}`);
    const plain = styled('part', 'Annex', '<w:numPr><w:numId w:val="0"/></w:numPr>');
    const body = styled('part', 'Terms') + styled('clause', 'Price') + styled('clause', 'Delivery') + styled('part', 'Law') + plain;
    assert.deepEqual(await textsOf(body, parts), ['Part I Terms', 'I.1 Price', 'I.2 Delivery', 'Part II Law', 'Annex']);
  });
});
