import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts';
import { createInMemoryObjectStore } from '../../src/adapters/in-memory/object-store.ts';
import { createInMemoryVectorIndex } from '../../src/adapters/in-memory/vector-index.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { openSharedDatabase } from '../system/shared-database.ts';
import { until } from '../system/until.ts';
import { createWordEmbedder, openLibraryService } from './library-service.ts';

const NOTE = 'The meeting is on Thursday at noon.';
/** About forty chunks. */
const BOOK = Array.from(
  { length: 200 },
  (_, place) => `Paragraph ${place} of the book is about the number ${place} and nothing else at all.`,
).join('\n\n');

/** An embedder that can be made to fail, and that waits for `release` before each call after the first `callsBeforeHold`. */
function createTroubledEmbedder(callsBeforeHold = Infinity): Embedder & { failures: number; calls: number; release: () => void } {
  const inner = createWordEmbedder();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const self = {
    ...inner,
    failures: 0,
    calls: 0,
    release,
    async embed(texts: readonly string[], options: Parameters<Embedder['embed']>[1]) {
      self.calls += 1;
      if (self.failures > 0) {
        self.failures -= 1;
        throw new ServiceError('provider_unavailable', 'The embedder is away.');
      }
      if (self.calls > callsBeforeHold) await released;
      return inner.embed(texts, options);
    },
  };
  return self;
}

describe('taking files in', () => {
  it('tries again while the embedder is away', async () => {
    const embedder = createTroubledEmbedder();
    embedder.failures = 2;
    await using service = openLibraryService({ embedder });
    const { body } = await service.upload('note.txt', NOTE);
    assert.equal(await service.settled(body.id), 'processed');
    assert.equal(embedder.calls, 3);
  });

  it('gives a file up after so many attempts, says why, and takes it in anew when it is attached again', async () => {
    const embedder = createTroubledEmbedder();
    embedder.failures = 3;
    await using service = openLibraryService({ embedder });
    const { body } = await service.upload('note.txt', NOTE);
    assert.equal(await service.settled(body.id), 'error');
    const member = (await service.call('GET', `/v1/vector_stores/default/files/${body.id}`)).body;
    assert.deepEqual([member.last_error?.code, member.last_error?.message], ['server_error', 'The embedder is away.']);
    await service.call('POST', '/v1/vector_stores/default/files', { file_id: body.id });
    await until('it is taken in', async () => (await service.call('GET', `/v1/files/${body.id}`)).body.status === 'processed');
  });

  it('goes on where it was when the service starts again', async () => {
    const shared = {
      catalog: createInMemoryCatalog(),
      objects: createInMemoryObjectStore(),
      index: createInMemoryVectorIndex({ dimensions: 64 }),
      limits: { batchChunks: 4 },
    };
    const first = createTroubledEmbedder(2);
    const stopped = openLibraryService({ ...shared, embedder: first });
    const { id } = (await stopped.upload('book.txt', BOOK)).body;
    await until('a part is in', async () => ((await shared.catalog.member('default/', id))?.chunks ?? 0) >= 8);
    const stopping = stopped[Symbol.asyncDispose]();
    first.release();
    await stopping;
    const before = await shared.catalog.member('default/', id);
    const second = createTroubledEmbedder();
    await using service = openLibraryService({ ...shared, embedder: second });
    assert.equal(await service.settled(id), 'processed');
    const after = await shared.catalog.member('default/', id);
    assert.equal((await shared.index.count()).passages, after?.chunks);
    assert.equal(before?.status, 'in_progress');
    assert.equal(second.calls, Math.ceil(((after?.chunks ?? 0) - before.chunks) / 4), 'what was in was not embedded again');
    assert.equal(after?.status, 'completed');
  });

  it('takes a short file in while long ones that were sent before are still being taken in, and these afterwards', async () => {
    const inner = createWordEmbedder();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const shares = new Map<string, number>();
    const embedder: Embedder = {
      ...inner,
      async embed(texts, options) {
        const book = /book \w/.exec(texts[0] ?? '')?.[0];
        if (book !== undefined) {
          shares.set(book, (shares.get(book) ?? 0) + 1);
          // Far into a long file nothing goes on for now.
          if ((shares.get(book) ?? 0) > 9) await released;
        }
        return inner.embed(texts, options);
      },
    };
    await using service = openLibraryService({ embedder, limits: { batchChunks: 1, concurrency: 2 } });
    const long = await Promise.all(
      ['A', 'B', 'C'].map((name) => service.upload(`${name}.txt`, BOOK.replaceAll('the book', `book ${name}`).repeat(2))),
    );
    const { body } = await service.upload('note.txt', NOTE);
    assert.equal(await service.settled(body.id), 'processed');
    assert.equal((await service.call('GET', `/v1/files/${long[0]?.body.id}`)).body.status, 'uploaded');
    release();
    for (const { body: book } of long) assert.equal(await service.settled(book.id), 'processed');
  });

  it('shows how far it is by usage_bytes, and finds what is in already', async () => {
    const embedder = createTroubledEmbedder(1);
    await using service = openLibraryService({ embedder, limits: { batchChunks: 4 } });
    const { body } = await service.upload('book.txt', BOOK);
    const path = `/v1/vector_stores/default/files/${body.id}`;
    await until('a part is in', async () => (await service.call('GET', path)).body.usage_bytes > 0);
    const found = await service.call('POST', '/v1/vector_stores/default/search', { query: 'Paragraph 1', hybrid_alpha: 0 });
    assert.equal(found.body.data[0]?.file_id, body.id);
    embedder.release();
  });

  it('stops at once when the file is deleted meanwhile, and leaves nothing of it', async () => {
    const embedder = createTroubledEmbedder(1);
    await using service = openLibraryService({ embedder, limits: { batchChunks: 4 } });
    const { body } = await service.upload('book.txt', BOOK);
    await until('a part is in', async () => (await service.call('GET', `/v1/vector_stores/default/files/${body.id}`)).body.usage_bytes > 0);
    const deleting = service.call('DELETE', `/v1/files/${body.id}`);
    embedder.release();
    assert.equal((await deleting).status, 200);
    assert.deepEqual(await service.index.count(), { passages: 0, files: 0 });
    assert.equal(await service.objects.get(`files/${body.id}`), undefined);
    const calls = embedder.calls;
    assert.equal((await service.call('GET', '/v1/vector_stores/default/files')).body.data.length, 0);
    assert.equal(embedder.calls, calls);
  });

  it('removes later what cannot be removed now', async () => {
    const inner = createInMemoryVectorIndex({ dimensions: 64 });
    let away = false;
    const index = {
      ...inner,
      async deleteFile(fileId: string, storeId?: string) {
        if (away) throw new ServiceError('unavailable', 'The index is away.');
        return inner.deleteFile(fileId, storeId);
      },
    };
    const catalog = createInMemoryCatalog();
    const objects = createInMemoryObjectStore();
    const shared = { catalog, objects, index };
    {
      await using service = openLibraryService(shared);
      const { body } = await service.upload('note.txt', NOTE);
      await service.settled(body.id);
      away = true;
      assert.equal((await service.call('DELETE', `/v1/files/${body.id}`)).status, 200);
      assert.equal((await service.call('GET', `/v1/files/${body.id}`)).status, 404);
      assert.equal((await inner.count()).passages, 1);
      assert.deepEqual(
        (await service.call('POST', '/v1/vector_stores/default/search', { query: 'meeting' })).body.data,
        [],
        'it is not found any more',
      );
    }
    away = false;
    await using _ = openLibraryService(shared);
    await until(
      'it is gone',
      async () => (await inner.count()).passages === 0 && (await catalog.removals(new Date(Date.now() + 1000))).length === 0,
    );
  });

  for (const [where, beginning] of [
    ['before its file', '--b\r\n'],
    ['in its file', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe beginning'],
  ] as const) {
    it(`keeps nothing of an upload that stops ${where}, and refuses it with 408 after its time limit`, async () => {
      await using service = openLibraryService({ reasoner: { settings: { uploadTimeoutMs: 500, maxUploads: 1 } } });
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)) });
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const response = await service.handle(new Request('http://localhost/v1/files', { method: 'POST', headers, body }));
      assert.equal(response.status, 408);
      assert.match(JSON.stringify(await response.json()), /"request_timeout".*The upload did not end within 500 ms/);
      assert.deepEqual(await service.catalog.removals(new Date(Date.now() + 1000)), []);
      assert.equal(await service.objects.get('files/file-1'), undefined);
      assert.equal((await service.upload('b.txt', 'Another file.')).status, 201);
    });
  }

  it('keeps nothing of an upload that its client gives up', async () => {
    await using service = openLibraryService();
    const leaving = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
        controller.enqueue(new TextEncoder().encode(`${head}the beginning`));
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const answering = service.handle(new Request('http://localhost/v1/files', { method: 'POST', headers, body, signal: leaving.signal }));
    await until('it is noted', async () => (await service.catalog.removals(new Date(Date.now() + 1000))).length === 1);
    leaving.abort();
    assert.equal((await answering).status, 499);
    assert.deepEqual(await service.catalog.removals(new Date(Date.now() + 1000)), []);
    assert.equal(await service.objects.get('files/file-1'), undefined);
  });
});

