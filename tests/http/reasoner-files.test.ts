import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createInMemoryObjectStore } from '../../src/adapters/in-memory/object-store.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { until } from '../system/until.ts';
import { openLibraryService, type LibraryParts, type LibraryService } from './library-service.ts';

const using =
  (work: (service: LibraryService) => Promise<void>, parts: LibraryParts = {}) =>
  async (): Promise<void> => {
    await using service = openLibraryService(parts);
    await work(service);
  };

const document = (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL(`../../../shared/docs/${name}`, import.meta.url)).then((bytes) => new Uint8Array(bytes));

const NOTE = 'The meeting is on Thursday at noon. The room has a blue door.';
const KEYS = [
  { name: 'ann', key: 'key-of-ann-123' },
  { name: 'bob', key: 'key-of-bob-123' },
];
const as = (name: string): Record<string, string> => ({ authorization: `Bearer key-of-${name}-123` });

describe('POST /v1/files', () => {
  it(
    '"multipart/form-data with field `file` (file, required); 201 with the file record"',
    using(async ({ upload, settled }) => {
      const { status, body } = await upload('note.txt', NOTE, { purpose: 'assistants' });
      assert.equal(status, 201);
      const { id, created_at, ...rest } = body;
      assert.match(id, /^file-/);
      assert.ok(Math.abs(created_at - Date.now() / 1000) < 60);
      assert.deepEqual(rest, {
        object: 'file',
        bytes: NOTE.length,
        filename: 'note.txt',
        purpose: 'assistants',
        status: 'uploaded',
        status_details: null,
        expires_at: null,
      });
      assert.equal(await settled(id), 'processed');
    }),
  );

  it(
    'joins the default store unless told otherwise, and is found there',
    using(async ({ upload, settled, call }) => {
      const first = await upload('note.txt', NOTE);
      const second = await upload('other.txt', 'A cat sat on the mat.', { vector_store_ids: 'none' });
      const third = await upload('third.txt', 'Dogs bark.', { purpose: 'batch' });
      assert.deepEqual([second.body.status, third.body.status], ['processed', 'processed']);
      await settled(first.body.id);
      const { body } = await call('GET', '/v1/vector_stores/default/files');
      assert.deepEqual(
        body.data.map(({ id }) => id),
        [first.body.id],
      );
      const found = await call('POST', '/v1/vector_stores/default/search', { query: 'When is the meeting?' });
      assert.equal(found.body.data[0]?.file_id, first.body.id);
      const named = await call('POST', '/v1/vector_stores', { name: 'mine' });
      const fourth = await upload('fourth.txt', 'Bees make honey.', { vector_store_ids: named.body.id });
      await settled(fourth.body.id);
      assert.equal((await call('GET', `/v1/vector_stores/${named.body.id}`)).body.file_counts?.completed, 1);
    }),
  );

  const refusals: readonly (readonly [string, string, string | (() => Promise<Uint8Array<ArrayBuffer>>), number, string, RegExp])[] = [
    ['a type that is not read', 'song.mp3', 'x', 415, 'unsupported_file_type', /\.pdf/],
    ['a name without an extension', 'README', 'x', 415, 'unsupported_file_type', /\.txt/],
    ['an empty file', 'empty.txt', '', 400, 'empty_file', /empty/],
    ['a file of blanks', 'blank.md', ' \n\n\t ', 400, 'empty_file', /text/],
    ['a broken PDF', 'broken.pdf', '%PDF-1.4 nothing', 400, 'invalid_file', /.+/],
    ['a fuzzed PDF without a page of text', 'fuzzed.pdf', () => document('pdf/fuzzed_gs.pdf'), 400, 'empty_file', /.+/],
    ['an encrypted PDF', 'encrypted.pdf', () => document('pdf/encrypted_pr6531_2.pdf'), 400, 'encrypted_file', /.+/],
    ['text under the name of a PDF', 'text.pdf', 'just text', 400, 'invalid_file', /PDF/],
    ['a PDF under the name of a text', 'pdf.txt', '%PDF-1.4', 400, 'invalid_file', /application\/pdf/],
    ['text under the name of a Word document', 'text.docx', 'just text', 400, 'invalid_file', /DOCX/],
    ['broken JSON', 'broken.json', '{"a": ', 400, 'invalid_file', /.+/],
    ['a file over the limit', 'large.txt', 'x'.repeat(5000), 413, 'file_too_large', /4096/],
  ];
  for (const [what, name, content, status, kind, message] of refusals) {
    it(
      `refuses ${what} with ${kind} and keeps nothing of it`,
      using(
        async ({ upload, call, objects, catalog }) => {
          const bytes = typeof content === 'string' ? content : await content();
          const answer = await upload(name, bytes);
          assert.deepEqual([answer.status, answer.body.error_type], [status, kind]);
          assert.match(answer.body.message, message);
          assert.equal(answer.body.error?.param, 'file');
          assert.deepEqual((await call('GET', '/v1/files')).body.data, []);
          assert.deepEqual(await catalog.removals(new Date(Date.now() + 1000)), []);
          assert.equal(await objects.get('files/file-1'), undefined);
        },
        { limits: { maxFileBytes: name === 'large.txt' ? 4096 : 1024 * 1024 } },
      ),
    );
  }

  it(
    'names what is wrong with the form',
    using(async ({ call, upload, handle }) => {
      const empty = new FormData();
      empty.append('purpose', 'assistants');
      assert.deepEqual(await refusal(call('POST', '/v1/files', empty)), [400, 'file']);
      const text = new FormData();
      text.append('file', 'a text');
      assert.deepEqual(await refusal(call('POST', '/v1/files', text)), [400, 'file']);
      assert.deepEqual(await refusal(upload('a.txt', 'text', { purpose: 'magic' })), [400, 'purpose']);
      assert.deepEqual(await refusal(upload('a.txt', 'text', { vector_store_ids: 'vs-none' })), [404, 'vector_store_id']);
      assert.deepEqual(await refusal(call('POST', '/v1/files', { file: 'text' })), [415, null]);
      const cut = await handle(
        new Request('http://localhost/v1/files', {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
          body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncut sho',
        }),
      );
      assert.equal(cut.status, 400);
      assert.deepEqual((await call('GET', '/v1/files')).body.data, []);
    }),
  );

  it(
    'takes hostile names as labels only',
    using(async ({ upload, call }) => {
      const names = ['../../etc/passwd.txt', 'C:\\secrets\\note.txt', 'a\u202Etxt.exe.md', '.txt', 'con.txt', `${'ü'.repeat(300)}.txt`];
      for (const name of names) {
        const { status, body } = await upload(name, NOTE);
        if (status === 415) continue;
        assert.equal(status, 201);
        assert.doesNotMatch(body.filename, /[/\\\u202E]|^\./);
        assert.ok(new TextEncoder().encode(body.filename).length <= 255);
        assert.equal((await call('GET', `/v1/files/${body.id}`)).status, 200);
      }
    }),
  );

  it(
    'stores the same content once, and keeps it until the last file of it is deleted',
    using(async ({ upload, call, objects, handle, catalog }) => {
      const first = await upload('a.txt', NOTE);
      const second = await upload('b.txt', NOTE);
      const records = await catalog.filesById([first.body.id, second.body.id]);
      assert.equal(new Set(records.map(({ objectKey }) => objectKey)).size, 1);
      assert.equal(await objects.get(`files/${second.body.id}`), undefined);
      await call('DELETE', `/v1/files/${first.body.id}`);
      const content = await handle(new Request(`http://localhost/v1/files/${second.body.id}/content`));
      assert.equal(await content.text(), NOTE);
      await call('DELETE', `/v1/files/${second.body.id}`);
      assert.equal(await objects.get(records[0]?.objectKey ?? ''), undefined);
    }),
  );

  it(
    'answers 507 when the store is full or there are too many files, and keeps nothing',
    using(
      async ({ upload, call }) => {
        const full = await upload('big.txt', 'word '.repeat(3000));
        assert.deepEqual([full.status, full.body.error_type], [507, 'storage_full']);
        assert.equal((await upload('a.txt', 'one')).status, 201);
        assert.equal((await upload('b.txt', 'two')).status, 507);
        assert.equal((await call('GET', '/v1/files')).body.data.length, 1);
      },
      { objects: createInMemoryObjectStore({ capacityBytes: 10_000 }), limits: { maxFiles: 1 } },
    ),
  );
});

