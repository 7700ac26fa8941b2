import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { ResponseStore, StoredResponse } from '../../ports/response-store.ts';
import type { Clock } from '../../ports/system.ts';
import { createInMemoryConversationStore } from './conversation-store.ts';

export interface InMemoryResponseStoreOptions {
  readonly clock: Clock;
  /** The conversations that responses add to; empty ones by default. */
  readonly conversations?: Pick<ConversationStore, 'append'>;
  /** How many responses of one owner are kept, 1000 by default. */
  readonly maxPerOwner?: number;
  /** How long a response is kept, 30 days by default. */
  readonly maxAgeMs?: number;
}

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;

/** Responses in memory, for tests. */
export function createInMemoryResponseStore({
  clock,
  conversations = createInMemoryConversationStore(),
  maxPerOwner = 1000,
  maxAgeMs = THIRTY_DAYS_MS,
}: InMemoryResponseStoreOptions): ResponseStore {
  /** Oldest first. */
  const owners = new Map<string, Map<string, StoredResponse>>();

  const find = (owner: string, id: string): StoredResponse | undefined => {
    const found = owners.get(owner)?.get(id);
    return found !== undefined && found.createdAt.getTime() > clock.now().getTime() - maxAgeMs ? found : undefined;
  };

  const isUnfinished = ({ status }: StoredResponse): boolean => status === 'queued' || status === 'in_progress';

  function prune(): void {
    const now = clock.now().getTime();
    for (const [owner, responses] of owners) {
      let excess = responses.size - maxPerOwner;
      for (const response of responses.values()) {
        excess -= 1;
        const isAlive = isUnfinished(response) && (response.aliveUntil?.getTime() ?? 0) > now;
        if (response.createdAt.getTime() <= now - maxAgeMs || (excess >= 0 && !isAlive)) responses.delete(response.id);
      }
      if (responses.size === 0) owners.delete(owner);
    }
  }

  const unfinished = (id: string): StoredResponse | undefined => {
    for (const responses of owners.values()) {
      const found = responses.get(id);
      if (found !== undefined && isUnfinished(found)) return found;
    }
    return undefined;
  };

  return {
    async create(response, addition) {
      const responses = owners.get(response.owner) ?? new Map<string, StoredResponse>();
      owners.set(response.owner, responses.set(response.id, response));
      prune();
      if (addition !== undefined) await conversations.append(addition);
    },

    async update(change, addition) {
      const found = unfinished(change.id);
      if (found === undefined) return false;
      owners.get(found.owner)?.set(change.id, { ...found, ...change });
      if (addition !== undefined) await conversations.append(addition);
      return true;
    },

    async keepAlive(ids, until) {
      const alive = ids.map((id) => unfinished(id)).filter((found) => found !== undefined);
      for (const found of alive) owners.get(found.owner)?.set(found.id, { ...found, aliveUntil: until });
      return alive.map(({ id }) => id);
    },

    async get(owner, id) {
      return find(owner, id);
    },

    async chain(owner, id, limit) {
      const chain: StoredResponse[] = [];
      let next: string | undefined = id;
      while (next !== undefined && chain.length < limit) {
        const found = find(owner, next);
        if (found === undefined) break;
        const { steps: _steps, ...rest } = found;
        chain.push(rest);
        next = found.previous;
      }
      return chain.toReversed();
    },

    async withItem(owner, itemId) {
      for (const { id, itemIds } of owners.get(owner)?.values() ?? []) if (itemIds.includes(itemId)) return find(owner, id);
      return undefined;
    },

    async delete(owner, id) {
      const isFound = find(owner, id) !== undefined;
      owners.get(owner)?.delete(id);
      return isFound;
    },
  };
}
