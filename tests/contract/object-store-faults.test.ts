import assert from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fromDiskFault } from '../../src/adapters/files/disk-fault.ts';
import { openFolderObjectStore } from '../../src/adapters/files/object-store.ts';
import { createInMemoryObjectStore } from '../../src/adapters/in-memory/object-store.ts';
import { createNatsObjectStore } from '../../src/adapters/nats/object-store.ts';
import { createS3ObjectStore } from '../../src/adapters/s3/object-store.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { streamOf } from '../../src/core/stream-of.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { S3_ACCOUNT, startS3Server } from './s3-server.ts';

const body = (size = 10): ReadableStream<Uint8Array<ArrayBuffer>> => streamOf([new Uint8Array(size)]);

describe('createS3ObjectStore()', () => {
  it('sends a short file in one request and a long one in parts', async () => {
    await using server = await startS3Server({ minPartBytes: 100 });
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint, prefix: 'p/', partBytes: 100 });
    await store.put('short', body(99), 'text/plain');
    assert.deepEqual(server.requests, ['PUT p/short']);
    await store.put('long', body(250), 'text/plain');
    assert.equal(server.requests.filter((request) => request.includes('partNumber=')).length, 3);
    assert.equal(server.objects.get('p/long')?.bytes.length, 250);
  });

  it('tries again after faults of the server', async () => {
    await using server = await startS3Server();
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint });
    server.failNext(503, 500);
    await store.put('a', body(), 'text/plain');
    assert.equal(server.requests.length, 3);
  });

  it('gives up, aborts the upload and says that the store is unavailable', async () => {
    await using server = await startS3Server({ minPartBytes: 100 });
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint, partBytes: 100, retries: 0 });
    const failing = streamOf(
      (async function* () {
        yield new Uint8Array(250);
        server.failNext(500);
        yield new Uint8Array(250);
      })(),
    );
    await assert.rejects(store.put('a', failing, 'text/plain'), { kind: 'unavailable' });
    assert.deepEqual([server.openUploads, server.objects.size], [0, 0]);
  });

  it('says that the store is full', async () => {
    await using server = await startS3Server();
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint, retries: 0 });
    server.failNext(507);
    await assert.rejects(store.put('a', body(), 'text/plain'), { kind: 'storage_full', status: 507 });
  });

  it('waits no longer than its time-out', async () => {
    await using server = await startS3Server();
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: server.endpoint, retries: 0, timeoutMs: 50 });
    server.failNext(0);
    await assert.rejects(store.get('a'), { kind: 'timeout' });
  });

  it('keeps what S3 said about a wrong key or bucket to itself', async () => {
    await using server = await startS3Server();
    const wrongKey = createS3ObjectStore({ ...S3_ACCOUNT, secretAccessKey: 'wrong', endpoint: server.endpoint });
    await assert.rejects(wrongKey.get('a'), { kind: 'unavailable', message: 'The object store refused a request with status 403.' });
    const wrongBucket = createS3ObjectStore({ ...S3_ACCOUNT, bucket: 'other', endpoint: server.endpoint });
    await assert.rejects(wrongBucket.get('a'), { kind: 'unavailable' });
    await assert.rejects(wrongBucket.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
  });

  it('says that a server that is not there cannot be reached', async () => {
    const store = createS3ObjectStore({ ...S3_ACCOUNT, endpoint: 'http://127.0.0.1:1', retries: 0 });
    await assert.rejects(store.put('a', body(), 'text/plain'), { kind: 'unavailable' });
  });
});

describe('openFolderObjectStore()', () => {
  it('removes what a crash left half written, and keeps what was stored', async () => {
    await using folder = await makeTemporaryFolder();
    const before = await openFolderObjectStore({ folder: folder.path });
    await before.put('kept', body(), 'text/plain');
    await writeFile(join(folder.path, 'partial', 'half'), 'half a file');
    const store = await openFolderObjectStore({ folder: folder.path });
    assert.deepEqual(await readdir(join(folder.path, 'partial')), []);
    assert.equal((await store.get('kept'))?.info.size, 10);
  });

  it('makes its folder again that somebody removed, for its owner alone', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'data', 'files');
    const store = await openFolderObjectStore({ folder: path });
    await store.put('before', body(), 'text/plain');
    await rm(join(folder.path, 'data'), { recursive: true });
    await store.ping(AbortSignal.timeout(5000));
    await store.put('after', body(), 'text/plain');
    assert.deepEqual([await store.get('before'), (await store.get('after'))?.info.size], [undefined, 10]);
    assert.equal((await stat(join(folder.path, 'data'))).mode & 0o077, 0);
  });

  it('says that a folder that is a file cannot be used', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    await assert.rejects(openFolderObjectStore({ folder: path }), { kind: 'unavailable' });
  });

  it('says that the disk is full', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG']) {
      const fault = fromDiskFault(Object.assign(new Error('write'), { code }));
      assert.ok(fault instanceof ServiceError && fault.kind === 'storage_full');
    }
  });
});

describe('createInMemoryObjectStore()', () => {
  it('is full at its capacity, and has room again after a file was deleted', async () => {
    const store = createInMemoryObjectStore({ capacityBytes: 25 });
    await store.put('a', body(20), 'text/plain');
    await assert.rejects(store.put('b', body(10), 'text/plain'), { kind: 'storage_full' });
    await store.delete('a');
    await store.put('b', body(25), 'text/plain');
  });
});

describe('createNatsObjectStore()', () => {
  it('says that a server that is not there cannot be reached', async () => {
    await using store = createNatsObjectStore({ url: 'ws://127.0.0.1:1', bucket: 'files' });
    await assert.rejects(store.put('a', body(), 'text/plain'), { kind: 'unavailable' });
    await assert.rejects(store.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
  });
});