describe('GET /v1/files', () => {
  it(
    'lists newest first, page by page, by purpose',
    using(async ({ upload, call }) => {
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c'])
        ids.push((await upload(`${name}.txt`, name, { purpose: name === 'b' ? 'user_data' : 'assistants' })).body.id);
      const [a, b, c] = ids;
      const idsOf = async (query: string): Promise<unknown> => {
        const { body } = await call('GET', `/v1/files?${query}`);
        return [body.data.map(({ id }) => id), body.first_id, body.last_id, body.has_more];
      };
      assert.deepEqual(await idsOf(''), [[c, b, a], c, a, false]);
      assert.deepEqual(await idsOf('limit=2'), [[c, b], c, b, true]);
      assert.deepEqual(await idsOf(`limit=2&after=${b}`), [[a], a, a, false]);
      assert.deepEqual(await idsOf('order=asc&limit=1'), [[a], a, a, true]);
      assert.deepEqual(await idsOf('purpose=user_data'), [[b], b, b, false]);
      assert.deepEqual(await idsOf('purpose=batch'), [[], null, null, false]);
      for (const [query, param] of [
        ['limit=0', 'limit'],
        ['limit=x', 'limit'],
        ['order=up', 'order'],
        ['after=file-x', 'after'],
      ]) {
        assert.deepEqual(await refusal(call('GET', `/v1/files?${query}`)), [400, param]);
      }
    }),
  );
});

