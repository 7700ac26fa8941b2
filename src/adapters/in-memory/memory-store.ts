import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import type { MemoryFact, MemoryStore, MemoryTurn, SupportedFact, TurnState } from '../../ports/memory.ts';

interface TurnEntry {
  readonly sequence: number;
  readonly turn: MemoryTurn;
  state: TurnState;
}

interface FactEntry {
  readonly sequence: number;
  fact: MemoryFact;
  readonly turnIds: string[];
}

/** User memory in memory, for tests and trials. */
export function createInMemoryMemoryStore(): MemoryStore {
  const turns = new Map<string, TurnEntry>();
  const facts = new Map<string, FactEntry>();
  let sequence = 0;

  const own = <T extends { readonly owner: string }>(owner: string, item: T | undefined): item is T => item?.owner === owner;
  const supported = ({ fact, turnIds }: FactEntry): SupportedFact => ({ fact, turnIds: [...turnIds] });
  const factsOf = (owner: string): FactEntry[] => [...facts.values()].filter(({ fact }) => fact.owner === owner);

  function page<T extends { readonly sequence: number }>(
    entries: readonly T[],
    limit: number,
  ): { items: readonly T[]; nextCursor?: string } {
    const items = entries.slice(0, limit);
    const last = items.at(-1);
    return { items, ...(entries.length > limit && last !== undefined ? { nextCursor: encodeCursor([last.sequence]) } : {}) };
  }

  return {
    async addTurns(given) {
      for (const turn of given) if (!turns.has(turn.id)) turns.set(turn.id, { sequence: (sequence += 1), turn, state: 'stored' });
    },

    async turnState(owner, id) {
      const entry = turns.get(id);
      return own(owner, entry?.turn) ? entry?.state : undefined;
    },

    async unfinishedTurns(limit, owner) {
      return [...turns.values()]
        .filter(({ state, turn }) => state !== 'indexed' && (owner === undefined || turn.owner === owner))
        .slice(0, limit)
        .map(({ turn }) => turn);
    },

    async applyFacts(turn, { added, confirmed, superseded }) {
      const entry = turns.get(turn.id);
      if (!own(turn.owner, entry?.turn) || entry === undefined) return;
      for (const fact of added) facts.set(fact.id, { sequence: (sequence += 1), fact, turnIds: [turn.id] });
      for (const id of confirmed) {
        const known = facts.get(id);
        if (known === undefined || known.fact.owner !== turn.owner || known.turnIds.includes(turn.id)) continue;
        known.turnIds.push(turn.id);
        const lastSaidAt = known.fact.lastSaidAt > turn.saidAt ? known.fact.lastSaidAt : turn.saidAt;
        known.fact = { ...known.fact, timesSaid: known.fact.timesSaid + 1, lastSaidAt };
      }
      for (const { id, by, until } of superseded) {
        const known = facts.get(id);
        if (known?.fact.owner === turn.owner) known.fact = { ...known.fact, supersededBy: by, validUntil: until };
      }
      entry.state = 'read';
    },

    async setIndexed(owner, id) {
      const entry = turns.get(id);
      if (entry?.turn.owner === owner) entry.state = 'indexed';
    },

    async turns(owner, ids) {
      return ids.flatMap((id) => turns.get(id)?.turn ?? []).filter((turn) => own(owner, turn));
    },

    async facts(owner, ids) {
      return ids
        .flatMap((id) => facts.get(id) ?? [])
        .filter(({ fact }) => own(owner, fact))
        .map(supported);
    },

    async factsOfTurn(owner, id) {
      const all = factsOf(owner);
      const supports = all.filter(({ turnIds }) => turnIds.includes(id));
      const ids = new Set(supports.map(({ fact }) => fact.id));
      const replaced = all.filter(({ fact }) => !ids.has(fact.id) && fact.supersededBy !== undefined && ids.has(fact.supersededBy));
      return [...supports, ...replaced].map(({ fact }) => fact);
    },

    async supersededFacts(owner, turnIds) {
      return factsOf(owner)
        .filter((entry) => entry.fact.validUntil !== undefined && entry.turnIds.some((id) => turnIds.includes(id)))
        .map(supported);
    },

    async factsInSlot(owner, slot) {
      return factsOf(owner)
        .filter(({ fact }) => fact.slot === slot && fact.validUntil === undefined)
        .map(({ fact }) => fact);
    },

    async listFacts({ owner, limit, cursor, kind, thread, superseded }) {
      const before = cursor === undefined ? Infinity : decodeCursor(cursor, [0])[0];
      const found = factsOf(owner)
        .filter((entry) => entry.sequence < before && (superseded || entry.fact.validUntil === undefined))
        .filter(({ fact }) => (kind === undefined || fact.kind === kind) && (thread === undefined || fact.thread === thread))
        .toReversed();
      const { items, ...rest } = page(found, limit);
      return { items: items.map(supported), ...rest };
    },

    async listTurns({ owner, limit, cursor }) {
      const after = cursor === undefined ? 0 : decodeCursor(cursor, [0])[0];
      const { items, ...rest } = page(
        [...turns.values()].filter((entry) => entry.turn.owner === owner && entry.sequence > after),
        limit,
      );
      return { items: items.map(({ turn }) => turn), ...rest };
    },

    async spentTurns(owner, kept, limit) {
      const theirs = [...turns.values()].filter(({ turn }) => turn.owner === owner);
      const evidence = new Set(factsOf(owner).flatMap(({ turnIds }) => turnIds));
      const spent = theirs
        .slice(0, Math.max(0, theirs.length - kept))
        .filter(({ state, turn }) => state === 'indexed' && !evidence.has(turn.id));
      return spent.slice(0, limit).map(({ turn }) => turn.id);
    },

    async history(owner, id) {
      const found: FactEntry[] = [];
      const wanted = new Set([id]);
      for (const by of wanted) {
        for (const entry of factsOf(owner)) {
          if (entry.fact.supersededBy !== by || wanted.has(entry.fact.id)) continue;
          wanted.add(entry.fact.id);
          found.push(entry);
        }
      }
      return found.toSorted((left, right) => right.sequence - left.sequence).map(supported);
    },

    async remove(owner, { facts: factIds, turns: turnIds }) {
      for (const id of factIds) if (facts.get(id)?.fact.owner === owner) facts.delete(id);
      for (const id of turnIds) if (turns.get(id)?.turn.owner === owner) turns.delete(id);
      const gone = new Set(turnIds);
      for (const [id, entry] of facts) facts.set(id, { ...entry, turnIds: entry.turnIds.filter((turnId) => !gone.has(turnId)) });
    },

    async removeOwner(owner) {
      const factIds = factsOf(owner).map(({ fact }) => fact.id);
      const turnIds = [...turns.values()].filter(({ turn }) => turn.owner === owner).map(({ turn }) => turn.id);
      await this.remove(owner, { facts: factIds, turns: turnIds });
      return { facts: factIds.length, turns: turnIds.length };
    },
  };
}
