import { hideCredentials } from '../../core/config.ts';
import { causeMessageOf, isAbort, ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { fromHubRefusal, type Asked } from './hub-refusal.ts';
import { readListing, type HubFile } from './listing.ts';
import { readBody } from './read-body.ts';
import { TransientFault } from './transient-fault.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HubOptions {
  /** Such as https://huggingface.co; a path is allowed, a trailing slash is not needed. */
  readonly hub: string;
  /** Empty sends none. */
  readonly token: string;
  readonly fetch: Fetch;
  /** Longest silence before and during an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** What the hub reports about a model. */
export interface HubModel {
  /** The commit that the requested revision refers to now: 40 hexadecimal digits. */
  readonly commit: string;
  /** The licence's name in the model card, such as `apache-2.0`; empty if there is none. */
  readonly licence: string;
}

/** A file being downloaded. */
export interface HubDownload {
  readonly status: number;
  /** The strong validator of the file, for `If-Range`. */
  readonly etag: string | undefined;
  /** First byte of a 206 answer, according to the hub. */
  readonly firstByte: number | undefined;
  /** Throws a TransientFault if the connection breaks or falls silent. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Reads models from a hub with huggingface.co's URLs (https://huggingface.co/docs/hub/api). */
export interface HubClient {
  /** Throws a TransientFault, or a ServiceError that says what to do. */
  model(id: string, revision: string, signal: AbortSignal): Promise<HubModel>;
  /** All files of a commit. Throws like `model`. */
  files(id: string, commit: string, signal: AbortSignal): Promise<HubFile[]>;
  /** The bytes of a file from `from` on; the hub may begin at 0 anyway. Throws like `model`. */
  download(file: FileRequest, signal: AbortSignal): Promise<HubDownload>;
}

export interface FileRequest {
  readonly id: string;
  readonly commit: string;
  readonly path: string;
  /** First requested byte. */
  readonly from: number;
  /** Resume only if the file still has this validator. */
  readonly etag: string | undefined;
}

const MAX_JSON_BYTES = 16 * 2 ** 20;
const MAX_PAGES = 100;
const MAX_FILES = 20_000;

export function createHubClient({ hub: given, token, fetch, timeoutMs }: HubOptions): HubClient {
  const hub = given.replace(/\/+$/, '');
  const shown = hideCredentials(hub);

  /** Sends a request and waits for the headers of its answer. */
  async function ask(url: string, headers: Readonly<Record<string, string>>, asked: Asked, signal: AbortSignal): Promise<Response> {
    // This time-out covers the headers only; the body has one for every chunk.
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(new TransientFault(`${shown} did not answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const authorization: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
      const response = await fetch(url, {
        // With a compressed answer sizes and ranges would mean something else.
        headers: { 'accept-encoding': 'identity', 'user-agent': 'parley', ...authorization, ...headers },
        signal: AbortSignal.any([signal, timer.signal]),
      });
      if (response.ok || response.status === 416) return response;
      await response.body?.cancel();
      throw fromHubRefusal(response, asked);
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof ServiceError || cause instanceof TransientFault) throw cause;
      if (timer.signal.aborted) throw timer.signal.reason;
      throw new TransientFault(`${shown} cannot be reached (${isAbort(cause) ? 'aborted' : causeMessageOf(cause)})`, { cause });
    } finally {
      clearTimeout(timeout);
    }
  }

  async function askJson(url: string, asked: Asked, signal: AbortSignal): Promise<{ value: JsonValue; headers: Headers }> {
    const response = await ask(url, { accept: 'application/json' }, asked, signal);
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of readBody(response, { timeoutMs, signal, what: shown })) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_JSON_BYTES) throw new ServiceError('provider_unavailable', `${shown} sent a listing that is too long.`);
    }
    try {
      return { value: JSON.parse(text) as JsonValue, headers: response.headers };
    } catch (cause) {
      throw new ServiceError('provider_unavailable', `${shown} answered with something other than JSON; is it a model hub?`, { cause });
    }
  }

  const askedOf = (id: string, revision: string, path?: string): Asked => ({
    id,
    revision,
    hub: shown,
    hasToken: token !== '',
    ...(path === undefined ? {} : { path }),
  });

  return {
    async model(id, revision, signal) {
      const url = `${hub}/api/models/${id}/revision/${encodeURIComponent(revision)}`;
      const { value } = await askJson(url, askedOf(id, revision), signal);
      const commit = isJsonObject(value) ? value['sha'] : undefined;
      if (!isJsonObject(value) || typeof commit !== 'string' || !/^[0-9a-f]{40}$/.test(commit)) {
        throw new ServiceError('provider_unavailable', `${shown} does not say which commit ${revision} of ${id} is; is it a model hub?`);
      }
      return { commit, licence: licenceOf(value['cardData']) };
    },
    async files(id, commit, signal) {
      const files: HubFile[] = [];
      let cursor = '';
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const url = `${hub}/api/models/${id}/tree/${commit}?recursive=true${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
        const { value, headers } = await askJson(url, askedOf(id, commit), signal);
        files.push(...readListing(value, id));
        if (files.length > MAX_FILES) break;
        cursor = nextCursor(headers.get('link'), hub);
        if (cursor === '') return withoutTwins(files, id);
      }
      throw new ServiceError('provider_unavailable', `${id} has more files than Parley takes from a listing.`);
    },
    async download({ id, commit, path, from, etag }, signal) {
      const url = `${hub}/${id}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const range: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
      const condition: Record<string, string> = from === 0 || etag === undefined ? {} : { 'if-range': etag };
      const response = await ask(url, { ...range, ...condition }, askedOf(id, commit, path), signal);
      const first = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
      const validator = response.headers.get('etag');
      return {
        status: response.status,
        etag: validator === null || !/^"[\u0021-\u007e]{1,200}"$/.test(validator) ? undefined : validator,
        firstByte: first === undefined ? undefined : Number(first),
        chunks: readBody(response, { timeoutMs, signal, what: shown }),
      };
    },
  };
}

function withoutTwins(files: HubFile[], id: string): HubFile[] {
  if (new Set(files.map(({ path }) => path)).size === files.length) return files;
  throw new ServiceError('provider_unavailable', `The hub's listing of ${id} is refused: it has a path twice.`);
}

function licenceOf(card: JsonValue | undefined): string {
  if (!isJsonObject(card)) return '';
  const name = card['license'] === 'other' ? (card['license_name'] ?? 'other') : card['license'];
  const names = (Array.isArray(name) ? name : [name]).filter((text) => typeof text === 'string');
  // It is printed, so control characters are removed.
  return names
    .join(', ')
    .replace(/[^\p{L}\p{N} .,+()/-]/gu, '')
    .slice(0, 100);
}

/** The cursor of the next page. Only the cursor is used: a link must not send requests elsewhere. */
function nextCursor(link: string | null, hub: string): string {
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (next === undefined || !URL.canParse(next, hub)) return '';
  return new URL(next, hub).searchParams.get('cursor') ?? '';
}
