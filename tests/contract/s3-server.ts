import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A bucket that speaks as much of S3's protocol as the store uses, and refuses what a real one refuses. */
export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  readonly objects: ReadonlyMap<string, StoredS3Object>;
  /** Multipart uploads that were begun and neither completed nor aborted. */
  readonly openUploads: number;
  /** Requests in order, as `PUT key?partNumber=1…`. */
  readonly requests: readonly string[];
  /** Answers the next requests with these statuses instead; 0 leaves one unanswered. */
  failNext(...statuses: number[]): void;
}

export interface StoredS3Object {
  readonly bytes: Buffer;
  readonly mediaType: string;
}

export const S3_ACCOUNT = { region: 'eu-test-1', bucket: 'parley', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/secret+key' };

const MIN_PART = 5 * 1024 * 1024;

/** Checks the signature of every request (AWS Signature Version 4) and the SHA-256 of every body. */
export async function startS3Server({ minPartBytes = MIN_PART } = {}): Promise<S3Server> {
  const objects = new Map<string, StoredS3Object>();
  const uploads = new Map<string, { readonly key: string; readonly mediaType: string; readonly parts: Map<number, Buffer> }>();
  const requests: string[] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://host');
    const { method = '' } = request;
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    requests.push(`${method} ${key}${url.search}`);
    const fail = (status: number, code: string): void => void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const forced = failures.shift();
    if (forced === 0) return;
    if (forced !== undefined) return fail(forced, forced === 507 ? 'InsufficientStorage' : 'InternalError');
    if (!isSigned(request, url, body)) return fail(403, 'SignatureDoesNotMatch');
    if (bucket !== S3_ACCOUNT.bucket) return fail(404, 'NoSuchBucket');
    const uploadId = url.searchParams.get('uploadId');
    const mediaType = request.headers['content-type'] ?? 'binary/octet-stream';
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (upload?.key !== key) return fail(404, 'NoSuchUpload');
      if (method === 'DELETE') {
        uploads.delete(uploadId);
        return void response.writeHead(204).end();
      }
      if (method === 'PUT') {
        upload.parts.set(Number(url.searchParams.get('partNumber')), body);
        return void response.writeHead(200, { etag: tagOf(body) }).end();
      }
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
      const parts = named.map(([, number]) => upload.parts.get(Number(number)));
      const wrong = named.some(([, , tag], index) => tagOf(parts[index] ?? Buffer.alloc(0)) !== tag?.replaceAll('&quot;', '"'));
      if (wrong || named.length === 0) return fail(400, 'InvalidPart');
      if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < minPartBytes)) return fail(400, 'EntityTooSmall');
      objects.set(key, { bytes: Buffer.concat(parts.filter((part) => part !== undefined)), mediaType: upload.mediaType });
      uploads.delete(uploadId);
      return void response.writeHead(200).end('<CompleteMultipartUploadResult/>');
    }
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `${randomUUID()}+/&`;
      uploads.set(id, { key, mediaType, parts: new Map() });
      return void response.writeHead(200).end(`<Result><UploadId>${id.replace('&', '&amp;')}</UploadId></Result>`);
    }
    if (key === '') return void response.writeHead(200).end();
    if (method === 'PUT') {
      objects.set(key, { bytes: body, mediaType });
      return void response.writeHead(200, { etag: tagOf(body) }).end();
    }
    const found = objects.get(key);
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (found === undefined) return fail(404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': found.mediaType, 'content-length': found.bytes.length });
    response.end(method === 'HEAD' ? undefined : found.bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    objects,
    requests,
    get openUploads() {
      return uploads.size;
    },
    failNext: (...statuses) => void failures.push(...statuses),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** AWS Signature Version 4, computed anew from what arrived. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const time = String(request.headers['x-amz-date']);
  const age = Date.now() - Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (id !== S3_ACCOUNT.accessKeyId || region !== S3_ACCOUNT.region || !time.startsWith(day) || !(Math.abs(age) < 900_000)) return false;
  if (request.headers['x-amz-content-sha256'] !== sha256(body)) return false;
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-content-sha256')) return false;
  const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = [request.method, path, query.join('&'), headers, names, sha256(body)].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${S3_ACCOUNT.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex') === signature;
}