describe('taking files in with another reasoner on the same database', () => {
  it('happens once for each file, also while both have work', async () => {
    await using shared = await openSharedDatabase(5000);
    const stored = { objects: createInMemoryObjectStore(), index: createInMemoryVectorIndex({ dimensions: 64 }) };
    const embedders = [createTroubledEmbedder(), createTroubledEmbedder()];
    const { catalog } = await shared.open();
    await using first = openLibraryService({ ...stored, ...(await shared.open()), catalog, embedder: embedders[0]!, works: false });
    for (let number = 0; number < 8; number += 1) await first.upload(`note-${number}.txt`, `${NOTE} And note ${number}.`);
    await using one = openLibraryService({ ...stored, ...(await shared.open()), embedder: embedders[0]! });
    await using other = openLibraryService({ ...stored, ...(await shared.open()), embedder: embedders[1]! });
    await until('all are taken in', async () => (await catalog.unfinished(1)).length === 0);
    assert.equal((embedders[0]?.calls ?? 0) + (embedders[1]?.calls ?? 0), 8);
    assert.equal((await one.call('GET', '/v1/vector_stores/default')).body.file_counts?.completed, 8);
    assert.equal((await other.call('GET', '/v1/vector_stores/default')).body.file_counts?.completed, 8);
  });

  it('goes on there when a reasoner has died', async () => {
    await using shared = await openSharedDatabase(1500);
    const stored = { objects: createInMemoryObjectStore(), index: createInMemoryVectorIndex({ dimensions: 64 }) };
    const hanging = createTroubledEmbedder(0);
    const dying = await shared.open();
    await using first = openLibraryService({ ...stored, ...dying, embedder: hanging });
    const { body } = await first.upload('note.txt', NOTE);
    await until('it is being taken in', () => hanging.calls > 0);
    const embedder = createTroubledEmbedder();
    await using second = openLibraryService({ ...stored, ...(await shared.open()), embedder });
    assert.equal(embedder.calls, 0);
    await dying.crash();
    await until('the other one takes it in', async () => (await second.call('GET', `/v1/files/${body.id}`)).body.status === 'processed');
    assert.equal(embedder.calls, 1);
    hanging.release();
  });
});
