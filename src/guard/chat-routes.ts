import { Elysia } from 'elysia';
import { abortable, deadline } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { chatDocument, modelsDocument, retiredDocument } from './documents.ts';
import type { GuardDeps } from './guard.ts';
import { traceOf } from './trace-context.ts';

/** Where chat completions go. This route knows its callers itself, so that those it does not know are recorded too. */
export const CHAT_PATH = '/v1/chat/completions';

/** When the neutral endpoint went: Deprecation is RFC 9745, Sunset RFC 8594. */
const RETIRED = { deprecation: '@1767225600', sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' };

/** The OpenAI-compatible surface, and the tombstone of the neutral endpoint that came before it. */
export function chatRoutes({
  settings,
  upstream,
  complete,
}: Pick<GuardDeps, 'settings' | 'upstream'> & { readonly complete: (request: Request) => Promise<Response> }) {
  return new Elysia({ name: 'parley-guard-chat' })
    .post(
      CHAT_PATH,
      ({ request, set }) => {
        // The reply has it already: one that Elysia adds a header to is made anew, its body as a stream.
        delete set.headers[REQUEST_ID_HEADER];
        return complete(request);
      },
      { parse: 'none', detail: chatDocument },
    )
    .get(
      '/v1/models',
      async ({ request, set }) => {
        const signal = deadline(settings.upstreamTimeoutMs, request.signal);
        const listing = upstream.models({ signal, requestId: set.headers['x-request-id'] ?? '', ...traceOf(request) });
        return Response.json(await abortable(listing, signal));
      },
      { detail: modelsDocument },
    )
    .all(
      '/v1/guard',
      ({ set }) => {
        set.headers['deprecation'] = RETIRED.deprecation;
        set.headers['sunset'] = RETIRED.sunset;
        set.headers['link'] = '</v1/chat/completions>; rel="successor-version"';
        throw new ServiceError('gone', 'POST /v1/guard was retired; use POST /v1/chat/completions instead.');
      },
      { parse: 'none', detail: retiredDocument },
    )
    .all(
      '/v1/*',
      ({ request: { method, url } }) => {
        const { pathname } = new URL(url);
        throw new ServiceError(
          'not_found',
          `There is no ${method} ${pathname} here: the guard checks ${CHAT_PATH}, and passes nothing else on.`,
        );
      },
      { parse: 'none', detail: { hide: true } },
    );
}
