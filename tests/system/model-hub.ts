import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, sep } from 'node:path';

/** What the hub does wrong to requests whose path matches, as often as told. */
export interface HubFault {
  /** Matched against the request's path, such as `/owner/name/resolve/main/onnx/model.onnx`. */
  readonly path: RegExp;
  /** How many requests it befalls before they go well again; 1 unless given. */
  readonly times?: number;
  /** Closes the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Sends so many bytes of the body and then nothing more, leaving the connection open. */
  readonly stallAfterBytes?: number;
  /** Sends the body in small pieces: this many bytes every 5 milliseconds. */
  readonly slowBytes?: number;
  /** Sends other bytes of the same length. */
  readonly wrongBytes?: boolean;
  /** Sends so many bytes more than the file has. */
  readonly extraBytes?: number;
  /** Sends the whole file with status 200 however much was asked for. */
  readonly ignoreRange?: boolean;
  /** Answers with this status and a JSON error, as the hub does: 401 for a gated model, 404, 429, 503. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request that the hub got. */
export interface HubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file as the hub lists it. Tests may list other files than there are. */
export interface HubEntry {
  readonly type: string;
  readonly path: string;
  readonly size: number;
  /** Git's blob id: SHA-1. */
  readonly oid: string;
  readonly lfs?: { readonly oid: string; readonly size: number; readonly pointerSize: number };
}

/** A server on a free loopback port that answers like huggingface.co for the models in a folder. */
export interface ModelHub extends AsyncDisposable {
  /** Without a trailing slash; `PLATFORM_MODEL_HUB` or transformers.js' `env.remoteHost`. */
  readonly url: string;
  readonly received: HubRequest[];
  /** From now on, requests go wrong as told. */
  inject(fault: HubFault): void;
  /** Adds entries to every listing. */
  list(...entries: readonly HubEntry[]): void;
  /** Answers large files with a redirect to another host name, as huggingface.co does. */
  redirectLargeFiles(): void;
  /** The id of the one commit that the folder of a model stands for. */
  commitOf(id: string): Promise<string>;
}

/** Entries on one page of a listing, so that clients have to follow the pages. */
const PAGE_ENTRIES = 50;

/**
 * Serves `<folder>/<owner>/<name>/<files>` with the hub's URLs: `/{id}/resolve/{revision}/{path}` (HEAD, Range, If-Range,
 * ETag, X-Repo-Commit), `/api/models/{id}/tree/{revision}` and `/api/models/{id}/revision/{revision}`.
 * Known revisions are `main` and the commit's id. A model's licence is read from the front matter of its README.md.
 */
export async function startModelHub(folder: string, faults: readonly HubFault[] = []): Promise<ModelHub> {
  const pending = faults.map((fault) => ({ ...fault, left: fault.times ?? 1 }));
  const received: HubRequest[] = [];
  const extra: HubEntry[] = [];
  let redirects = false;

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const path = decodeURIComponent(pathname);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ method: request.method ?? '', path, headers });
    const fault = pending.find(({ path: pattern, left }) => left > 0 && pattern.test(path));
    if (fault !== undefined) fault.left -= 1;
    if (fault?.status !== undefined) return sendError(response, fault.status, `injected ${fault.status}`, fault.headers);
    const api = /^\/api\/models\/([^/]+\/[^/]+)\/(tree|revision)\/([^/]+)$/.exec(path);
    const file = /^(\/cdn)?\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(path);
    const [id, revision] = api === null ? [file?.[2], file?.[3]] : [api[1], api[3]];
    if (id === undefined || revision === undefined) return sendError(response, 404, 'Not Found');
    const entries = await entriesOf(join(folder, id));
    if (entries.length === 0) return sendError(response, 404, 'Repository not found', { 'x-error-code': 'RepoNotFound' });
    const commit = commitId(entries);
    if (revision !== 'main' && revision !== commit) {
      return sendError(response, 404, `Invalid rev id: ${revision}`, { 'x-error-code': 'RevisionNotFound' });
    }
    if (api?.[2] === 'tree') return sendTree(response, [...entries, ...extra], id, revision, searchParams);
    if (api !== null) return sendJson(response, await modelOf(id, commit, entries));
    const entry = entries.find(({ path: name }) => name === file?.[4]);
    if (entry === undefined) return sendError(response, 404, 'Entry not found', { 'x-error-code': 'EntryNotFound' });
    if (redirects && entry.lfs !== undefined && file?.[1] === undefined) {
      response.writeHead(302, {
        location: `http://localhost:${port}/cdn${pathname}`,
        'x-repo-commit': commit,
        'x-linked-size': String(entry.size),
        'x-linked-etag': etagOf(entry),
      });
      response.end();
      return;
    }
    await sendFile(request, response, { bytes: await readFile(join(folder, id, entry.path)), etag: etagOf(entry), commit, fault });
  }

  async function modelOf(id: string, commit: string, entries: readonly HubEntry[]): Promise<unknown> {
    const card = await readFile(join(folder, id, 'README.md'), 'utf8').catch(() => '');
    const license = /^license: *(.+)$/m.exec(card)?.[1];
    return {
      id,
      modelId: id,
      sha: commit,
      private: false,
      gated: false,
      ...(license === undefined ? {} : { cardData: { license }, tags: [`license:${license}`] }),
      siblings: entries.map(({ path }) => ({ rfilename: path })),
    };
  }

  function sendTree(response: ServerResponse, entries: readonly HubEntry[], id: string, revision: string, query: URLSearchParams): void {
    const whole = query.get('recursive') === 'true' ? entries : entries.filter(({ path }) => !path.includes('/'));
    const start = Number(query.get('cursor') ?? 0);
    const end = start + PAGE_ENTRIES;
    const more = `${url}/api/models/${id}/tree/${revision}?recursive=${query.get('recursive')}&cursor=${end}`;
    sendJson(response, whole.slice(start, end), end < whole.length ? { link: `<${more}>; rel="next"` } : {});
  }

  return {
    url,
    received,
    inject: (fault) => void pending.push({ ...fault, left: fault.times ?? 1 }),
    list: (...entries) => void extra.push(...entries),
    redirectLargeFiles: () => {
      redirects = true;
    },
    commitOf: async (id) => commitId(await entriesOf(join(folder, id))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly commit: string;
  readonly fault: HubFault | undefined;
}

async function sendFile(request: IncomingMessage, response: ServerResponse, { bytes, etag, commit, fault }: Answer): Promise<void> {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const condition = request.headers['if-range'];
  const partial = asked !== null && fault?.ignoreRange !== true && (condition === undefined || condition === etag);
  const first = partial ? Number(asked[1]) : 0;
  const last = partial && asked[2] !== '' ? Math.min(Number(asked[2]), bytes.length - 1) : bytes.length - 1;
  const common = { 'accept-ranges': 'bytes', etag, 'x-repo-commit': commit };
  if (partial && first >= bytes.length) {
    response.writeHead(416, { ...common, 'content-range': `bytes */${bytes.length}` });
    response.end();
    return;
  }
  const part = bytes.subarray(first, last + 1);
  const sent = fault?.wrongBytes === true ? part.map((byte) => byte ^ 0xff) : part;
  const body = Buffer.concat([sent, new Uint8Array(fault?.extraBytes ?? 0)]);
  response.writeHead(partial ? 206 : 200, {
    ...common,
    'content-type': 'application/octet-stream',
    'content-length': String(body.length),
    ...(partial ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` } : {}),
  });
  if (request.method === 'HEAD') response.end();
  else if (fault?.cutAfterBytes !== undefined) response.write(body.subarray(0, fault.cutAfterBytes), () => response.destroy());
  else if (fault?.stallAfterBytes !== undefined) response.write(body.subarray(0, fault.stallAfterBytes));
  else if (fault?.slowBytes !== undefined) await sendSlowly(response, body, fault.slowBytes);
  else response.end(body);
}

async function sendSlowly(response: ServerResponse, body: Uint8Array, pieceBytes: number): Promise<void> {
  for (let sent = 0; sent < body.length && !response.destroyed; sent += pieceBytes) {
    response.write(body.subarray(sent, sent + pieceBytes));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  response.end();
}

async function entriesOf(model: string): Promise<HubEntry[]> {
  const names = await readdir(model, { recursive: true }).catch(() => []);
  const entries: HubEntry[] = [];
  for (const path of names.map((name) => relative('.', name).split(sep).join('/')).toSorted()) {
    const { size } = await stat(join(model, path));
    if ((await stat(join(model, path))).isDirectory()) {
      entries.push({ type: 'directory', path, size: 0, oid: digest('sha1', path) });
      continue;
    }
    const bytes = await readFile(join(model, path));
    const oid = digest('sha1', Buffer.concat([Buffer.from(`blob ${size}\0`), bytes]));
    // The hub keeps weights in LFS, with their SHA-256, and small text files in git.
    const large = /\.(onnx|onnx_data(_\d+)?|bin|safetensors)$/.test(path);
    entries.push({ type: 'file', path, size, oid, ...(large ? { lfs: { oid: digest('sha256', bytes), size, pointerSize: 134 } } : {}) });
  }
  return entries;
}

function commitId(entries: readonly HubEntry[]): string {
  return digest('sha1', JSON.stringify(entries));
}

function etagOf({ oid, lfs }: HubEntry): string {
  return `"${lfs?.oid ?? oid}"`;
}

function digest(algorithm: 'sha1' | 'sha256', bytes: string | Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

function sendJson(response: ServerResponse, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, error: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-error-message': error, ...headers });
  response.end(JSON.stringify({ error }));
}
