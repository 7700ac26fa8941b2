import { forgetRequest } from '../../core/forget-request.ts';
import type { MemoryStore, MemoryTurn, Recollection } from '../../ports/memory.ts';
import { TURN_IMPORTANCE } from './rank.ts';

/** How many turns that are not processed are looked at, and how many of them are quoted. */
const LOOKED_AT = 200;
const MAX_QUOTED = 5;

/** The latest that an owner said and that is not processed yet, as it was said; except requests to forget. */
export async function unreadTurns(store: MemoryStore, owner: string): Promise<readonly MemoryTurn[]> {
  const turns = await store.unfinishedTurns(LOOKED_AT, owner);
  return turns.filter(({ speaker, text }) => speaker === 'user' && forgetRequest(text) === undefined).slice(-MAX_QUOTED);
}

/** Unread turns before what was found, unless they are part of that. */
export function withUnread(found: readonly Recollection[], unread: readonly MemoryTurn[]): readonly Recollection[] {
  const known = new Set(found.flatMap(({ evidence }) => evidence.map(({ id }) => id)));
  const quoted = unread
    .filter(({ id }) => !known.has(id))
    .map((turn) => ({ evidence: [turn], score: 1, relevance: 1, recency: 1, importance: TURN_IMPORTANCE }));
  return [...quoted, ...found];
}
