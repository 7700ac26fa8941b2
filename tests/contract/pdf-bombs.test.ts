import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { streamOf } from '../../src/core/stream-of.ts';
import { allowSlowHooks } from '../slow.ts';
import { pdfFrom } from './documents.ts';

await allowSlowHooks();

/** What a page of a bomb unpacks to, and the limit of the extractor that reads it. */
const BOMB_BYTES = 24 * 1024 * 1024;
const MAX_EXPANDED_BYTES = 8 * 1024 * 1024;

const extractor = createDocumentExtractor({ limits: { maxExpandedBytes: MAX_EXPANDED_BYTES } });
after(() => extractor[Symbol.asyncDispose]());

const WORDS = 'BT /F1 12 Tf 72 700 Td (Before the bomb) Tj ET\n';

async function textOf(bytes: Uint8Array<ArrayBuffer>, from = extractor): Promise<string> {
  const batches = await Array.fromAsync(from.extract(streamOf([bytes]), { name: 'a.pdf' }));
  return batches.flatMap((blocks) => blocks.map(({ text }) => text)).join('\n');
}

/** A stream with these entries in its dictionary. */
function streamObject(entries: string, content: Uint8Array | string): string {
  return `<< /Length ${content.length} ${entries} >>\nstream\n${typeof content === 'string' ? content : Buffer.from(content).toString('latin1')}\nendstream`;
}

/** A PDF of pages with these contents, whose further objects are numbered from 4. */
function pdfWith(contents: string, objects: readonly string[], { pages = 1, font = '', resources = '' } = {}): Uint8Array<ArrayBuffer> {
  const fonts = `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${font} >> >>`;
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << ${fonts} ${resources} >> >>`;
  const own = 4 + objects.length;
  const kids = Array.from({ length: pages }, (_, index) => `${own + index} 0 R`);
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    'null',
    ...objects,
    ...kids.map(() => page),
  ]);
}

function packed(text: string): Uint8Array {
  return deflateSync(Buffer.from(text, 'latin1'));
}

describe('A PDF that unpacks to more than the limit is refused, wherever in it the bomb lies:', () => {
  const spaces = packed(WORDS + ' '.repeat(BOMB_BYTES));
  const part = streamObject('/Filter /FlateDecode', packed(WORDS + ' '.repeat(BOMB_BYTES / 8)));
  const map = packed(`begincmap\n${'1 beginbfchar <41> <0042> endbfchar\n'.repeat(BOMB_BYTES / 36)}endcmap`);
  const bombs: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ['on a page', pdfWith('4 0 R', [streamObject('/Filter /FlateDecode', spaces)])],
    ['within another', pdfWith('4 0 R', [streamObject('/Filter [/FlateDecode /FlateDecode]', deflateSync(spaces))])],
    ['under the name of a picture', pdfWith('4 0 R', [streamObject('/Subtype /Image /Filter /FlateDecode', spaces)])],
    ['in many parts of a page', pdfWith(`[${'4 0 R '.repeat(8)}]`, [part])],
    ['in a font', pdfWith('4 0 R', [streamObject('', WORDS), streamObject('/Filter /FlateDecode', map)], { font: '/ToUnicode 5 0 R' })],
  ];
  for (const [where, bytes] of bombs) {
    it(where, async () => {
      assert.ok(bytes.length < MAX_EXPANDED_BYTES / 40);
      const message = `file: it unpacks to more than the limit of ${MAX_EXPANDED_BYTES} bytes.`;
      await assert.rejects(textOf(bytes), { kind: 'file_too_large', param: 'file', message });
    });
  }

  it('but not one whose pages hold that much only together', async () => {
    const text = await textOf(pdfWith('4 0 R', [part], { pages: 10 }));
    assert.equal(text, Array.from({ length: 10 }, () => 'Before the bomb').join('\n'));
  });
});

describe('The time that a file may take', () => {
  it('is in proportion to its size, so that a few kilobytes do not keep a worker for minutes', async () => {
    // Each form draws the next one ten times.
    const forms = Array.from({ length: 12 }, (_, index) =>
      streamObject(
        `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X ${index + 5} 0 R >> >>`,
        index === 11 ? WORDS : '/X Do '.repeat(10),
      ),
    );
    const bytes = pdfWith('4 0 R', forms, { resources: '/XObject << /X 4 0 R >>' });
    await using impatient = createDocumentExtractor({ limits: { maxSeconds: 600 }, leastSeconds: 0, graceMs: 1000 });
    const message = 'file: reading it took longer than the limit of 1 s.';
    await assert.rejects(textOf(bytes, impatient), { kind: 'timeout', param: 'file', message });
    const next = impatient.extract(streamOf([new TextEncoder().encode('next')]), { name: 'a.txt' });
    assert.equal((await Array.fromAsync(next))[0]?.[0]?.text, 'next');
  });
});
