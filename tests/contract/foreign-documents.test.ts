import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { streamOf } from '../../src/core/stream-of.ts';
import { allowSlowHooks } from '../slow.ts';
import { docxOf, paragraphOf, pdfOfObjects } from './documents.ts';

await allowSlowHooks();

const extractor = createDocumentExtractor();
after(() => extractor[Symbol.asyncDispose]());

async function textOf(name: string, body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const batches = await Array.fromAsync(extractor.extract(streamOf([bytes]), { name }));
  return batches
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('createDocumentExtractor() reads', () => {
  const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main';
  const documents: readonly (readonly [string, string])[] = [
    [
      'another prefix',
      `<ns0:document xmlns:ns0="${WORD}"><ns0:body><ns0:p><ns0:pPr><ns0:pStyle ns0:val="t"/></ns0:pPr><ns0:r><ns0:t>Words</ns0:t></ns0:r><ns0:r><ns0:rPr><ns0:vanish/></ns0:rPr><ns0:t>HID</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>`,
    ],
    [
      'no prefix',
      `<document xmlns="${WORD}" xmlns:x="${WORD}"><body><p><pPr><pStyle x:val="t"/></pPr><r><t>Words</t></r></p></body></document>`,
    ],
    [
      'the namespace of strict files',
      `<q:document xmlns:q="${STRICT}"><q:body><q:p><q:r><q:t>Words</q:t></q:r></q:p></q:body></q:document>`,
    ],
    [
      'a prefix declared within',
      `<w:document xmlns:w="${WORD}"><w:body><z:p xmlns:z="${WORD}"><z:r><z:t>Words</z:t></z:r></z:p><z:p xmlns:z="urn:other"><z:t>no</z:t></z:p></w:body></w:document>`,
    ],
  ];
  for (const [what, document] of documents) {
    it(`DOCX with ${what} for the namespace of Word`, async () => {
      assert.equal(await textOf('a.docx', docxOf('', { 'word/document.xml': new TextEncoder().encode(document) })), 'Words');
    });
  }

  it('DOCX with foreign elements of the names of Word without their text', async () => {
    const foreign = '<x:p xmlns:x="urn:other"><x:r><x:t>no</x:t></x:r></x:p>';
    assert.equal(await textOf('a.docx', docxOf(`${foreign}${paragraphOf('Words')}`)), 'Words');
  });

  it('DOCX with where its links lead, also those of fields and notes', async () => {
    const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const link = (id: string, text: string): string => `<w:hyperlink xmlns:rel="urn:r" rel:id="${id}">${run(text)}</w:hyperlink>`;
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const field = `${mark('begin')}<w:r><w:instrText> HYPERLINK "https://example.com/</w:instrText></w:r><w:r><w:instrText>f" </w:instrText></w:r>${mark('separate')}${run('a field')}${mark('end')}`;
    const simple = `<w:fldSimple w:instr=" HYPERLINK &quot;https://example.com/s&quot; ">${run('a simple one')}</w:fldSimple>`;
    const body = [
      `<w:p>${run('See ')}${link('r1', 'the plan')}${run('.')}</w:p>`,
      `<w:p>${link('r1', 'the plan')}${run(', ')}${field}${run(', ')}${simple}${run(', ')}${link('r2', 'inside')}${run(', ')}${link('none', 'nowhere')}</w:p>`,
      `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${link('r3', 'Title')}</w:p>`,
      `<w:p><w:del>${link('r3', 'gone')}</w:del>${run('Kept')}</w:p>`,
    ];
    const relations = (...given: readonly (readonly [string, string, string])[]): string =>
      `<Relationships>${given.map(([id, target, mode]) => `<Relationship Id="${id}" Target="${target}" ${mode}/>`).join('')}</Relationships>`;
    const out = 'TargetMode="External"';
    const found = await textOf(
      'a.docx',
      docxOf(body.join(''), {
        'word/_rels/document.xml.rels': relations(
          ['r1', 'https://example.com/?a=1&amp;b=2', out],
          ['r2', 'media/x.png', ''],
          ['r3', 'https://example.com/3', out],
        ),
        'word/footnotes.xml': `<w:footnotes xmlns:w="${WORD}"><w:p>${link('r1', 'A note')}</w:p></w:footnotes>`,
        'word/_rels/footnotes.xml.rels': relations(['r1', 'https://example.com/note', out]),
      }),
    );
    assert.deepEqual(found.split('\n'), [
      'See the plan (https://example.com/?a=1&b=2).',
      'the plan, a field (https://example.com/f), a simple one (https://example.com/s), inside, nowhere',
      'Title',
      'Kept',
      'A note (https://example.com/note)',
    ]);
    assert.equal(await textOf('a.docx', docxOf(`<w:p>${link('r1', 'x')}</w:p>`, { 'word/_rels/document.xml.rels': 'broken' })), 'x');
  });

  const pages: readonly (readonly [string, string, string])[] = [
    ['links next to each other apart', '<nav><a href="/a">Home</a><a href="/b">Prices</a> <a>Contact</a></nav>', 'Home Prices Contact'],
    ['a link within a word as part of it', '<p>un<a href="/a">do</a>ne, <a>CO</a><sub>2</sub></p>', 'undone, CO2'],
    [
      'where links lead, unless they stay on the page or the text says it already, each link once',
      '<p>See <a href="https://example.com/a?b=1&amp;c">the plan</a>. <a href="#x">Up</a> <a href="/y">On</a> <a href="https://www.example.com/">example.com</a> <a href="mailto:ann@example.com?subject=x">Ann</a> <a href="https://example.com/a?b=1&amp;c">the plan</a> <a href="javascript:x()">Run</a></p>',
      'See the plan (https://example.com/a?b=1&c). Up On example.com Ann (ann@example.com) the plan Run',
    ],
    [
      'no targets of links in menus, headings and code, or around blocks',
      '<nav><a href="https://example.com/a">Home</a></nav><h2><a href="https://example.com/b">Title</a></h2><pre><a href="https://example.com/c">x()</a></pre><a href="https://example.com/d"><p>Words</p></a>',
      'Home\nTitle\nx()\nWords',
    ],
    [
      'targets of links in the cells of a table',
      '<table><tr><td><a href="https://example.com/">Plan</a></td><td>7</td></tr></table>',
      'Plan (https://example.com/) | 7',
    ],
    ['buttons apart', '<p><button>Buy</button><button>Sell</button>now</p>', 'Buy Sell now'],
    ['a summary apart from its details', '<i>x</i><details><summary>More</summary>Words</details><i>y</i>', 'x\nMore\nWords\ny'],
    [
      'forms and figures apart',
      '<form>One</form><figure>Two<figcaption>Three</figcaption></figure><fieldset><legend>Four</legend>Five</fieldset>',
      'One\nTwo\nThree\nFour\nFive',
    ],
    ['code with links in it as it stands', '<pre><a>foo</a><a>()</a></pre>', 'foo()'],
  ];
  for (const [what, page, expected] of pages) {
    it(`HTML with ${what}`, async () => assert.equal(await textOf('a.html', page), expected));
  }

  it('PDF with its filled fields and notes, without what is hidden or a password', async () => {
    const field = (rest: string): string => `<< /Type /Annot /Subtype /Widget /Rect [72 600 300 620] ${rest} >>`;
    const fields = [
      field('/FT /Tx /T (name) /V (Ada Quist)'),
      field('/FT /Tx /T (x1) /TU (Shipping address) /V (5 Elm St)'),
      field('/FT /Ch /T (country) /V (Peru) /Opt [(Peru) (Chile)]'),
      field('/FT /Btn /T (express) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >>'),
      field('/FT /Btn /T (gift) /V /Off /AS /Off /AP << /N << /Yes null /Off null >> >>'),
      field('/FT /Tx /T (empty)'),
      field('/FT /Tx /T (secret) /Ff 8192 /V (HID)'),
      field('/F 2 /FT /Tx /T (hidden) /V (HID)'),
      '<< /Type /Annot /Subtype /FreeText /Rect [72 300 300 320] /Contents (Call Ulla) >>',
      '<< /Type /Annot /Subtype /Text /Rect [72 200 90 220] /Contents (Moved to 14 May) >>',
    ];
    const file = pdfOfObjects({ content: 'BT /F1 12 Tf 72 740 Td (Order form) Tj ET', annotations: fields });
    assert.equal(
      await textOf('a.pdf', file),
      'Order form\nCall Ulla\nMoved to 14 May\nname: Ada Quist\nShipping address: 5 Elm St\ncountry: Peru\nexpress: Yes',
    );
  });

  const tables: readonly (readonly [string, string, string])[] = [
    // Имя;Город / Пётр Ильин;Казань
    ['Russian names in Windows-1251', 'c8ecff3bc3eef0eee40acfb8f2f020c8ebfce8ed3bcae0e7e0edfc0a', 'Имя: Пётр Ильин\nГород: Казань'],
    // 名前,都市 / 田中太郎,大阪 / 佐藤花子,名古屋
    [
      'Japanese names in Shift_JIS',
      '96bc914f2c93738e730a9363928691be98592c91e58de30a8db293a189d48e712c96bc8cc389ae0a',
      '名前: 田中太郎\n都市: 大阪\n名前: 佐藤花子\n都市: 名古屋',
    ],
    // Name;Stadt / Jürgen Groß;Köln
    ['German names in Windows-1252', '4e616d653b53746164740a4afc7267656e2047726fdf3b4bf66c6e0a', 'Name: Jürgen Groß\nStadt: Köln'],
  ];
  for (const [what, hex, expected] of tables) {
    it(`a short CSV of ${what}`, async () => assert.equal(await textOf('a.csv', bytesOf(hex)), expected));
  }
});
