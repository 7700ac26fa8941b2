import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { streamOf } from '../../src/core/stream-of.ts';
import type { Block, ExtractionLimits, ExtractionSummary } from '../../src/ports/extractor.ts';
import { fc } from '../draws.ts';
import { allowSlowHooks } from '../slow.ts';
import { docxOf, paragraphOf, pdfOf } from './documents.ts';

await allowSlowHooks();

const extractor = createDocumentExtractor();
after(() => extractor[Symbol.asyncDispose]());

interface Read {
  readonly blocks: readonly Block[];
  readonly summary: ExtractionSummary;
  /** The extracted text. */
  readonly text: string;
}

/** Reads a file and checks what holds for every one: places fit texts, and between blocks are only line feeds. */
async function read(name: string, body: string | Uint8Array<ArrayBuffer>, limits: Partial<ExtractionLimits> = {}): Promise<Read> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const batches = extractor.extract(streamOf([bytes]), { name, limits });
  const blocks: Block[] = [];
  let step = await batches.next();
  for (; step.done !== true; step = await batches.next()) blocks.push(...step.value);
  let text = '';
  for (const block of blocks) {
    assert.ok(block.start >= text.length, 'blocks are in order');
    text += '\n'.repeat(block.start - text.length) + block.text;
    assert.equal(block.end, text.length);
    assert.ok(block.text.length <= 16_384 && block.text.trim() !== '');
  }
  assert.equal(step.value.blocks, blocks.length);
  assert.equal(step.value.characters, text.length);
  return { blocks, summary: step.value, text };
}

const outline = ({ blocks }: Read): unknown[] => blocks.map(({ kind, text, headings }) => [kind, text, ...headings]);
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (mark) => mark.charCodeAt(0));

