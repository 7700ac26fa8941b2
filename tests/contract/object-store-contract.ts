import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { streamOf } from '../../src/core/stream-of.ts';
import type { ObjectStore } from '../../src/ports/object-store.ts';

export interface ObjectStoreUnderTest extends AsyncDisposable {
  readonly store: ObjectStore;
  /** How much lies in the backend that no `get` shows: partial uploads and the like. */
  leftovers(): number | Promise<number>;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Chunks of `size` bytes that differ from each other. */
function* chunks(count: number, size: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let index = 0; index < count; index += 1) yield new Uint8Array(size).fill(index + 1);
}

async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/** What every object store does. */
export function objectStoreContract(name: string, open: () => Promise<ObjectStoreUnderTest>): void {
  describe(name, () => {
    let subject: ObjectStoreUnderTest;
    let store: ObjectStore;
    before(async () => {
      subject = await open();
      store = subject.store;
    });
    after(() => subject[Symbol.asyncDispose]());

    it('gives back the bytes, the size and the media type of what was put', async () => {
      const body = bytesOf('hello, wörld');
      const stored = await store.put('file-1', streamOf([body.slice(0, 5), body.slice(5)]), 'text/plain');
      assert.deepEqual(stored, { key: 'file-1', size: body.length, mediaType: 'text/plain', sha256: sha256(body) });
      const found = await store.get('file-1');
      assert.deepEqual(found?.info, { key: 'file-1', size: body.length, mediaType: 'text/plain' });
      assert.deepEqual(await collect(found?.body ?? streamOf([])), body);
    });

    it('stores an empty body', async () => {
      const stored = await store.put('empty', streamOf([]), 'text/plain');
      assert.equal(stored.size, 0);
      const found = await store.get('empty');
      assert.equal(found?.info.size, 0);
      assert.equal((await collect(found?.body ?? streamOf([bytesOf('x')]))).length, 0);
    });

    it('stores a body of many chunks and unknown length', async () => {
      const whole = Buffer.concat([...chunks(180, 64 * 1024 + 7)]);
      const stored = await store.put('large/one.bin', streamOf(chunks(180, 64 * 1024 + 7)), 'application/octet-stream');
      assert.equal(stored.size, whole.length);
      assert.equal(stored.sha256, sha256(whole));
      const found = await store.get('large/one.bin');
      assert.equal(sha256(await collect(found?.body ?? streamOf([]))), stored.sha256);
      assert.equal(await subject.leftovers(), 0);
    });

    it('replaces what a key held', async () => {
      await store.put('twice', streamOf([bytesOf('first and longer')]), 'text/plain');
      await store.put('twice', streamOf([bytesOf('second')]), 'text/markdown');
      const found = await store.get('twice');
      assert.deepEqual(found?.info, { key: 'twice', size: 6, mediaType: 'text/markdown' });
      assert.equal(new TextDecoder().decode(await collect(found?.body ?? streamOf([]))), 'second');
    });

    it('knows nothing of a key that was never put', async () => {
      assert.equal(await store.get('absent'), undefined);
      assert.equal(await store.delete('absent'), false);
    });

    it('deletes once', async () => {
      await store.put('gone', streamOf([bytesOf('x')]), 'text/plain');
      assert.equal(await store.delete('gone'), true);
      assert.equal(await store.get('gone'), undefined);
      assert.equal(await store.delete('gone'), false);
    });

    it('shows nothing of a body before it is complete', async () => {
      const { promise: rest, resolve } = Promise.withResolvers<void>();
      const { promise: waiting, resolve: reached } = Promise.withResolvers<void>();
      const putting = store.put(
        'slow',
        streamOf(
          (async function* () {
            yield* chunks(12, 1024 * 1024);
            reached();
            await rest;
            yield bytesOf('end');
          })(),
        ),
        'text/plain',
      );
      await waiting;
      assert.equal(await store.get('slow'), undefined);
      resolve();
      await putting;
      assert.equal((await store.get('slow'))?.info.size, 12 * 1024 * 1024 + 3);
    });

    it('leaves nothing of a body that is over maxBytes, and cancels it', async () => {
      let cancelled = false;
      let sent = 0;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull(controller) {
            sent += 1;
            controller.enqueue(new Uint8Array(1024 * 1024));
          },
          cancel() {
            cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      await assert.rejects(store.put('over', body, 'text/plain', { maxBytes: 11 * 1024 * 1024 }), { kind: 'file_too_large', status: 413 });
      assert.equal(sent, 12);
      assert.equal(cancelled, true);
      assert.equal(await store.get('over'), undefined);
      assert.equal(await subject.leftovers(), 0);
    });

    it('leaves what a key held as it was when its replacement fails', async () => {
      await store.put('kept', streamOf([bytesOf('kept')]), 'text/plain');
      const broken = streamOf(
        (async function* () {
          yield* chunks(11, 1024 * 1024);
          throw new TypeError('the client went away');
        })(),
      );
      await assert.rejects(store.put('kept', broken, 'text/markdown'), { name: 'TypeError', message: 'the client went away' });
      const found = await store.get('kept');
      assert.equal(found?.info.mediaType, 'text/plain');
      assert.equal(new TextDecoder().decode(await collect(found?.body ?? streamOf([]))), 'kept');
      assert.equal(await subject.leftovers(), 0);
    });

    it("stops with the signal's reason while a body is silent, and leaves nothing", async () => {
      const stop = new AbortController();
      const silent = streamOf(
        (async function* () {
          yield* chunks(10, 1024 * 1024);
          stop.abort(new DOMException('enough', 'AbortError'));
          await new Promise(() => undefined);
        })(),
      );
      await assert.rejects(store.put('silent', silent, 'text/plain', { signal: stop.signal }), { name: 'AbortError', message: 'enough' });
      assert.equal(await store.get('silent'), undefined);
      assert.equal(await subject.leftovers(), 0);
    });

    it('lets a reader leave before the end', async () => {
      await store.put('left', streamOf(chunks(40, 256 * 1024)), 'text/plain');
      const reader = (await store.get('left'))?.body.getReader();
      assert.equal((await reader?.read())?.done, false);
      await reader?.cancel();
      assert.equal(await store.delete('left'), true);
    });

    it('takes many files at once', async () => {
      const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
      await Promise.all(texts.map((text, index) => store.put(`many/${index}`, streamOf([bytesOf(text)]), 'text/plain')));
      const found = await Promise.all(texts.map(async (_, index) => collect((await store.get(`many/${index}`))?.body ?? streamOf([]))));
      assert.deepEqual(
        found.map((bytes) => new TextDecoder().decode(bytes)),
        texts,
      );
    });

    for (const key of [
      '',
      '..',
      '../x',
      'a/../b',
      '/etc/passwd',
      'a//b',
      'a/',
      '.hidden',
      'a\\b',
      'a\0b',
      'a b',
      'é',
      '-x',
      'x'.repeat(200),
      'a/b/c/d/e/f/g/h/i',
    ]) {
      it(`refuses the key ${JSON.stringify(key).slice(0, 30)}`, async () => {
        await assert.rejects(store.put(key, streamOf([]), 'text/plain'), { kind: 'invalid_input' });
        await assert.rejects(store.get(key), { kind: 'invalid_input' });
        await assert.rejects(store.delete(key), { kind: 'invalid_input' });
      });
    }

    it('answers a ping', async () => {
      await store.ping(AbortSignal.timeout(5000));
    });
  });
}
