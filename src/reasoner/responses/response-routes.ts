import { Elysia } from 'elysia';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import { readJson } from '../../http/app.ts';
import type { OwnerOf } from '../../http/owner.ts';
import type { MemoryScope } from '../../ports/memory.ts';
import { fault, readObject } from '../fields.ts';
import { readListQuery } from '../library/list-query.ts';
import { includesResults, readConversation } from './read-response.ts';
import {
  cancelDocument,
  compactDocument,
  createDocument,
  deleteDocument,
  getDocument,
  inputItemsDocument,
  inputTokensDocument,
} from './response-documents.ts';
import type { Asker, createResponses } from './responses.ts';
import type { createStoredResponses } from './stored-responses.ts';

export interface ResponseRoutesDeps {
  readonly responses: ReturnType<typeof createResponses> & ReturnType<typeof createStoredResponses>;
  readonly ownerOf: OwnerOf;
  /** The memory that a request uses, if any; `thread` is its thread unless it names another one. */
  readonly memoryOf: (body: unknown, request: Request, thread: string) => Promise<MemoryScope | undefined>;
  readonly maxBodyBytes: number;
}

const PAGE = { max: 100, standard: 20 };

/**
 * POST /v1/responses, its input_tokens and compact, and GET, DELETE, cancel and input_items of stored ones. A response belongs to the API key that
 * created it.
 */
export function responseRoutes({ responses, ownerOf, memoryOf, maxBodyBytes }: ResponseRoutesDeps) {
  async function askerOf(request: Request, headers: Readonly<Record<string, string | number>>): Promise<Asker> {
    return { owner: await ownerOf(request), requestId: String(headers[REQUEST_ID_HEADER] ?? ''), signal: request.signal };
  }

  return new Elysia({ name: 'reasoner-responses' })
    .post(
      '/v1/responses',
      async ({ request, set }) => {
        const asker = await askerOf(request, set.headers);
        const body = readObject(await readJson(request, maxBodyBytes));
        const thread = readConversation(body)?.id ?? asker.requestId;
        return responses.create(body, { ...asker, memory: await memoryOf(body, request, thread) });
      },
      { parse: 'none', detail: createDocument },
    )
    .post(
      '/v1/responses/input_tokens',
      async ({ request, set }) => {
        const asker = await askerOf(request, set.headers);
        return responses.count(await readJson(request, maxBodyBytes), asker);
      },
      { parse: 'none', detail: inputTokensDocument },
    )
    .post(
      '/v1/responses/compact',
      async ({ request, set }) => {
        const asker = await askerOf(request, set.headers);
        return responses.compact(await readJson(request, maxBodyBytes), asker);
      },
      { parse: 'none', detail: compactDocument },
    )
    .get(
      '/v1/responses/:response_id',
      async ({ params, request }) => {
        const query = new URL(request.url).searchParams;
        const startingAfter = readStart(query);
        const showing = {
          withResults: includesResults(query),
          ...(startingAfter === undefined ? {} : { startingAfter }),
        };
        return responses.get(params.response_id, await ownerOf(request), showing);
      },
      { detail: getDocument },
    )
    .delete('/v1/responses/:response_id', async ({ params, request }) => responses.remove(params.response_id, await ownerOf(request)), {
      parse: 'none',
      detail: deleteDocument,
    })
    .post(
      '/v1/responses/:response_id/cancel',
      async ({ params, request }) => responses.cancel(params.response_id, await ownerOf(request)),
      { parse: 'none', detail: cancelDocument },
    )
    .get(
      '/v1/responses/:response_id/input_items',
      async ({ params, request }) => {
        const query = new URL(request.url).searchParams;
        const withResults = includesResults(query);
        const owner = await ownerOf(request);
        return responses.inputItems(params.response_id, owner, readListQuery(query, PAGE), withResults);
      },
      { detail: inputItemsDocument },
    );
}

/** After which event a stream starts: -1 for all of it, undefined if none is requested. */
function readStart(query: URLSearchParams): number | undefined {
  const stream = query.get('stream') ?? 'false';
  if (stream !== 'true' && stream !== 'false') throw fault('stream', 'must be true or false');
  const after = query.get('starting_after') ?? '';
  if (after !== '' && !/^\d{1,15}$/.test(after)) throw fault('starting_after', 'must be the sequence number of an event');
  if (after !== '' && stream === 'false') throw fault('starting_after', 'needs stream=true');
  if (stream === 'false') return undefined;
  return after === '' ? -1 : Number(after);
}