describe('createDocumentExtractor() reads', () => {
  it('plain text by paragraphs, with their places in the file', async () => {
    const file = 'First line\nsecond line.\n\n\nAnother paragraph.\n';
    const { blocks } = await read('a.txt', file);
    assert.deepEqual(
      blocks.map(({ start, end }) => file.slice(start, end)),
      ['First line\nsecond line.', 'Another paragraph.'],
    );
  });

  const text = 'Grüße, straße, élève: ça coûte 5 €.';
  const charsets: readonly [string, Uint8Array<ArrayBuffer>, string][] = [
    ['UTF-8', new TextEncoder().encode(text), text],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`), text],
    ['UTF-16 with a byte order mark', wide(`\uFEFF${text}`), text],
    ['UTF-16 without one', wide(text), text],
    ['Windows-1252', bytesOf(text.replace('€', '\u0080')), text],
  ];
  for (const [charset, bytes, expected] of charsets) {
    it(`text in ${charset}`, async () => assert.equal((await read('a.txt', bytes)).text, expected));
  }

  it('text in UTF-8 with a stray byte, and one cut off within a character', async () => {
    const whole = new TextEncoder().encode(text.repeat(5));
    assert.equal((await read('a.txt', Uint8Array.from([...whole, 0xe9, 10, ...whole]))).text, `${text.repeat(5)}\uFFFD\n${text.repeat(5)}`);
    assert.equal((await read('a.txt', new TextEncoder().encode(`${text}€`).slice(0, -1))).text, `${text}\uFFFD`);
  });

  it('text in another charset behind a long beginning in English', async () => {
    const sentence = 'Столица России, город федерального значения и административный центр Московской области, в состав которой не входит';
    const russian = cyrillic(sentence);
    const found = await read('a.txt', Uint8Array.from([...bytesOf('All in English.\n'.repeat(5000)), ...russian]));
    assert.equal(found.text.slice(-40), sentence.slice(-40));
  });

  const declarations: readonly [string, string, string][] = [
    ['a meta element', 'a.html', '<html><head><META Charset=windows-1251></head><p>Москва</p>'],
    ['a meta element for a header', 'a.html', '<meta http-equiv="Content-Type" content="text/html; charset=cp1251"><p>Москва</p>'],
    ['a meta element behind a long head', 'a.html', `<script>${'x'.repeat(3000)}</script><meta charset="windows-1251"><p>Москва</p>`],
    ['a meta element, not a comment', 'a.htm', '<!-- <meta charset="koi8-r"> --><meta charset="windows-1251"><p>Москва</p>'],
    ['a known name, not an unknown one', 'a.html', '<meta charset="nonsense"><meta charset="windows-1251"><p>Москва</p>'],
    ['an XML declaration', 'a.html', '<?xml version="1.0" encoding="windows-1251"?><html><body><p>Москва</p></body></html>'],
    ['a comment of Python', 'a.py', '#!/usr/bin/env python\n# -*- coding: cp1251 -*-\ncity = "Москва"\n'],
    ['a comment of reStructuredText', 'a.rst', '.. -*- coding: windows-1251 -*-\n\nМосква\n'],
  ];
  for (const [what, name, file] of declarations) {
    it(`text in the charset of ${what}`, async () => {
      const found = await read(name, cyrillic(file));
      assert.ok(found.text.includes('Москва'), found.text);
    });
  }

  it('a page in UTF-8 by its byte order mark or its bytes, whatever it declares', async () => {
    const page = '<meta charset="windows-1251"><p>Москва</p>';
    assert.equal((await read('a.html', page)).text, 'Москва');
    assert.equal((await read('a.html', Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(page)]))).text, 'Москва');
    assert.equal((await read('a.html', wide(`\uFEFF${page}`))).text, 'Москва');
  });

  it('a page in ISO-2022-JP, which has no bytes above 127', async () => {
    assert.equal((await read('a.html', '<meta charset="iso-2022-jp"><p>\u001B$BEl5~\u001B(B</p>')).text, '東京');
  });

  it('DOCX with parts in UTF-16 of either order or the charset of their declaration', async () => {
    const xml = (declaration = ''): string => `${declaration}<w:document><w:body>${paragraphOf('Москва')}</w:body></w:document>`;
    const swapped = wide(`\uFEFF${xml()}`).map((_, at, all) => all[at ^ 1] ?? 0);
    const declared = cyrillic(xml('<?xml version="1.0" encoding="windows-1251"?>'));
    for (const part of [wide(`\uFEFF${xml()}`), swapped, declared]) {
      assert.equal((await read('a.docx', docxOf('', { 'word/document.xml': part }))).text, 'Москва');
    }
  });

  it('text with any line ends', async () => {
    assert.equal((await read('a.txt', 'a\r\nb\rc  \n\t\nd')).text, 'a\nb\nc\n\nd');
  });

  it('Markdown by headings, lists, tables and code', async () => {
    const file =
      '# Top\n\nText one.\n\n## Part ##\n\n- first\n- second\n  goes on\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\n# no heading\n\nx\n```\n\nOther\n=====\nend';
    const found = await read('a.md', file);
    assert.deepEqual(outline(found), [
      ['heading', 'Top'],
      ['paragraph', 'Text one.', 'Top'],
      ['heading', 'Part', 'Top'],
      ['list', '- first', 'Top', 'Part'],
      ['list', '- second\n  goes on', 'Top', 'Part'],
      ['table-row', '| a | b |', 'Top', 'Part'],
      ['table-row', '| 1 | 2 |', 'Top', 'Part'],
      ['code', '```ts\n# no heading\n\nx\n```', 'Top', 'Part'],
      ['heading', 'Other'],
      ['paragraph', 'end', 'Other'],
    ]);
    for (const block of found.blocks) assert.equal(block.text, file.slice(block.start, block.end));
    assert.equal(found.blocks.find(({ text: row }) => row === '| 1 | 2 |')?.header, '| a | b |');
  });

  it('reStructuredText by titles, lists and code', async () => {
    const found = await read('a.rst', '=====\nTitle\n=====\n\nWords::\n\n    code()\n\nPart\n----\n\n* one\n* two\n');
    assert.deepEqual(outline(found), [
      ['heading', 'Title'],
      ['paragraph', 'Words::', 'Title'],
      ['code', '    code()', 'Title'],
      ['heading', 'Part', 'Title'],
      ['list', '* one', 'Title', 'Part'],
      ['list', '* two', 'Title', 'Part'],
    ]);
  });

  const sources: readonly [string, string, unknown[]][] = [
    [
      'a.py',
      'import os\n\n# Adds.\n@cache\ndef add(a, b):\n    def inner():\n        pass\n    return a\n\nclass Shop:\n    """class Not(x):\n    def no(): """\n    def sell(self):\n        pass\n\nprint(add(1, 2))\n',
      [[], ['add'], ['Shop'], ['Shop', 'sell'], []],
    ],
    [
      'a.go',
      'package main\n\n// Run runs.\nfunc Run() {\n\tx := 1\n}\n\nfunc (s *Shop) Sell(n int) error {\n\treturn nil\n}\n\ntype Shop struct {\n}\n',
      [[], ['Run'], ['Sell'], ['Shop']],
    ],
    [
      'a.ts',
      "import x from 'x';\n\n/** Adds. */\nexport function add(a: number) {\n  const b = `\nclass No {`;\n}\n\nexport class Shop {\n  private stock = 1;\n\n  async sell(count: number) {\n    if (count) {\n      run();\n    }\n  }\n}\nexport const PRICE = 3;\n",
      [[], ['add'], ['Shop'], ['Shop', 'sell'], ['PRICE']],
    ],
    ['a.jsx', 'export default function App() {\n  return <p>Hi</p>;\n}\n', [['App']]],
    ['a.js', 'const a = 1;\n', [['a']]],
    ['a.tsx', 'type Props = { a: string };\n', [['Props']]],
  ];
  for (const [name, file, symbols] of sources) {
    it(`code by symbols (${name})`, async () => {
      const found = await read(name, file);
      assert.deepEqual(
        found.blocks.map(({ headings }) => headings),
        symbols,
      );
      for (const block of found.blocks) assert.equal(block.text, file.slice(block.start, block.end));
      assert.equal(found.text.replace(/\s+/g, ''), file.replace(/\s+/g, ''));
    });
  }

  it('CSV by records with the names of its columns', async () => {
    const found = await read('a.csv', 'name,town,note\nAda,London,"said ""hi"",\nthen left"\nBob,,\n');
    assert.deepEqual(outline(found), [
      ['record', 'name: Ada\ntown: London\nnote: said "hi",\nthen left', 'row 1'],
      ['record', 'name: Bob', 'row 2'],
    ]);
    assert.equal((await read('b.csv', 'a;b\n1,5;2\n')).text, 'a: 1,5\nb: 2');
    const headless = await read('c.csv', 'Ada,36,London\nBob,41,\n');
    assert.deepEqual(outline(headless), [
      ['table-row', 'Ada | 36 | London', 'row 1'],
      ['table-row', 'Bob | 41 |', 'row 2'],
    ]);
  });

  const tables: readonly [string, string, string][] = [
    ['the delimiter that its first line names', 'sep=;\nname;city\nAnn;Paris, France\n', 'name: Ann\ncity: Paris, France'],
    ['a tab as the named delimiter', 'sep=\t\r\nname\tcity\r\nAnn\tRome\r\n', 'name: Ann\ncity: Rome'],
    ['the named delimiter in quotes', '"SEP=|"\nname|city\nAnn|Oslo\n', 'name: Ann\ncity: Oslo'],
    ['other delimiters in quoted names', '"name, first";"city, state"\nAnn;Paris\n', 'name, first: Ann\ncity, state: Paris'],
    ['lines above its names', '# From the bank\n\nday;sum\n2025-01-01;1,50\n', '# From the bank\n\nday: 2025-01-01\nsum: 1,50'],
    ['one column', 'note\nfirst\n"Great, it\nworks, well"\n', 'note: first\n\nnote: Great, it\nworks, well'],
    [
      'names of columns without values',
      'name,town,harbour\nAda,London\nBob,Leeds,\n',
      'harbour\n\nname: Ada\ntown: London\n\nname: Bob\ntown: Leeds',
    ],
    ['names that come again on every page', 'name,age\nAda,36\nname, age\nBob,41\nname,age\n', 'name: Ada\nage: 36\n\nname: Bob\nage: 41'],
    [
      'names that come again without values',
      'name,town,age\nAda,,36\nname,town,age\nBob,,41\n',
      'town\n\nname: Ada\nage: 36\n\nname: Bob\nage: 41',
    ],
  ];
  for (const [what, file, expected] of tables) {
    it(`CSV with ${what}`, async () => assert.equal((await read('a.csv', file)).text, expected));
  }

  const unnamed: readonly [string, string][] = [
    ['of two lines of words', 'Marguerite Dunne,Hallow Point\nOle Berg,Kap Arkona\n'],
    ['with tabs', 'Marguerite Dunne\tHallow Point\nOle Berg\tKap Arkona\n'],
    ['with semicolons', 'Marguerite Dunne;Hallow Point\nOle Berg;Kap Arkona\n'],
    ['with quoted line breaks', '"Marguerite\nDunne","Hallow\nPoint"\n"Ole Berg","Kap\nArkona"\n'],
  ];
  for (const [what, file] of unnamed) {
    it(`CSV ${what}, with its first row as a row and as the header of the others`, async () => {
      const { blocks } = await read('a.csv', file);
      assert.deepEqual(
        blocks.map(({ text, header }) => ({ text, header })),
        [
          { text: 'Marguerite Dunne | Hallow Point', header: undefined },
          { text: 'Ole Berg | Kap Arkona', header: 'Marguerite Dunne | Hallow Point' },
        ],
      );
    });
  }

  it('CSV of one row of words, also above empty ones', async () => {
    for (const file of ['Marguerite Dunne,Hallow Point', 'Marguerite Dunne,Hallow Point\n,\n,\n']) {
      assert.deepEqual(outline(await read('a.csv', file)), [['table-row', 'Marguerite Dunne | Hallow Point', 'row 1']]);
    }
  });

  it('every value of a CSV, whatever its first row is', async () => {
    const cell = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,8}[\p{L}\p{N}]$/u);
    const table = fc.array(fc.array(fc.oneof(cell, fc.constant('')), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
        fc.pre(rows.some((row) => row.some((value) => value !== '')));
        const { text } = await read('a.csv', rows.map((row) => row.join(delimiter)).join('\n'));
        for (const value of rows.flat())
          assert.ok(text.replace(/ +/g, ' ').includes(value.replace(/ +/g, ' ')), `${value} is not in ${text}`);
      }),
    );
  });

  it('JSON by records', async () => {
    const found = await read('a.json', JSON.stringify({ shop: 'Corner', items: [{ id: 1, tags: ['x', 'y'] }, { id: 2 }] }));
    assert.deepEqual(outline(found), [['record', 'shop: Corner\nitems.0.id: 1\nitems.0.tags.0: x\nitems.0.tags.1: y\nitems.1.id: 2']]);
    const list = await read('b.json', JSON.stringify([{ id: 1 }, { id: 2 }]));
    assert.deepEqual(outline(list), [
      ['record', 'id: 1', '0'],
      ['record', 'id: 2', '1'],
    ]);
    const large = await read('c.json', JSON.stringify({ a: { text: 'x'.repeat(1500) }, b: { text: 'y'.repeat(1500) } }));
    assert.deepEqual(
      large.blocks.map(({ headings }) => headings),
      [['a'], ['b']],
    );
  });

  it('JSON Lines by records', async () => {
    assert.deepEqual(outline(await read('a.jsonl', '{"a":1}\n\n{"a":2}\n')), [
      ['record', 'a: 1', 'line 1'],
      ['record', 'a: 2', 'line 3'],
    ]);
  });

  it('numbers of JSON as they are written, however many digits they have', async () => {
    const file = '{"id":1234567890123456789,"far":1e400,"price":0.1000,"zero":-0,"list":[12.50]}';
    const expected = 'id: 1234567890123456789\nfar: 1e400\nprice: 0.1000\nzero: -0\nlist.0: 12.50';
    assert.equal((await read('a.json', file)).text, expected);
    assert.equal((await read('a.jsonl', `${file}\n`)).text, expected);
    assert.equal((await read('b.json', '9007199254740993')).text, '9007199254740993');
  });

  it('HTML by its title, headings, paragraphs, lists, tables and code', async () => {
    const found = await read(
      'a.html',
      '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>Top &amp; more</h1><p>One <b>two</b>.</p><script>alert(1)</script><ul><li>a<li>b</ul><table><tr><th>n</th><th>p</th></tr><tr><td>x</td><td>1</td></tr></table><pre>a\n  b</pre></body></html>',
    );
    assert.deepEqual(outline(found), [
      ['heading', 'T'],
      ['heading', 'Top & more', 'T'],
      ['paragraph', 'One two.', 'T', 'Top & more'],
      ['list', 'a', 'T', 'Top & more'],
      ['list', 'b', 'T', 'Top & more'],
      ['table-row', 'n | p', 'T', 'Top & more'],
      ['table-row', 'x | 1', 'T', 'Top & more'],
      ['code', 'a\n  b', 'T', 'Top & more'],
    ]);
    assert.equal(found.blocks[6]?.header, 'n | p');
  });

  it('HTML with a title that its first heading repeats once, with all below it', async () => {
    const page = '<title>Annual  Report\n2025</title><nav><h2>Menu</h2><p>Home</p></nav><h1>Annual <i>Report</i> 2025</h1><p>Words.</p>';
    assert.deepEqual(outline(await read('a.html', `${page}<h2>Sales</h2><p>Rose.</p><h1>Annual Report 2025</h1>`)), [
      ['heading', 'Annual Report 2025'],
      ['heading', 'Menu', 'Annual Report 2025'],
      ['paragraph', 'Home', 'Annual Report 2025', 'Menu'],
      ['paragraph', 'Words.', 'Annual Report 2025'],
      ['heading', 'Sales', 'Annual Report 2025'],
      ['paragraph', 'Rose.', 'Annual Report 2025', 'Sales'],
      ['heading', 'Annual Report 2025', 'Annual Report 2025'],
    ]);
    assert.equal((await read('b.html', '<title>Only a title</title><body></body>')).text, 'Only a title');
  });

  it('all of a table in a cell of another, in order', async () => {
    const inner = '<table><tr><th>n<th>p<tr><td>x<td>1</table>';
    const page = `<table><tr><td>left<td>before${inner}after</td><td>right</td></tr><tr><td> <td></tr><tr><td>${inner}</td></tr></table><p>end</p>`;
    const rows = ['n | p', 'x | 1'];
    assert.deepEqual(
      (await read('a.html', page)).blocks.map(({ text: row }) => row),
      ['left | before', ...rows, 'after | right', ...rows, 'end'],
    );
  });

  it('the paragraphs of a cell apart, and words with soft hyphens whole', async () => {
    const page = '<table><tr><td><p>One</p><p>two</p><ul><li>three</ul></td><td>Donau&shy;dampf&shy;schiff</td></tr></table>';
    assert.equal((await read('a.html', page)).text, 'One two three | Donaudampfschiff');
    assert.equal((await read('a.docx', docxOf(paragraphOf('Donau\u00ADdampf')))).text, 'Donaudampf');
  });

  it('pictures of HTML by what stands for them', async () => {
    const page = '<p>See<img src="a.png" alt="Sales\nby region">below.</p><img alt=""><img src="b.png"><h2><img alt="Globex"></h2>';
    assert.deepEqual(outline(await read('a.html', page)), [
      ['paragraph', 'See Sales by region below.'],
      ['heading', 'Globex'],
    ]);
  });

  const unseen: readonly string[] = [
    '<p hidden>HID</p>',
    '<div HIDDEN=""><h2>HID</h2><p>HID</p><img alt="HID"></div>',
    '<p style="color: red; Display : none !important">HID</p>',
    '<span style="visibility:hidden">HID <b>HID</b></span>',
    '<table><tr hidden><td>HID</td></tr></table>',
    '<template><p>HID</p></template><noscript>HID</noscript><video>HID</video><canvas>HID</canvas>',
    '<svg><title>HID</title></svg><datalist><option>HID</option></datalist>',
    '<dialog>HID</dialog><div popover>HID</div>',
    '<!-- HID -->',
  ];
  for (const html of unseen) {
    it(`HTML without what browsers hide: ${html}`, async () => {
      const found = await read('a.html', `<title>T</title><p>before</p>${html}<p>after</p>`);
      assert.equal(found.text, 'T\n\nbefore\n\nafter');
    });
  }

  const seen: readonly string[] = [
    '<p aria-hidden="true">SEEN</p>',
    '<p hidden="until-found">SEEN</p>',
    '<p style="text-display: none; content: \'display:none\'">SEEN</p>',
    '<details><summary>Question</summary>SEEN</details>',
    '<dialog open>SEEN</dialog>',
    '<p hidden>x<p>SEEN',
    '<body style="display: none"><p>SEEN</p></body>',
  ];
  for (const html of seen) {
    it(`HTML with what browsers show: ${html}`, async () => assert.match((await read('a.html', html)).text, /SEEN/));
  }

  it('DOCX with headings, lists, tables and what was inserted, without what was deleted', async () => {
    const cell = (inner: string): string => `<w:tc>${paragraphOf(inner)}</w:tc>`;
    const body = [
      paragraphOf('Chapter', '<w:pStyle w:val="berschrift1"/>'),
      '<w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t xml:space="preserve"> new &amp; more</w:t></w:r></w:ins></w:p>',
      paragraphOf('item', '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
      `<w:tbl><w:tr>${cell('name')}${cell('price')}</w:tr><w:tr>${cell('tea')}${cell('2')}</w:tr></w:tbl>`,
    ];
    const styles = '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>';
    const found = await read('a.docx', docxOf(body.join(''), { 'word/styles.xml': styles }));
    assert.deepEqual(outline(found), [
      ['heading', 'Chapter'],
      ['paragraph', 'Kept new & more', 'Chapter'],
      ['list', 'item', 'Chapter'],
      ['table-row', 'name | price', 'Chapter'],
      ['table-row', 'tea | 2', 'Chapter'],
    ]);
    assert.equal(found.blocks[4]?.header, 'name | price');
  });

  it('DOCX whose parts have numbers', async () => {
    const styles = '<w:styles><w:style w:styleId="t"><w:name w:val="heading 1"/></w:style></w:styles>';
    const file = docxOf(paragraphOf('Chapter', '<w:pStyle w:val="t"/>'), { 'word/styles2.xml': styles }, 'word/document2.xml');
    assert.deepEqual(outline(await read('a.docx', file)), [['heading', 'Chapter']]);
  });

  it('equations, charts and diagrams of DOCX', async () => {
    const equation = '<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r><m:oMath><m:r><m:t>E=mc²</m:t></m:r></m:oMath></w:p>';
    const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>';
    const labels =
      '<c:cat><c:strRef><c:strCache><c:pt><c:v>North</c:v></c:pt><c:pt><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat>';
    const values = '<c:val><c:numRef><c:numCache><c:pt><c:v>4.5</c:v></c:pt></c:numCache></c:numRef></c:val>';
    const file = docxOf(equation, {
      'word/charts/chart1.xml': `<c:chartSpace>${title}${labels}${values}</c:chartSpace>`,
      'word/diagrams/data1.xml': '<dgm:pt><dgm:t><a:p><a:r><a:t>Board</a:t></a:r></a:p></dgm:t></dgm:pt>',
    });
    assert.equal((await read('a.docx', file)).text, 'So E=mc²\n\nSales\n\nNorth\nSouth\n\nBoard');
  });

  it('DOCX without hidden text, whether a run or a style hides it', async () => {
    const run = (properties: string, text: string): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
    const body = [
      `<w:p>${run('', 'one ')}${run('<w:vanish/>', 'HID')}${run('<w:vanish w:val="0"/>', 'two ')}${run('<w:rStyle w:val="secret"/>', 'HID')}${run('', 'three')}</w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="note"/></w:pPr>${run('', 'HID')}${run('<w:vanish w:val="false"/>', 'shown')}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', 'before a hidden mark')}</w:p>`,
      `<w:p><w:sdt><w:sdtPr><w:rPr><w:vanish/></w:rPr></w:sdtPr><w:sdtContent>${run('', 'in a field')}</w:sdtContent></w:sdt></w:p>`,
      `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:txbxContent>${paragraphOf('HID')}</w:txbxContent></w:r></w:p>`,
    ];
    const styles =
      '<w:styles><w:style w:styleId="secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="note"><w:basedOn w:val="secret"/></w:style></w:styles>';
    const found = await read('a.docx', docxOf(body.join(''), { 'word/styles.xml': styles }));
    assert.equal(found.text, 'one two three\n\nshown\n\nbefore a hidden mark\n\nin a field');
  });

  it('pictures of DOCX by their alternative text', async () => {
    const picture = (rest: string): string => `<w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${rest}/></wp:inline></w:drawing>`;
    const body = `<w:p><w:r>${picture('descr="Sales by region"')}${picture('descr="HID" hidden="1"')}${picture('')}</w:r></w:p>`;
    assert.equal((await read('a.docx', docxOf(body))).text, 'Sales by region');
  });

  it('PDF with the numbers of its pages', async () => {
    const found = await read('a.pdf', pdfOf([['# Report', 'On the first page the words of this line are many.'], ['On page two.']]));
    assert.deepEqual(
      found.blocks.map(({ kind, text: words, page }) => [kind, words, page]),
      [
        ['heading', 'Report', 1],
        ['paragraph', 'On the first page the words of this line are many.', 1],
        ['paragraph', 'On page two.', 2],
      ],
    );
    assert.equal(found.summary.pages, 2);
  });

  it('a line without end in pieces', async () => {
    const found = await read('a.txt', '😀'.repeat(50_000));
    assert.ok(found.blocks.length > 5 && found.blocks.every(({ text: piece }) => piece.isWellFormed()));
    assert.equal(found.text, '😀'.repeat(50_000));
  });
});

