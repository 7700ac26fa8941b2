import type { MemoryStore, MemoryTurn, Recollection } from '../../ports/memory.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { memoryStoreId } from './owner.ts';
import { contentWords, sentencesOf } from './words.ts';

/** "Please forget my locker code.", "Forget that I am afraid of spiders." */
const FORGET =
  /^(?:please,? |ok(?:ay)?,? |now |and )*(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like) you to )?forget (?:about |that )*(.+?)(?:,? please)?[.!?]*$/is;

export interface ForgetDeps {
  readonly store: MemoryStore;
  readonly index: VectorIndex;
}

/** What an English text asks to forget, one entry per sentence. */
export function forgettingIn(text: string): string[] {
  return sentencesOf(text).flatMap((sentence) => FORGET.exec(sentence)?.[1] ?? []);
}

/** Deletes a fact with its history and the turns that support it; false if there is none. */
export async function eraseFact({ store, index }: ForgetDeps, owner: string, factId: string): Promise<boolean> {
  const [found] = await store.facts(owner, [factId]);
  if (found === undefined) return false;
  const all = [found, ...(await store.history(owner, factId))];
  const facts = all.map(({ fact }) => fact.id);
  const turns = [...new Set(all.flatMap(({ turnIds }) => turnIds))];
  for (const id of [...facts, ...turns]) await index.deleteFile(id, memoryStoreId(owner));
  await store.remove(owner, { facts, turns });
  return true;
}

/**
 * Deletes the facts that a turn asks to forget: of those with all content words of the request the ones with the fewest others. The turn
 * is deleted too if it asks for nothing else. Resolves to whether it was.
 */
export async function forgetAsked(
  deps: ForgetDeps,
  { owner, id, text, speaker }: MemoryTurn,
  recallFacts: (query: string) => Promise<readonly Recollection[]>,
): Promise<boolean> {
  const asked = speaker === 'user' ? forgettingIn(text) : [];
  for (const what of asked) {
    const words = contentWords(what);
    if (words.size === 0) continue;
    const found = (await recallFacts(what)).flatMap(({ fact }) => {
      const own = contentWords(fact?.text ?? '');
      return fact !== undefined && [...words].every((word) => own.has(word)) ? [{ factId: fact.id, size: own.size }] : [];
    });
    const least = Math.min(...found.map(({ size }) => size));
    for (const { factId, size } of found) if (size === least) await eraseFact(deps, owner, factId);
  }
  if (asked.length === 0 || asked.length < sentencesOf(text).length) return false;
  await deps.index.deleteFile(id, memoryStoreId(owner));
  await deps.store.remove(owner, { facts: [], turns: [id] });
  return true;
}
