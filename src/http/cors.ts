import { cors } from '@elysiajs/cors';
import { Elysia } from 'elysia';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';

/**
 * Cross-origin access for an explicit list of origins, never a wildcard; an empty list adds no CORS
 * header at all. CORS keeps other sites' scripts from reading answers; it is not access control.
 */
export function corsFor(origins: readonly string[]) {
  const plugin = new Elysia({ name: 'parley-cors' });
  if (origins.length === 0) return plugin;
  return plugin.use(
    cors({
      origin: (request) => origins.includes(request.headers.get('origin') ?? ''),
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Last-Event-ID', 'X-API-Key', 'X-Request-Id'],
      exposeHeaders: [
        'ETag',
        'Retry-After',
        'X-Duration-Seconds',
        'X-Guard-Decision',
        REQUEST_ID_HEADER,
        'X-Response',
        'X-Sample-Rate',
        'X-Transcript',
      ],
      credentials: false,
      maxAge: 600,
    }),
  );
}
