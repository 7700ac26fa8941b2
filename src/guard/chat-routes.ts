import { Elysia } from 'elysia';
import { abortable, deadline } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { Gate } from '../core/gate.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { createCompletions, type CompletionsDeps } from './completions.ts';
import { chatDocument, modelsDocument } from './documents.ts';
import { createFreshIds } from './fresh-ids.ts';
import { traceOf } from './trace-context.ts';

/** When the neutral endpoint went: Deprecation is RFC 9745, Sunset RFC 8594. */
const RETIRED = { deprecation: '@1767225600', sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' };

/** How many request ids are remembered at least, and about 2 MB of them at most. */
const REMEMBERED_IDS = 50_000;

/** The OpenAI-compatible surface, and the tombstone of the neutral endpoint that came before it. */
export function chatRoutes(deps: Omit<CompletionsDeps, 'gate'>) {
  const { settings, upstream } = deps;
  const complete = createCompletions({ ...deps, gate: new Gate(settings.maxConcurrent, 'chat completions') });
  const freshIds = createFreshIds({ ids: deps.http.ids, capacity: REMEMBERED_IDS });
  return new Elysia({ name: 'parley-guard-chat' })
    .post(
      '/v1/chat/completions',
      ({ request, set }) => {
        const requestId = freshIds.claim(set.headers[REQUEST_ID_HEADER] ?? '');
        // The reply has it already: one that Elysia adds a header to is made anew, its body as a stream.
        delete set.headers[REQUEST_ID_HEADER];
        return complete(request, requestId);
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
      { parse: 'none', detail: { tags: ['Chat'], summary: 'Retired; answers 410 and names its successor', deprecated: true } },
    );
}
