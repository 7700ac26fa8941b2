import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileTypeOf } from '../../src/core/file-types.ts';

describe('A file of a format that is not read', () => {
  const refused: Readonly<Record<string, RegExp>> = {
    'stock.xlsx':
      /^file: Excel workbooks \(\.xlsx\) are not read, but can be saved as \.csv; the name must end in one of \.txt, .*\.htm\.$/,
    'Plan.PPTX': /PowerPoint presentations \(\.pptx\) are not read/,
    'letter.odt': /OpenDocument texts \(\.odt\)/,
    'backup.tar.gz': /archives \(\.gz\) are not unpacked/,
    'photo.jpeg': /pictures \(\.jpeg\)/,
    'call.mp3': /recordings \(\.mp3\)/,
    'main.zig': /^file: \.zig files are not read; /,
    Makefile: /^file: it has no extension; /,
    'odd.a b\n': /^file: such files are not read; /,
  };
  for (const [name, message] of Object.entries(refused)) {
    it(`is refused by name: ${JSON.stringify(name)}`, () => {
      assert.throws(() => fileTypeOf(name), { kind: 'unsupported_file_type', param: 'file', message });
    });
  }
});
