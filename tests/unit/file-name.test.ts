import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FILE_TYPES, fileTypeOf, sniffMediaType } from '../../src/core/file-types.ts';
import { safeFileName } from '../../src/domain/documents/file-name.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc } from '../draws.ts';

describe('safeFileName()', () => {
  const cases: readonly [string, string][] = [
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\notes.txt', 'notes.txt'],
    ['a\0b\r\nc\u001b[31m.md', 'abc[31m.md'],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['\u200Bzero\uFEFF width.txt', 'zero width.txt'],
    ['...', 'file'],
    ['', 'file'],
    ['/', 'file'],
    ['.env', 'env'],
    ['con.txt', '_con.txt'],
    ['  spaced   out .txt ', 'spaced out .txt'],
    ['what?<is>"this"|*.csv', 'what__is__this___.csv'],
    ['Cafe\u0301.md', 'Café.md'],
    ['日本語の文書.docx', '日本語の文書.docx'],
    ['half \uD800 pair.txt', 'half pair.txt'],
    ['می\u200Cخواهم.txt', 'می\u200Cخواهم.txt'],
    ['क्\u200Dष.txt', 'क्\u200Dष.txt'],
    ['family 👩\u200D👩\u200D👧.txt', 'family 👩\u200D👩\u200D👧.txt'],
    ['pass\u200Cword\u200D.txt', 'password.txt'],
    ['می\u200C\u200Cخواهم\u200D.txt', 'میخواهم.txt'],
  ];
  for (const [given, expected] of cases) {
    it(`makes ${JSON.stringify(expected)} of ${JSON.stringify(given)}`, () => assert.equal(safeFileName(given), expected));
  }

  it('takes milliseconds for a long name', () => {
    const elapsed = startCpuTime();
    assert.equal(safeFileName(`x${'. '.repeat(50_000)}x.pdf`).length, 254);
    assert.ok(elapsed() < 500);
  });

  it('keeps the extension of a name that is too long', () => {
    const name = safeFileName(`${'漢'.repeat(300)}.docx`);
    assert.ok(name.endsWith('漢.docx'));
    assert.ok(new TextEncoder().encode(name).length <= 255);
  });

  it('is never empty, too long, hidden, or a path, and stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
        const name = safeFileName(given);
        assert.ok(name !== '' && !/[/\\\0]|^\./.test(name) && name.isWellFormed());
        assert.ok(new TextEncoder().encode(name).length <= 255);
        assert.equal(safeFileName(name), name);
      }),
    );
  });
});

describe('fileTypeOf()', () => {
  it('"Supported file extensions: .txt, .md, .rst, .py, .go, .ts, .js, .tsx, .jsx, .pdf, .docx, .json, .csv."', () => {
    for (const extension of '.txt .md .rst .py .go .ts .js .tsx .jsx .pdf .docx .json .csv'.split(' ')) {
      assert.equal(fileTypeOf(`name${extension}`), FILE_TYPES[extension]);
      assert.equal(fileTypeOf(`NAME${extension.toUpperCase()}`), FILE_TYPES[extension]);
    }
  });

  it('refuses every other, and names those that are read', () => {
    for (const name of ['a.exe', 'a', '', 'a.pdf.zip', '.constructor', 'a.docm', 'a.doc', 'pdf']) {
      assert.throws(() => fileTypeOf(name), { kind: 'unsupported_file_type', status: 415, param: 'file', message: /\.docx/ });
    }
  });
});

describe('sniffMediaType()', () => {
  it('knows containers and pictures by their first bytes, and nothing of text', () => {
    const of = (text: string): string | undefined => sniffMediaType(Uint8Array.from(text, (mark) => mark.charCodeAt(0)));
    assert.equal(of('%PDF-1.7'), 'application/pdf');
    assert.equal(of('junk\n%PDF-1.7'), 'application/pdf');
    assert.equal(of('PK\u0003\u0004rest'), 'application/zip');
    assert.equal(of('\u0089PNG\r\n'), 'image/png');
    assert.equal(of('plain words'), undefined);
    assert.equal(of(''), undefined);
  });
});
