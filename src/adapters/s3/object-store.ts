import { createHash } from 'node:crypto';
import { boundedChunks } from '../../core/bounded-chunks.ts';
import { ServiceError } from '../../core/errors.ts';
import { checkObjectKey } from '../../core/object-key.ts';
import { streamOf } from '../../core/stream-of.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { createS3Send, type S3Options, type S3Send } from './client.ts';
import { evenParts } from './even-parts.ts';

export interface S3ObjectStoreOptions extends S3Options {
  /** Put in front of every key, such as `parley/`; nothing unless given. */
  readonly prefix?: string;
  /** Bytes that are held in memory and sent at once: 8 MiB unless given; Amazon takes no less than 5 MiB. */
  readonly partBytes?: number;
}

/**
 * Keeps files in a bucket of Amazon S3 or what speaks its protocol. A file of one part is one request; a longer one
 * is a multipart upload, which S3 shows only once it is complete and which is aborted when anything fails.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const { prefix = '', partBytes = 8 * 1024 * 1024 } = options;
  const send = createS3Send(options);

  return {
    async put(key, body, mediaType, { signal, maxBytes } = {}) {
      checkObjectKey(key);
      const place = prefix + key;
      const hash = createHash('sha256');
      let size = 0;
      const within = signal === undefined ? {} : { signal };
      const measured = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
        for await (const chunk of boundedChunks(body, { ...within, ...(maxBytes === undefined ? {} : { maxBytes }) })) {
          hash.update(chunk);
          size += chunk.byteLength;
          yield chunk;
        }
      };
      const parts = evenParts(measured(), partBytes);
      const take = async (): Promise<Uint8Array<ArrayBuffer> | undefined> => (await parts.next()).value ?? undefined;
      try {
        const first = (await take()) ?? new Uint8Array(0);
        const second = first.byteLength < partBytes ? undefined : await take();
        signal?.throwIfAborted();
        if (second === undefined) {
          const headers = { 'content-type': mediaType };
          expectFound(await send({ method: 'PUT', key: place, headers, body: first, ...within }));
        } else {
          await upload(send, place, mediaType, within, chain(first, second, take));
        }
      } finally {
        await parts.return();
      }
      return { key, size, mediaType, sha256: hash.digest('hex') };
    },

    async get(key, within = {}) {
      checkObjectKey(key);
      const answer = await send({ method: 'GET', key: prefix + key, ...within });
      if (!answer.ok) {
        await noSuchKey(answer);
        return undefined;
      }
      const size = Number(answer.headers.get('content-length') ?? '0');
      const mediaType = answer.headers.get('content-type') ?? 'application/octet-stream';
      return { info: { key, size, mediaType }, body: answer.body ?? streamOf([]) };
    },

    async delete(key, within = {}) {
      checkObjectKey(key);
      // S3 does not tell whether a deleted object was there.
      const head = await send({ method: 'HEAD', key: prefix + key, ...within });
      await head.body?.cancel();
      if (!head.ok) return false;
      const answer = await send({ method: 'DELETE', key: prefix + key, ...within });
      await answer.body?.cancel();
      return answer.ok;
    },

    async ping(signal) {
      const answer = await send({ method: 'HEAD', key: '', signal });
      await answer.body?.cancel();
      expectFound(answer);
    },
  };
}

type Within = { readonly signal?: AbortSignal };

/** A multipart upload of parts that are sent one after another; only one is in memory while it is sent. */
async function upload(
  send: S3Send,
  key: string,
  mediaType: string,
  within: Within,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const opened = expectFound(await send({ method: 'POST', key, query: 'uploads=', headers: { 'content-type': mediaType }, ...within }));
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await opened.text())?.[1];
  if (id === undefined) throw new ServiceError('unavailable', 'The object store began no upload.');
  const uploadId = encodeURIComponent(unescapeXml(id));
  try {
    const tags: string[] = [];
    for await (const body of parts) {
      const query = `partNumber=${tags.length + 1}&uploadId=${uploadId}`;
      const answer = expectFound(await send({ method: 'PUT', key, query, body, ...within }));
      await answer.body?.cancel();
      tags.push(answer.headers.get('etag') ?? '');
    }
    const list = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`;
    const done = expectFound(await send({ method: 'POST', key, query: `uploadId=${uploadId}`, body, ...within }));
    // S3 may answer 200 and then say in the body that it failed.
    const said = await done.text();
    if (said.includes('<Error>')) {
      throw new ServiceError('unavailable', 'The object store did not complete the upload.', { cause: new Error(said.slice(0, 500)) });
    }
  } catch (error) {
    // Without the caller's signal: it may be what ended the upload.
    await send({ method: 'DELETE', key, query: `uploadId=${uploadId}` }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
    throw error;
  }
}

async function* chain(
  first: Uint8Array<ArrayBuffer>,
  second: Uint8Array<ArrayBuffer>,
  take: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  yield first;
  yield second;
  for (let part = await take(); part !== undefined; part = await take()) yield part;
}

/** A bucket that is missing is answered 404, as an object is, and is no answer to «is there such an object». */
async function noSuchKey(answer: Response): Promise<void> {
  if ((await answer.text()).includes('NoSuchBucket')) throw bucketMissing();
}

function expectFound(answer: Response): Response {
  if (!answer.ok) throw bucketMissing();
  return answer;
}

function bucketMissing(): ServiceError {
  return new ServiceError('unavailable', 'The object store has no such bucket or upload.');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function unescapeXml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
