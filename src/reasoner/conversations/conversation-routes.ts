import { Elysia } from 'elysia';
import { readJson, readOptionalJson } from '../../http/app.ts';
import type { OwnerOf } from '../../http/owner.ts';
import { readObject } from '../fields.ts';
import { readListQuery } from '../library/list-query.ts';
import { includesResults } from '../responses/read-response.ts';
import { CONVERSATION_DOCUMENTS } from './conversation-documents.ts';
import type { createConversations } from './conversations.ts';

export interface ConversationRoutesDeps {
  readonly conversations: ReturnType<typeof createConversations>;
  readonly ownerOf: OwnerOf;
  readonly maxBodyBytes: number;
}

const PAGE = { max: 100, standard: 20 };

/** /v1/conversations and the items of one. A conversation belongs to the API key that created it. */
export function conversationRoutes({ conversations, ownerOf, maxBodyBytes }: ConversationRoutesDeps) {
  const bodyOf = async (request: Request) => readObject(await readJson(request, maxBodyBytes));
  const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

  return new Elysia({ name: 'reasoner-conversations' })
    .post(
      '/v1/conversations',
      async ({ request }) => {
        const owner = await ownerOf(request);
        return conversations.create(readObject((await readOptionalJson(request, maxBodyBytes)) ?? {}), owner, request.signal);
      },
      { parse: 'none', detail: CONVERSATION_DOCUMENTS.create },
    )
    .get(
      '/v1/conversations/:conversation_id',
      async ({ request, params }) => conversations.get(params.conversation_id, await ownerOf(request)),
      { detail: CONVERSATION_DOCUMENTS.get },
    )
    .post(
      '/v1/conversations/:conversation_id',
      async ({ request, params }) => {
        const owner = await ownerOf(request);
        return conversations.update(params.conversation_id, await bodyOf(request), owner);
      },
      { parse: 'none', detail: CONVERSATION_DOCUMENTS.update },
    )
    .delete(
      '/v1/conversations/:conversation_id',
      async ({ request, params }) => conversations.remove(params.conversation_id, await ownerOf(request)),
      { parse: 'none', detail: CONVERSATION_DOCUMENTS.delete },
    )
    .get(
      '/v1/conversations/:conversation_id/items',
      async ({ request, params }) => {
        const query = queryOf(request);
        return conversations.items(params.conversation_id, readListQuery(query, PAGE), await ownerOf(request), includesResults(query));
      },
      { detail: CONVERSATION_DOCUMENTS.items },
    )
    .post(
      '/v1/conversations/:conversation_id/items',
      async ({ request, params }) => {
        const owner = await ownerOf(request);
        return conversations.addItems(
          params.conversation_id,
          await bodyOf(request),
          { owner, signal: request.signal },
          includesResults(queryOf(request)),
        );
      },
      { parse: 'none', detail: CONVERSATION_DOCUMENTS.addItems },
    )
    .get(
      '/v1/conversations/:conversation_id/items/:item_id',
      async ({ request, params: { conversation_id: id, item_id: itemId } }) =>
        conversations.item(id, itemId, await ownerOf(request), includesResults(queryOf(request))),
      { detail: CONVERSATION_DOCUMENTS.item },
    )
    .delete(
      '/v1/conversations/:conversation_id/items/:item_id',
      async ({ request, params: { conversation_id: id, item_id: itemId } }) => conversations.removeItem(id, itemId, await ownerOf(request)),
      { parse: 'none', detail: CONVERSATION_DOCUMENTS.deleteItem },
    );
}
