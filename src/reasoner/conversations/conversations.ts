import { ServiceError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { ListQuery } from '../../ports/catalog.ts';
import type { ConversationEntry, ConversationStore, StoredConversation } from '../../ports/conversation-store.ts';
import type { ResponseStore } from '../../ports/response-store.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { ReadAttachedFiles } from '../attached-files.ts';
import { fault } from '../fields.ts';
import { listBody } from '../library/list-query.ts';
import { readMetadata } from '../read-metadata.ts';
import { readItems } from '../responses/read-items.ts';
import { resolvedItems } from '../responses/resolved-items.ts';
import { itemBody } from '../responses/response-items.ts';
import type { Asker } from '../responses/responses.ts';
import { entryOf, itemOf } from './conversation-entries.ts';
import { fullConversation, unknownConversation } from './conversation-faults.ts';

export interface ConversationsDeps {
  readonly conversations: ConversationStore;
  /** Holds the items that references may name. */
  readonly store: ResponseStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly takesImages: boolean;
  /** Reads files in items. Without it there may be none. */
  readonly attachedFiles?: ReadAttachedFiles | undefined;
  /** Most conversations of an API key. */
  readonly maxConversations: number;
  /** Most items that a conversation may have for further ones to be added. */
  readonly maxItems: number;
}

/** Most items of one request, as in OpenAI's API. */
const MAX_ADDED = 20;

/**
 * Conversations and their items (https://platform.openai.com/docs/api-reference/conversations). All functions throw `not_found` for
 * conversations of others, and `invalid_input` naming the field.
 */
export function createConversations(deps: ConversationsDeps) {
  const { conversations, store, ids } = deps;

  async function entriesOf(items: JsonValue | undefined, owner: string, signal: AbortSignal): Promise<ConversationEntry[]> {
    const read = readItems(items, {
      param: 'items',
      files: await deps.attachedFiles?.(items, { param: 'items', owner, signal }),
      maxItems: MAX_ADDED,
      takesImages: deps.takesImages,
      nextId: (prefix) => ids.next(prefix),
    });
    const entries = (await resolvedItems(read, { owner, store })).map(entryOf);
    const seen = new Set<string>();
    for (const [index, { id }] of entries.entries()) {
      if (seen.has(id)) throw fault(`items[${index}].id`, 'is given twice');
      seen.add(id);
    }
    return entries;
  }

  async function known(owner: string, id: string): Promise<StoredConversation> {
    const conversation = await conversations.get(owner, id);
    if (conversation === undefined) throw unknownConversation(id);
    return conversation;
  }

  const shown = (entry: ConversationEntry, withResults: boolean) => itemBody(itemOf(entry), withResults);

  return {
    async create(body: JsonObject, owner: string, signal: AbortSignal) {
      const metadata = readMetadata(body.metadata);
      const given = body.items ?? [];
      const isEmpty = Array.isArray(given) && given.length === 0;
      const entries = isEmpty ? [] : await entriesOf(given, owner, signal);
      const conversation: StoredConversation = { id: ids.next('conv_'), owner, createdAt: deps.clock.now(), metadata };
      if (!(await conversations.create(conversation, entries, deps.maxConversations))) {
        const message = `There are ${deps.maxConversations} conversations already, which is the limit; delete some.`;
        throw new ServiceError('storage_full', message, { isLasting: true });
      }
      return conversationBody(conversation);
    },

    get: async (id: string, owner: string) => conversationBody(await known(owner, id)),

    async update(id: string, body: JsonObject, owner: string) {
      if (body.metadata === undefined) throw fault('metadata', 'is required');
      const metadata = readMetadata(body.metadata);
      if (!(await conversations.setMetadata(owner, id, metadata))) throw unknownConversation(id);
      return conversationBody(await known(owner, id));
    },

    async remove(id: string, owner: string) {
      if (!(await conversations.delete(owner, id))) throw unknownConversation(id);
      return { id, object: 'conversation.deleted', deleted: true };
    },

    async addItems(id: string, body: JsonObject, { owner, signal }: Pick<Asker, 'owner' | 'signal'>, withResults: boolean) {
      await known(owner, id);
      const entries = await entriesOf(body.items, owner, signal);
      const outcome = await conversations.add(owner, id, entries, deps.maxItems);
      if (outcome === 'unknown') throw unknownConversation(id);
      if (outcome === 'full') throw fullConversation(deps.maxItems, 'items');
      if (outcome !== 'added') {
        const index = entries.findIndex((entry) => entry.id === outcome.taken);
        throw fault(`items[${index}].id`, 'is the id of another item of the conversation');
      }
      return listBody(
        entries.map((entry) => shown(entry, withResults)),
        { hasMore: false },
      );
    },

    async items(id: string, query: ListQuery, owner: string, withResults: boolean) {
      await known(owner, id);
      const page = await conversations.page(owner, id, query);
      return listBody(
        page.items.map((entry) => shown(entry, withResults)),
        page,
      );
    },

    async item(id: string, itemId: string, owner: string, withResults: boolean) {
      await known(owner, id);
      const entry = await conversations.entry(owner, id, itemId);
      if (entry === undefined) throw unknownItem(itemId);
      return shown(entry, withResults);
    },

    async removeItem(id: string, itemId: string, owner: string) {
      const conversation = await known(owner, id);
      if (!(await conversations.deleteEntry(owner, id, itemId))) throw unknownItem(itemId);
      return conversationBody(conversation);
    },
  };
}

function conversationBody({ id, createdAt, metadata }: StoredConversation) {
  return { id, object: 'conversation', created_at: Math.floor(createdAt.getTime() / 1000), metadata };
}

function unknownItem(id: string): ServiceError {
  return new ServiceError('not_found', `The conversation has no item ${JSON.stringify(id.slice(0, 100))}.`, { param: 'item_id' });
}
