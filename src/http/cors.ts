import { cors } from '@elysiajs/cors';
import { Elysia } from 'elysia';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { SHOULD_RETRY_HEADER } from '../core/should-retry.ts';

/** Header names as browsers list them in preflight requests. */
const HEADER_NAMES = /^[\w-]{1,64}(?:, ?[\w-]{1,64}){0,63}$/;

/**
 * Cross-origin access for an explicit list of origins, never a wildcard; an empty list adds no CORS headers. CORS keeps scripts of other
 * sites from reading answers; it is not access control.
 */
export function corsFor(origins: readonly string[]) {
  const plugin = new Elysia({ name: 'parley-cors' });
  if (origins.length === 0) return plugin;
  const isAllowed = ({ headers }: Request): boolean => origins.includes(headers.get('origin') ?? '');
  // Clients of the OpenAI API send a dozen headers about themselves, and each version may send others.
  plugin.onRequest(({ request, set }) => {
    const asked = request.headers.get('access-control-request-headers') ?? '';
    if (request.method === 'OPTIONS' && isAllowed(request) && HEADER_NAMES.test(asked)) set.headers['access-control-allow-headers'] = asked;
  });
  return plugin.use(
    cors({
      origin: isAllowed,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Last-Event-ID', 'X-API-Key', 'X-Request-Id'],
      exposeHeaders: [
        'Allow',
        'Content-Disposition',
        'Deprecation',
        'ETag',
        'Link',
        'Retry-After',
        'Sunset',
        'X-Duration-Seconds',
        'X-Guard-Decision',
        'X-Last-Event-ID',
        REQUEST_ID_HEADER,
        'X-Response',
        'X-Sample-Rate',
        SHOULD_RETRY_HEADER,
        'WWW-Authenticate',
        'X-Transcript',
      ],
      credentials: false,
      maxAge: 600,
    }),
  );
}
