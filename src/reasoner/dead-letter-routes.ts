import { Elysia } from 'elysia';
import type { DeadLetter } from '../core/dead-letter.ts';
import type { DeadLetters } from '../ports/work-queue.ts';
import { DEAD_LETTERS_ANSWER, DELETED_ANSWER, PAGE_PARAMETERS, REPLAYED_ANSWER } from './graph-documents.ts';
import { readPageLimit } from './page-limit.ts';

/** Requests from the bus that could not be answered: to list, replay and delete. */
export function deadLetterRoutes(deadLetters: DeadLetters) {
  const tags = ['Dead letters'];
  return new Elysia({ name: 'reasoner-dead-letters' })
    .get(
      '/v1/dead-letters',
      async ({ query }) => {
        const cursor = query.cursor === undefined ? {} : { cursor: query.cursor };
        const { items, nextCursor } = await deadLetters.list({ limit: readPageLimit(query.limit), ...cursor });
        return { object: 'list', data: items.map(deadLetterBody), has_more: nextCursor !== undefined, next_cursor: nextCursor ?? null };
      },
      {
        detail: {
          tags,
          summary: 'Requests from the message bus that could not be answered, oldest first, with the reason',
          parameters: PAGE_PARAMETERS,
          responses: DEAD_LETTERS_ANSWER,
        },
      },
    )
    .post(
      '/v1/dead-letters/:id/replay',
      async ({ params }) => ({ ...deadLetterBody(await deadLetters.replay(params.id)), replayed: true }),
      { parse: 'none', detail: { tags, summary: 'Put a dead letter back into the queue', responses: REPLAYED_ANSWER } },
    )
    .delete(
      '/v1/dead-letters/:id',
      async ({ params }) => {
        await deadLetters.delete(params.id);
        return { id: params.id, object: 'dead_letter.deleted', deleted: true };
      },
      { parse: 'none', detail: { tags, summary: 'Delete a dead letter', responses: DELETED_ANSWER } },
    );
}

/** A dead letter in the API's fields. `payload` is null if the message is not text; times are Unix seconds. */
function deadLetterBody(letter: DeadLetter) {
  return {
    id: letter.id,
    object: 'dead_letter',
    request_id: letter.requestId ?? null,
    subject: letter.subject,
    reason: letter.reason,
    error_type: letter.errorType,
    deliveries: letter.deliveries,
    first_at: Math.floor(letter.firstAt.getTime() / 1000),
    failed_at: Math.floor(letter.at.getTime() / 1000),
    bytes: letter.data.byteLength,
    truncated: letter.truncated,
    payload: textOf(letter.data),
  };
}

function textOf(data: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return null;
  }
}
