import { Elysia, t } from 'elysia';
import { abortable, deadline } from '../core/abort.ts';
import { saidByOthers, ServiceError } from '../core/errors.ts';
import { isJsonObject, listOf, type JsonObject } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { authenticate } from '../http/auth.ts';
import { CHAT_PATH, CHECKED_ROUTES, EMBEDDINGS_PATH, RESPONSES_PATH, type CheckedRoute } from './checked-routes.ts';
import { chatDocument, embeddingsDocument, modelDocument, modelsDocument, responsesDocument, retiredDocument } from './documents.ts';
import type { GuardDeps } from './guard.ts';
import { traceOf } from './trace-context.ts';

/** When the neutral endpoint was retired: `Deprecation` is RFC 9745, `Sunset` RFC 8594. */
const RETIRED = { deprecation: '@1767225600', sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' };

/** The OpenAI-compatible routes, and the tombstone of the retired `POST /v1/guard`. */
export function chatRoutes({
  settings,
  http,
  upstream,
  answer,
}: Pick<GuardDeps, 'settings' | 'http' | 'upstream'> & {
  readonly answer: Readonly<Record<CheckedRoute, (request: Request) => Promise<Response>>>;
}) {
  const checked =
    (path: CheckedRoute) =>
    ({ request, set }: { readonly request: Request; readonly set: { readonly headers: Record<string, unknown> } }): Promise<Response> => {
      // The reply already carries this header; if Elysia added it, it would rebuild the response, which is slower.
      delete set.headers[REQUEST_ID_HEADER];
      return answer[path](request);
    };
  async function models(request: Request, headers: Readonly<Record<string, unknown>>): Promise<JsonObject> {
    const signal = deadline(settings.upstreamTimeoutMs, request.signal);
    const id = headers[REQUEST_ID_HEADER];
    const key = await authenticate(request.headers, http.apiKeys, http.sessions);
    const callerKey = key === undefined ? {} : { callerKey: key.key };
    const listing = upstream.models({ signal, requestId: typeof id === 'string' ? id : '', ...callerKey, ...traceOf(request) });
    return abortable(listing.catch(unquoted), signal);
  }

  /** From the list: not every compatible server has a route for one model. */
  function model(id: string, { data }: JsonObject): Response {
    const found = listOf(data).find((listed) => isJsonObject(listed) && listed['id'] === id);
    if (found === undefined) throw new ServiceError('not_found', 'The upstream lists no such model.', { param: 'model' });
    return Response.json(found);
  }

  return new Elysia({ name: 'parley-guard-chat' })
    .post(CHAT_PATH, checked(CHAT_PATH), { parse: 'none', detail: chatDocument })
    .post(RESPONSES_PATH, checked(RESPONSES_PATH), { parse: 'none', detail: responsesDocument })
    .post(EMBEDDINGS_PATH, checked(EMBEDDINGS_PATH), { parse: 'none', detail: embeddingsDocument })
    .get('/v1/models', async ({ request, set }) => Response.json(await models(request, set.headers)), { detail: modelsDocument })
    .get('/v1/models/:model', async ({ params, request, set }) => model(params.model, await models(request, set.headers)), {
      params: t.Object({ model: t.String({ description: 'The id of the model; a slash in it may be written as it is or as %2F.' }) }),
      detail: modelDocument,
    })
    .get('/v1/models/*', async ({ params, request, set }) => model(params['*'], await models(request, set.headers)), {
      detail: { hide: true },
    })
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
    .all('/chat/completions', misled, { parse: 'none', detail: { hide: true } })
    .all('/responses', misled, { parse: 'none', detail: { hide: true } })
    .all('/embeddings', misled, { parse: 'none', detail: { hide: true } })
    .all('/models', misled, { parse: 'none', detail: { hide: true } })
    .all('/openai/*', misled, { parse: 'none', detail: { hide: true } })
    .all(
      '/v1/*',
      ({ request: { method, url } }) => {
        const { pathname } = new URL(url);
        throw new ServiceError(
          'not_found',
          `There is no ${method} ${pathname} here: the guard checks ${CHECKED_ROUTES.join(', ')}, and forwards nothing else.`,
        );
      },
      { parse: 'none', detail: { hide: true } },
    );
}

/** Rethrows a failure without the upstream's own words: no policy reads those of a listing. */
function unquoted(error: unknown): never {
  if (!(error instanceof ServiceError) || saidByOthers(error) === undefined) throw error;
  const { kind, retryAfterInSeconds } = error;
  const later = retryAfterInSeconds === undefined ? {} : { retryAfterInSeconds };
  throw new ServiceError(kind, 'The upstream refused to list its models.', later);
}

/** Explains the error to clients whose base URL is wrong. */
function misled({ request: { method, url } }: { readonly request: Request }): never {
  const { pathname } = new URL(url);
  throw new ServiceError(
    'not_found',
    `There is no ${method} ${pathname} here: the client's base URL must end in /v1, without ${CHAT_PATH.slice(3)}.`,
  );
}
