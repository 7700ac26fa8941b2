import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { streamForm } from '../../src/http/multipart-stream.ts';

const FORM = [
  'a preamble\r\n--b--x \r\nContent-Disposition: form-data; name="purpose"\r\n\r\nassistants',
  '--b--x\r\nContent-Disposition: form-data; name="file"; filename="ü &quot;.txt"\r\nContent-Type: text/x-odd\r\n\r\n\r\n--b--\r\n--b--X\r\n',
  '--b--x\r\nContent-Disposition: form-data; name="empty"\r\n\r\n',
  '--b--x--\r\nan epilogue',
].join('\r\n');

/** A request whose body comes in chunks of this many bytes. */
function request(text: string, chunkBytes: number, type = 'multipart/form-data; boundary="b--x"'): Request {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
  return new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body });
}

async function read(given: Request): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const { name, filename, body } of streamForm(given, new AbortController().signal)) {
    const chunks: BlobPart[] = [];
    for await (const chunk of body) chunks.push(chunk.slice());
    parts.push([name, filename, await new Blob(chunks).text()]);
  }
  return parts;
}

describe('streamForm()', () => {
  for (const chunkBytes of [1, 2, 7, 64, 10_000]) {
    it(`reads the same parts from chunks of ${chunkBytes} bytes, whatever looks like a boundary`, async () => {
      assert.deepEqual(await read(request(FORM, chunkBytes)), [
        ['purpose', undefined, 'assistants'],
        ['file', 'ü &quot;.txt', '\r\n--b--\r\n--b--X\r\n'],
        ['empty', undefined, ''],
      ]);
    });
  }

  const names: readonly (readonly [what: string, written: string, read: string])[] = [
    ['backslashes as browsers send them', String.raw`filename="C:\fakepath\new report.txt"`, String.raw`C:\fakepath\new report.txt`],
    ['backslashes that are escaped', String.raw`filename="docs\\a.txt"`, String.raw`docs\a.txt`],
    ['quotes that are escaped', String.raw`filename="a \"b\".txt"`, 'a "b".txt'],
    ['quotes as browsers send them', 'filename="a %22b%22 100%25.txt"', 'a "b" 100%25.txt'],
    ['other alphabets', 'filename="x.txt"; filename*=UTF-8\'\'na%C3%AFve.txt', 'naïve.txt'],
  ];
  for (const [what, written, name] of names) {
    it(`reads names with ${what}`, async () => {
      const text = `--b--x\r\nContent-Disposition: form-data; name="file"; ${written}\r\n\r\nx\r\n--b--x--`;
      assert.deepEqual(await read(request(text, 100)), [['file', name, 'x']]);
    });
  }

  it('passes over what of a part is not read', async () => {
    const names: string[] = [];
    for await (const { name } of streamForm(request(FORM, 5), new AbortController().signal)) names.push(name);
    assert.deepEqual(names, ['purpose', 'file', 'empty']);
  });

  const malformed: readonly (readonly [string, string])[] = [
    ['a body without its boundary', 'nothing here'],
    ['a body that is cut short', FORM.slice(0, FORM.length - 30)],
    ['a part without a name', '--b--x\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--x--'],
    ['a part whose header does not end', `--b--x\r\nContent-Disposition: form-data; name="a${'a'.repeat(20_000)}`],
    ['an endless preamble', 'x'.repeat(10_000)],
    ['more parts than are read', `${'--b--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(200)}--b--x--`],
  ];
  for (const [what, text] of malformed) {
    it(`refuses ${what}`, () => assert.rejects(read(request(text, 100)), { kind: 'invalid_input' }));
  }

  it('refuses another type of body, and one that names no boundary', async () => {
    await assert.rejects(read(request(FORM, 100, 'application/json')), { kind: 'unsupported_media_type' });
    await assert.rejects(read(request(FORM, 100, 'multipart/form-data')), { kind: 'invalid_input' });
  });
});
