import { forgetRequest, tellsOf } from '../../core/forget-request.ts';
import type { MemoryStore, MemoryTurn, Page, SupportedFact } from '../../ports/memory.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { turnId } from './fact-id.ts';
import { isOfTopic } from './forget-topics.ts';
import { memoryStoreId } from './owner.ts';

/** The dependencies of forgetting. */
export interface ForgetDeps {
  readonly store: MemoryStore;
  readonly index: VectorIndex;
}

/** How many passages that share words with a thing, facts or turns are looked at at a time. */
const BATCH = 100;

/** Deletes a fact, the facts that it superseded, and the turns that support them. */
export async function forgetFact({ store, index }: ForgetDeps, owner: string, found: SupportedFact): Promise<void> {
  const all = [found, ...(await store.history(owner, found.fact.id))];
  await removeAll({ store, index }, owner, {
    facts: all.map(({ fact }) => fact.id),
    turns: [...new Set(all.flatMap(({ turnIds }) => turnIds))],
  });
}

/**
 * Does what a turn asks for if it asks to forget: facts and turns that tell of the thing are deleted, or all of them, and so is the turn. Resolves to
 * the turn to be read instead, with what else it says; undefined if that is nothing.
 */
export async function forgetAsked(deps: ForgetDeps, turn: MemoryTurn, signal: AbortSignal): Promise<MemoryTurn | undefined> {
  const { store } = deps;
  const request = turn.speaker === 'assistant' ? undefined : forgetRequest(turn.text);
  if (request === undefined || (await store.turnState(turn.owner, turn.id)) !== 'stored') return turn;
  if (request.everything) await forgetBefore(deps, turn, signal);
  for (const thing of request.everything ? [] : request.things) {
    await forgetFacts(deps, turn.owner, thing, signal);
    // What has been deleted makes room for the next best matches.
    while ((await forgetMatching(deps, turn.owner, thing, signal)) > 0);
  }
  const rest = { ...turn, id: await turnId([turn.id, request.rest]), text: request.rest };
  if (request.rest !== '') await store.addTurns([rest]);
  await store.remove(turn.owner, { facts: [], turns: [turn.id] });
  return request.rest === '' ? undefined : rest;
}

/** Deletes all facts, and all turns but the given one and those that were said after it and are not processed yet. */
async function forgetBefore(deps: ForgetDeps, { owner, id, saidAt }: MemoryTurn, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  const facts = await allOf((page) => store.listFacts({ owner, superseded: true, ...page }), signal);
  const turns: string[] = [];
  for (const turn of await allOf((page) => store.listTurns({ owner, ...page }), signal)) {
    const isEarlier = turn.saidAt < saidAt || (await store.turnState(owner, turn.id)) === 'indexed';
    if (isEarlier && turn.id !== id) turns.push(turn.id);
  }
  for (let start = 0; start < Math.max(facts.length, turns.length); start += BATCH) {
    const some = facts.slice(start, start + BATCH);
    await removeAll(deps, owner, { facts: some.map(({ fact }) => fact.id), turns: turns.slice(start, start + BATCH) });
  }
}

/** Deletes the facts that tell of a thing in other forms of its words, which are not found by them, and those of the kind that it names. */
async function forgetFacts(deps: ForgetDeps, owner: string, thing: string, signal: AbortSignal): Promise<void> {
  const facts = await allOf((page) => deps.store.listFacts({ owner, superseded: true, ...page }), signal);
  for (const found of facts) if (tellsOf(found.fact.text, thing) || isOfTopic(found.fact, thing)) await forgetFact(deps, owner, found);
}

/** The items of all pages. */
async function allOf<T>(
  list: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Page<T>>,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await list(cursor === undefined ? { limit: BATCH } : { limit: BATCH, cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

/** Deletes the facts and turns that tell of a thing among those that match it best; resolves to how many these are. */
async function forgetMatching(deps: ForgetDeps, owner: string, thing: string, signal: AbortSignal): Promise<number> {
  const found = await deps.index.matching([memoryStoreId(owner)], thing, { limit: BATCH, signal });
  const ids = found.filter(({ passage }) => tellsOf(passage.text, thing)).map(({ passage }) => passage.id);
  for (const id of ids) {
    const [fact] = await deps.store.facts(owner, [id]);
    if (fact === undefined) await removeAll(deps, owner, { facts: [], turns: [id] });
    else await forgetFact(deps, owner, fact);
  }
  return ids.length;
}

async function removeAll(
  { store, index }: ForgetDeps,
  owner: string,
  ids: { readonly facts: readonly string[]; readonly turns: readonly string[] },
): Promise<void> {
  for (const id of [...ids.facts, ...ids.turns]) await index.deleteFile(id, memoryStoreId(owner));
  await store.remove(owner, ids);
}
