import { Elysia } from 'elysia';
import { abortable } from '../core/abort.ts';
import { checkDeclaredLength, collectBytes } from '../core/collect-bytes.ts';
import { ServiceError } from '../core/errors.ts';
import { decodeJsonSlowly, type JsonValue } from '../core/json.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from '../core/request-id.ts';
import type { Clock, Ids, Logger } from '../ports/system.ts';
import { authenticate, type ApiKey } from './auth.ts';
import { bodyLimit } from './body-limit.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { corsFor } from './cors.ts';
import { refuseForeignPage } from './foreign-pages.ts';
import { refuseUnreadable } from './path-parameters.ts';
import { problemResponse } from './problems.ts';

/** What the HTTP interface of every service needs, whatever its routes. */
export interface HttpDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly apiKeys: readonly ApiKey[];
  /** The sessions of signed-in browsers; without them cookies are ignored. */
  readonly sessions?: BrowserSessions;
  /** Origins whose pages may read answers; if empty, cross-origin access is closed. */
  readonly corsOrigins: readonly string[];
  /** Whether the service listens on loopback only, and without API keys answers only to names of this host. */
  readonly isLocal?: boolean;
  /** Largest JSON body in bytes. */
  readonly maxBodyBytes: number;
  /** Longest time for a JSON body to arrive, in milliseconds; without it, there is no limit. */
  readonly bodyTimeoutMs?: number;
  /** Further routes without an API key, because their requests are authenticated in another way. */
  readonly openPaths?: readonly string[];
  /** Told the route of each request that has one. */
  readonly found?: (request: Request, route: string) => void;
  /** Whether a path needs no key in addition to those; for files that contain no data. */
  readonly isOpen?: (path: string) => boolean;
}

/** Routes that need no key: whatever restarts the service must be able to read its liveness. */
export const OPEN_PATHS: ReadonlySet<string> = new Set(['/health', '/health/deep']);

/**
 * An Elysia instance with what all services share: request ids, API keys, CORS allow-list, readable paths, bounded JSON
 * bodies (`parse: JSON_BODY`) and the one error body. Handlers receive `requestId`.
 */
export function createHttpApp(deps: HttpDeps) {
  return new Elysia({ name: 'parley-http' })
    .onRequest(({ request, set }) => {
      set.headers[REQUEST_ID_HEADER] = requestIdFrom(request.headers, () => deps.ids.next());
    })
    .use(corsFor(deps.corsOrigins))
    .onRequest(async ({ request }) => {
      const path = new URL(request.url).pathname;
      if (request.method === 'OPTIONS' || OPEN_PATHS.has(path) || deps.openPaths?.includes(path) === true) return;
      if (deps.isOpen?.(path) === true) return;
      refuseForeignPage(request, deps);
      await authenticate(request.headers, deps.apiKeys, deps.sessions);
    })
    .parser('bounded-json', async ({ request }) => {
      const reading = readJson(request, deps.maxBodyBytes);
      if (deps.bodyTimeoutMs === undefined) return await reading;
      using limit = bodyLimit(deps.bodyTimeoutMs, request.signal);
      return await abortable(reading, limit.signal);
    })
    .onTransform({ as: 'global' }, ({ params }) => refuseUnreadable(params))
    .derive({ as: 'global' }, ({ set, request, route }) => {
      deps.found?.(request, route);
      return { requestId: set.headers[REQUEST_ID_HEADER] ?? '' };
    })
    .onError({ as: 'global' }, ({ error, request, set, code }) =>
      problemResponse({ error, code, request, requestId: set.headers[REQUEST_ID_HEADER] ?? '', logger: deps.logger }),
    );
}

/** How a route that takes JSON reads its body: bounded by the service's limit, documented as application/json. */
export const JSON_BODY = ['bounded-json', 'json'] as const;

/** The app that `createHttpApp` returns, with what its plugins add to the context of handlers. */
export type HttpApp = ReturnType<typeof createHttpApp>;

/** The media types of JSON (RFC 8259, section 8.1), and equivalent ones. */
const UTF8 = /^charset="?(?:utf-?8|us-ascii)"?$/;

/**
 * A request's body as JSON of at most `maxBytes`, for routes that read it themselves, optionally with another parser. Throws
 * `unsupported_media_type`, `payload_too_large` or `invalid_input`.
 */
export async function readJson(request: Request, maxBytes: number, parse?: (text: string) => JsonValue): Promise<unknown> {
  checkJsonType(request.headers);
  checkDeclaredLength(request.headers, maxBytes);
  return decoded(await collectBytes(request, maxBytes), parse);
}

/** The same for a body that may be missing; undefined without one. Deno gives requests without a body an empty one. */
export async function readOptionalJson(request: Request, maxBytes: number): Promise<unknown> {
  checkDeclaredLength(request.headers, maxBytes);
  const bytes = await collectBytes(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  checkJsonType(request.headers);
  return decoded(bytes);
}

function checkJsonType(headers: Headers): void {
  const [type = '', ...settings] = (headers.get('content-type') ?? '').split(';').map((word) => word.trim().toLowerCase());
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ServiceError('unsupported_media_type', 'Send the body as application/json.');
  }
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Send the body as it is, without a Content-Encoding.');
  }
  const charset = settings.find((word) => word.startsWith('charset='));
  if (charset !== undefined && !UTF8.test(charset)) throw new ServiceError('unsupported_media_type', 'Send the body as JSON in UTF-8.');
}

async function decoded(bytes: Uint8Array<ArrayBuffer>, parse?: (text: string) => JsonValue): Promise<unknown> {
  try {
    return await decodeJsonSlowly(bytes, parse);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'The body is not valid JSON in UTF-8.', { cause });
  }
}
