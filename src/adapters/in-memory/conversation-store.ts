import { ServiceError } from '../../core/errors.ts';
import type { ConversationEntry, ConversationStore, StoredConversation } from '../../ports/conversation-store.ts';

interface Kept extends ConversationEntry {
  readonly sequence: number;
}

/** Conversations in memory, for tests. */
export function createInMemoryConversationStore(): ConversationStore {
  const conversations = new Map<string, { record: StoredConversation; items: Kept[] }>();
  let sequence = 0;

  const find = (owner: string, id: string) => {
    const found = conversations.get(id);
    return found?.record.owner === owner ? found : undefined;
  };
  const shown = ({ id, body }: Kept): ConversationEntry => ({ id, body });
  const push = (items: Kept[], entries: readonly ConversationEntry[]): void => {
    for (const { id, body } of entries) if (!items.some((item) => item.id === id)) items.push({ id, body, sequence: (sequence += 1) });
  };

  return {
    async create(record, entries, maxConversations) {
      const count = [...conversations.values()].filter(({ record: { owner } }) => owner === record.owner).length;
      if (count >= maxConversations) return false;
      const items: Kept[] = [];
      push(items, entries);
      conversations.set(record.id, { record, items });
      return true;
    },

    get: async (owner, id) => find(owner, id)?.record,

    async setMetadata(owner, id, metadata) {
      const found = find(owner, id);
      if (found !== undefined) found.record = { ...found.record, metadata };
      return found !== undefined;
    },

    delete: async (owner, id) => find(owner, id) !== undefined && conversations.delete(id),

    async add(owner, id, entries, maxEntries) {
      const found = find(owner, id);
      if (found === undefined) return 'unknown';
      const taken = entries.find((entry) => found.items.some((item) => item.id === entry.id));
      if (taken !== undefined) return { taken: taken.id };
      if (found.items.length + entries.length > maxEntries) return 'full';
      push(found.items, entries);
      return 'added';
    },

    async append({ conversation, entries }) {
      push(conversations.get(conversation)?.items ?? [], entries);
    },

    async history(owner, id, end = Infinity) {
      const found = find(owner, id);
      if (found === undefined) return undefined;
      const items = found.items.filter((item) => item.sequence <= end);
      return { entries: items.map(shown), end: items.at(-1)?.sequence ?? 0 };
    },

    async page(owner, id, { limit, order, after, before }) {
      const own = find(owner, id)?.items ?? [];
      const items = order === 'asc' ? own : own.toReversed();
      const place = (param: string, itemId: string): number => {
        const index = items.findIndex((item) => item.id === itemId);
        if (index === -1) throw new ServiceError('invalid_input', `${param}: not an id of this list.`, { param });
        return index;
      };
      const start = after === undefined ? 0 : place('after', after) + 1;
      const end = before === undefined ? items.length : place('before', before);
      const from = before !== undefined && after === undefined ? Math.max(0, end - limit) : start;
      const page = items.slice(from, Math.min(end, from + limit));
      return { items: page.map(shown), hasMore: end - start > limit };
    },

    async entry(owner, id, entryId) {
      const found = find(owner, id)?.items.find((item) => item.id === entryId);
      return found === undefined ? undefined : shown(found);
    },

    async deleteEntry(owner, id, entryId) {
      const items = find(owner, id)?.items ?? [];
      const index = items.findIndex((item) => item.id === entryId);
      if (index !== -1) items.splice(index, 1);
      return index !== -1;
    },
  };
}