describe('createDocumentExtractor() refuses', () => {
  const zipBomb = docxOf('', { 'word/document.xml': new Uint8Array(40 * 1024 * 1024).fill(32) });
  const ole = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
  const wideName = 'EncryptedPackage'.replace(/./g, '$&\0');
  const entities = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:document><w:body>${paragraphOf('&b;')}</w:body></w:document>`;
  const deep = '<w:p>'.repeat(5000) + '</w:p>'.repeat(5000);
  const cases: readonly [string, string, string | Uint8Array<ArrayBuffer>, string, Partial<ExtractionLimits>?][] = [
    ['an empty file', 'a.txt', '', 'empty_file'],
    ['a file of blanks', 'a.md', ' \n\n\t\n', 'empty_file'],
    ['an empty list', 'a.json', '[]', 'empty_file'],
    ['a PDF of empty pages', 'a.pdf', pdfOf([[], []]), 'empty_file'],
    ['an empty Word document', 'a.docx', docxOf('<w:p/>'), 'empty_file'],
    ['another extension', 'a.exe', 'MZ', 'unsupported_file_type'],
    ['a picture called .txt', 'a.txt', bytesOf('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'), 'invalid_file'],
    ['binary garbage called .txt', 'a.txt', Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251), 'invalid_file'],
    ['a PDF called .md', 'a.md', pdfOf([['x']]), 'invalid_file'],
    ['text called .pdf', 'a.pdf', 'just words', 'invalid_file'],
    ['a PDF cut off', 'a.pdf', bytesOf('%PDF-1.4\n1 0 obj\n<< /Type'), 'invalid_file'],
    ['text called .docx', 'a.docx', 'just words', 'invalid_file'],
    ['another zip called .docx', 'a.docx', docxWithoutBody(), 'invalid_file'],
    ['a Word document cut off', 'a.docx', docxOf(paragraphOf('words '.repeat(500))).slice(0, 300), 'invalid_file'],
    ['XML cut off', 'a.docx', docxOf('', { 'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>half' }), 'invalid_file'],
    ['an encrypted Word document', 'a.docx', bytesOf(`${ole}${'\0'.repeat(504)}${wideName}`), 'encrypted_file'],
    ['the old .doc format', 'a.docx', bytesOf(`${ole}${'\0'.repeat(504)}WordDocument`), 'unsupported_file_type'],
    ['macros', 'a.docx', docxOf(paragraphOf('x'), { 'word/vbaProject.bin': 'x' }), 'unsupported_file_type'],
    ['a zip bomb', 'a.docx', zipBomb, 'file_too_large'],
    ['entities of its own', 'a.docx', docxOf('', { 'word/document.xml': entities }), 'invalid_file'],
    ['XML nested too deep', 'a.docx', docxOf(deep), 'invalid_file'],
    ['HTML nested too deep', 'a.html', `${'<div>'.repeat(100_000)}x`, 'invalid_file'],
    ['JSON nested too deep', 'a.json', `${'['.repeat(100_000)}1${']'.repeat(100_000)}`, 'invalid_file'],
    ['broken JSON', 'a.json', '{"a": ', 'invalid_file'],
    ['a broken line of JSON', 'a.jsonl', '{"a":1}\n{', 'invalid_file'],
    ['broken CSV', 'a.csv', 'a,b\n"never ends', 'invalid_file'],
    ['too many bytes', 'a.txt', 'x'.repeat(101), 'file_too_large', { maxBytes: 100 }],
    ['too many characters', 'a.txt', 'word '.repeat(100), 'file_too_large', { maxCharacters: 100 }],
    ['too many pages', 'a.pdf', pdfOf([['x'], ['y'], ['z']]), 'file_too_large', { maxPages: 2 }],
    ['too large a part', 'a.docx', docxOf(paragraphOf('x'.repeat(3000))), 'file_too_large', { maxExpandedBytes: 1000 }],
    ['what takes too long', 'a.txt', 'word\n\n'.repeat(200_000), 'timeout', { maxSeconds: 0.001 }],
  ];
  for (const [what, name, body, kind, limits] of cases) {
    it(`${what}: ${kind}`, async () => {
      await assert.rejects(read(name, body, limits), { name: 'ServiceError', kind, param: 'file' });
    });
  }

  it('nothing after all that', async () => {
    assert.equal((await read('a.txt', 'still here')).text, 'still here');
  });
});

describe('createDocumentExtractor()', () => {
  it('ends a worker that is stuck in a parser, and reads the next file in another', async () => {
    await using impatient = createDocumentExtractor({ limits: { maxSeconds: 0.1 }, graceMs: 100 });
    const stuck = new TextEncoder().encode(`[${'[],'.repeat(8_000_000)}[]]`);
    await assert.rejects(Array.fromAsync(impatient.extract(streamOf([stuck]), { name: 'a.json' })), { kind: 'timeout', param: 'file' });
    const [blocks] = await Array.fromAsync(impatient.extract(streamOf([bytesOf('next')]), { name: 'a.txt' }));
    assert.equal(blocks?.[0]?.text, 'next');
  });

  it('stops with the signal', async () => {
    const stop = new AbortController();
    const silent = new ReadableStream<Uint8Array>({});
    const reading = Array.fromAsync(extractor.extract(silent, { name: 'a.txt', signal: stop.signal }));
    stop.abort(new DOMException('enough', 'AbortError'));
    await assert.rejects(reading, { name: 'AbortError', message: 'enough' });
  });
});

function wide(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...Array(text.length).keys()].flatMap((at) => [text.charCodeAt(at) & 255, text.charCodeAt(at) >> 8]));
}

/** A text in Windows-1251. */
function cyrillic(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (mark) => {
    if (mark === 'ё') return 0xb8;
    const code = mark.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
  });
}

function docxWithoutBody(): Uint8Array<ArrayBuffer> {
  return bytesOf('PK\u0005\u0006' + '\0'.repeat(18));
}