describe('a file', () => {
  it(
    'gives its metadata and "Raw file content", and is gone once deleted',
    using(async ({ upload, call, handle, index, settled }) => {
      const { body } = await upload("it's a nöte.md", `# Plan\n\n${NOTE}`);
      const path = `/v1/files/${body.id}`;
      await settled(body.id);
      assert.equal((await call('GET', path)).body.filename, "it's a nöte.md");
      const content = await handle(new Request(`http://localhost${path}/content`));
      assert.equal(content.headers.get('content-type'), 'text/markdown');
      assert.equal(content.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(content.headers.get('content-disposition'), "attachment; filename*=UTF-8''it%27s%20a%20n%C3%B6te.md");
      assert.equal(await content.text(), `# Plan\n\n${NOTE}`);
      assert.ok((await index.count()).passages > 0);
      assert.deepEqual((await call('DELETE', path)).body, { id: body.id, object: 'file', deleted: true });
      assert.equal((await index.count()).passages, 0);
      for (const [method, at] of [
        ['GET', path],
        ['GET', `${path}/content`],
        ['DELETE', path],
      ] as const) {
        assert.deepEqual(await refusal(call(method, at)), [404, 'file_id']);
      }
    }),
  );

  it(
    'belongs to its API key: for others it is not there',
    using(
      async ({ upload, call }) => {
        const { body } = await upload('note.txt', NOTE, {}, as('ann'));
        assert.equal((await call('GET', `/v1/files/${body.id}`, undefined, as('ann'))).status, 200);
        for (const [method, path] of [
          ['GET', ''],
          ['GET', '/content'],
          ['DELETE', ''],
        ] as const) {
          assert.equal((await call(method, `/v1/files/${body.id}${path}`, undefined, as('bob'))).status, 404);
        }
        assert.deepEqual((await call('GET', '/v1/files', undefined, as('bob'))).body.data, []);
        const stores = await call('POST', '/v1/vector_stores', { name: 'bobs' }, as('bob'));
        const attach = call('POST', `/v1/vector_stores/${stores.body.id}/files`, { file_id: body.id }, as('bob'));
        assert.deepEqual(await refusal(attach), [404, 'file_id']);
        assert.equal((await call('GET', `/v1/vector_stores/${stores.body.id}`, undefined, as('ann'))).status, 404);
        const found = await call('POST', '/v1/vector_stores/default/search', { query: 'meeting' }, as('bob'));
        assert.deepEqual(found.body.data, []);
        assert.equal((await call('GET', '/v1/files')).status, 401);
      },
      { reasoner: { apiKeys: KEYS } },
    ),
  );
});

async function refusal(answer: ReturnType<LibraryService['call']>): Promise<unknown> {
  const { status, body } = await answer;
  return [status, body.error?.param];
}

describe('expires_after of POST /v1/files', () => {
  it('a file goes when its time is over, from its vector stores too', async () => {
    const clock = createManualClock();
    await using service = openLibraryService({ reasoner: { clock }, works: false });
    const { call, upload, library } = service;
    const expiry = { 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '3600' };
    const { status, body: file } = await upload('note.txt', 'The ferry leaves at nine.', expiry);
    assert.deepEqual([status, file.expires_at - file.created_at], [201, 3600]);
    const { body: other } = await upload('other.txt', 'The museum opens at ten.');
    const stop = new AbortController();
    const running = library.run(stop.signal);
    await service.settled(file.id);
    await service.settled(other.id);
    const search = async () => {
      const { body } = await call('POST', '/v1/vector_stores/default/search', { query: 'ferry leaves museum opens' });
      return body.data.map(({ file_id: id }) => id).toSorted();
    };
    assert.deepEqual(await search(), [file.id, other.id].toSorted());
    stop.abort();
    await running;

    clock.advance(3_599_000);
    assert.equal((await call('GET', `/v1/files/${file.id}`)).body.expires_at, file.expires_at);
    clock.advance(1000);
    assert.equal((await call('GET', `/v1/files/${file.id}`)).status, 404);
    assert.equal((await call('GET', `/v1/files/${file.id}/content`)).status, 404);
    assert.deepEqual(await search(), [other.id]);
    const again = await call('POST', '/v1/vector_stores/default/files', { file_id: file.id });
    assert.deepEqual([again.status, again.body.error?.param], [404, 'file_id']);

    const ended = new AbortController();
    const sweeping = library.run(ended.signal);
    await until('the file is removed', async () => (await call('GET', '/v1/files')).body.data.length === 1);
    assert.deepEqual(
      (await call('GET', '/v1/vector_stores/default/files')).body.data.map(({ id }) => id),
      [other.id],
    );
    assert.equal((await call('GET', '/v1/vector_stores/default')).body.file_counts?.completed, 1);
    ended.abort();
    await sweeping;
  });

  for (const [fields, param] of [
    [{ 'expires_after[anchor]': 'created_at' }, 'expires_after.seconds'],
    [{ 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '3599' }, 'expires_after.seconds'],
    [{ 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '2592001' }, 'expires_after.seconds'],
    [{ 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': 'soon' }, 'expires_after.seconds'],
    [{ 'expires_after[anchor]': 'last_active_at', 'expires_after[seconds]': '3600' }, 'expires_after.anchor'],
    [{ 'expires_after[seconds]': '3600' }, 'expires_after.anchor'],
    [{ expires_after: '3600' }, 'expires_after.anchor'],
  ] as const) {
    it(`refuses ${JSON.stringify(fields)}`, async () => {
      await using service = openLibraryService({ works: false });
      const { status, body } = await service.upload('note.txt', 'A note.', fields);
      assert.deepEqual([status, body.error?.param], [400, param]);
      assert.deepEqual((await service.call('GET', '/v1/files')).body.data, []);
    });
  }
});
