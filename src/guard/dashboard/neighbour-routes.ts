import { Elysia } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { MEMORY_HEADER } from '../../core/memory-header.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import type { HttpDeps } from '../../http/app.ts';
import { authenticate, type ApiKey } from '../../http/auth.ts';
import { guardSettings } from '../config.ts';
import { DECISION_HEADER } from '../exchange.ts';

/**
 * Sends a request to another service of Parley, with the caller's API key if that service knows it, or else with one of its own; `path`
 * begins with a slash.
 */
export type Neighbour = (path: string, init: RequestInit, caller: ApiKey | undefined) => Promise<Response>;

/** The other services that the dashboard shows, where configured. */
export interface Neighbours {
  readonly reasoner?: Neighbour;
  readonly voice?: Neighbour;
}

export interface NeighbourRoutesDeps {
  readonly http: Pick<HttpDeps, 'apiKeys' | 'sessions'>;
  readonly neighbours: Neighbours;
  /** Longest wait for an answer to begin, in milliseconds. */
  readonly timeoutMs: number;
}

/** The prefix of the routes that are passed on to another service. */
export const NEIGHBOUR_PREFIX = '/dashboard/api/';

/** The only routes of other services that the dashboard may use; `*` stands for one path segment. */
const ALLOWED: Readonly<Record<keyof Neighbours, readonly string[]>> = {
  reasoner: [
    'GET /health/deep',
    'GET /metrics',
    'GET /v1/graph',
    'GET /v1/threads',
    'GET /v1/threads/*',
    'GET /v1/threads/*/history',
    'POST /v1/threads/*/runs',
    'DELETE /v1/threads/*',
    'GET /v1/memory',
    'POST /v1/memory/search',
    'DELETE /v1/memory/*',
    'DELETE /v1/memory',
    'GET /v1/memory/export',
    'GET /v1/vector_stores',
    'POST /v1/vector_stores',
    'DELETE /v1/vector_stores/*',
    'GET /v1/vector_stores/*/files',
    'POST /v1/vector_stores/*/files',
    'DELETE /v1/vector_stores/*/files/*',
    'POST /v1/vector_stores/*/search',
    'GET /v1/files',
    'POST /v1/files',
    'GET /v1/files/*',
    'DELETE /v1/files/*',
    'GET /v1/runs',
    'GET /v1/runs/*',
    'GET /v1/dead-letters',
    'POST /v1/dead-letters/*/replay',
    'DELETE /v1/dead-letters/*',
  ],
  voice: [
    'GET /health/deep',
    'GET /metrics',
    'GET /v1/models',
    'GET /v1/audio/voices',
    'POST /v1/audio/speech',
    'GET /v1/voice/sessions',
    'DELETE /v1/voice/sessions/*',
    'POST /v1/voice/turns',
    'GET /v1/voice/turns',
    'GET /v1/voice/turns/*',
  ],
};

/** Headers that are passed on; keys and cookies are not. */
const REQUEST_HEADERS = ['accept', 'content-type', 'last-event-id', MEMORY_HEADER];
const ANSWER_HEADERS = ['content-type', 'content-disposition', 'retry-after', DECISION_HEADER, 'x-sample-rate', 'x-duration-seconds'];

/**
 * Proxies dashboard requests to the other services through the guard's origin and session, so that those services need no CORS access and
 * the browser none of their keys. Each request is made with the key that is signed in, if those services know it.
 */
export function neighbourRoutes({ http, neighbours, timeoutMs }: NeighbourRoutesDeps) {
  async function pass(service: string, rest: string, request: Request, requestId: string): Promise<Response> {
    const name = service === 'reasoner' || service === 'voice' ? service : undefined;
    const path = `/${rest}`;
    if (name === undefined || !isAllowed(name, request.method, path)) {
      throw new ServiceError('not_found', 'The dashboard does not use this route.');
    }
    const neighbour = neighbours[name];
    if (neighbour === undefined)
      throw new ServiceError('provider_unavailable', `This guard has no URL configured for the ${name} service.`);
    const caller = await authenticate(request.headers, http.apiKeys, http.sessions);
    const headers = new Headers({ [REQUEST_ID_HEADER]: requestId });
    for (const header of REQUEST_HEADERS) {
      const value = request.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const init: RequestInit = {
        method: request.method,
        headers,
        signal: AbortSignal.any([request.signal, late.signal]),
        redirect: 'error',
        ...(request.body === null ? {} : { body: request.body, duplex: 'half' }),
      };
      const answer = await neighbour(path + new URL(request.url).search, init, caller);
      if (answer.status === 401)
        throw new ServiceError(
          'provider_unavailable',
          `The ${name} service refuses the API key of this guard: check ${guardSettings.neighbourApiKey.name}.`,
        );
      return new Response(answer.body, { status: answer.status, headers: answerHeaders(answer.headers) });
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      if (late.signal.aborted) throw new ServiceError('timeout', `The ${name} service did not answer in time.`, { cause });
      throw new ServiceError(
        'provider_unavailable',
        `The ${name} service cannot be reached: is it running, and is ${guardSettings[`${name}Url`].name} its address?`,
        { cause },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  // One route per method, because the router tries a route for all methods only after the dashboard's files.
  const plugin = new Elysia({ name: 'parley-guard-neighbours' });
  for (const method of ['GET', 'POST', 'DELETE']) {
    plugin.route(
      method,
      `${NEIGHBOUR_PREFIX}:service/*`,
      ({ params, request, set }) => pass(params.service, pathAfter(request, params.service), request, set.headers[REQUEST_ID_HEADER] ?? ''),
      { parse: 'none', detail: { hide: true } },
    );
  }
  return plugin;
}

/** The path as it was sent, so that an escaped slash does not split a segment. */
function pathAfter(request: Request, service: string): string {
  return new URL(request.url).pathname.slice(`${NEIGHBOUR_PREFIX}${service}/`.length);
}

function answerHeaders(headers: Headers): Headers {
  const kept = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  for (const header of ANSWER_HEADERS) {
    const value = headers.get(header);
    if (value !== null) kept.set(header, value);
  }
  return kept;
}

/** Whether the dashboard may send this request. Paths with an empty, `.` or `..` segment are refused. */
export function isAllowed(service: keyof Neighbours, method: string, path: string): boolean {
  const parts = path.split('/').slice(1);
  if (parts.some((part) => part === '' || /^(\.|%2e){1,2}$/i.test(part))) return false;
  return ALLOWED[service].some((rule) => {
    const [verb, pattern = ''] = rule.split(' ');
    const wanted = pattern.split('/').slice(1);
    return verb === method && wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index]);
  });
}
