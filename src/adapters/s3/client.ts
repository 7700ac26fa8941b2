import { AwsClient } from 'aws4fetch';
import { delay } from '../../core/abort.ts';
import { isAbort, ServiceError } from '../../core/errors.ts';

export interface S3Options {
  /** Such as `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. The bucket is put into the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  /** Longest time one request may take to be answered: 30 000 ms unless given. */
  readonly timeoutMs?: number;
  /** How often a request is tried again after a fault of the server or the network: 3 times unless given. */
  readonly retries?: number;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  readonly signal?: AbortSignal;
}

/** Pause before the first further attempt in milliseconds; it doubles. */
const FIRST_PAUSE_MS = 100;

/** Sends one signed request (AWS Signature Version 4) and resolves with an answer that is either good or 404. */
export type S3Send = (request: S3Request) => Promise<Response>;

/** The time-out covers the way to the answer's head; the body of a GET is read for as long as it flows. */
export function createS3Send(options: S3Options): S3Send {
  const { timeoutMs = 30_000, retries = 3, sessionToken } = options;
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    service: 's3',
    region: options.region,
    retries: 0,
  });
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;

  async function once({ method, key, query, headers, body, signal }: S3Request): Promise<Response> {
    const left = new AbortController();
    const timer = setTimeout(() => left.abort(new DOMException('no answer', 'TimeoutError')), timeoutMs);
    const url = `${base}${key === '' ? '' : `/${key}`}${query === undefined ? '' : `?${query}`}`;
    try {
      const digest = await sha256Of(body ?? '');
      const signed = await client.sign(url, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': digest },
        ...(body === undefined ? {} : { body }),
      });
      return await fetch(signed, { signal: signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]) });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await once(request);
        if (answer.ok || answer.status === 404) return answer;
        const reason = (await answer.text()).slice(0, 2000);
        if (answer.status < 500 && answer.status !== 429) throw refused(answer.status, reason);
        if (attempt >= retries) throw refused(answer.status, reason);
      } catch (error) {
        if (error instanceof ServiceError || request.signal?.aborted === true || isAbort(error)) throw error;
        if (attempt >= retries) throw unreachable(error);
      }
      await delay(FIRST_PAUSE_MS * 2 ** attempt, request.signal);
    }
  };
}

/** Signed with the request, so that the server refuses a body that was damaged on its way. */
async function sha256Of(body: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
}

function refused(status: number, reason: string): ServiceError {
  const cause = new Error(`S3 answered ${status}: ${reason}`);
  if (status === 507 || /<Code>(?:QuotaExceeded|XMinioStorageFull|InsufficientStorage)/.test(reason)) {
    return new ServiceError('storage_full', 'The object store has no room for the file.', { cause });
  }
  return new ServiceError('unavailable', `The object store refused a request with status ${status}.`, { cause });
}

function unreachable(error: unknown): ServiceError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ServiceError('timeout', 'The object store took too long.', { cause: error });
  }
  return new ServiceError('unavailable', 'The object store cannot be reached.', { cause: error });
}
