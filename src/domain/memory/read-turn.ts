import type { AttributeFilter } from '../../core/attribute-filter.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { FactCandidate, FactExtractor, MemoryFact, MemoryStore, MemoryTurn } from '../../ports/memory.ts';
import type { Passage, VectorIndex } from '../../ports/vector-index.ts';
import { isFactOf } from './fact-id.ts';
import { memoryStoreId } from './owner.ts';
import { reconciliation, type KnownFact } from './reconcile.ts';

/** The dependencies of processing turns. */
export interface ReadTurnDeps {
  readonly store: MemoryStore;
  readonly index: VectorIndex;
  readonly embedder: Embedder;
  readonly extractor: FactExtractor;
}

/** How many similar facts a new one is compared with. */
const NEAR_FACTS = 8;
/** How many known facts an extractor gets that are near in meaning, that share words, and that were learned last. */
const SHOWN_FACTS = 12;
const MATCHING_FACTS = 12;
const LATEST_FACTS = 3;

/** The index's entries for valid facts. */
export const HOLDING_FACTS: AttributeFilter = {
  type: 'and',
  filters: [
    { type: 'eq', key: 'memory', value: 'fact' },
    { type: 'eq', key: 'current', value: true },
  ],
};

/**
 * Processes a stored turn: facts are extracted, reconciled with known ones and stored, then turn and facts are indexed. An interrupted
 * run continues where it stopped; a turn that was deleted or is finished is skipped. With `given` its facts are these.
 */
export async function readTurn(
  { store, index, embedder, extractor }: ReadTurnDeps,
  turn: MemoryTurn,
  { signal, given }: { readonly signal: AbortSignal; readonly given?: readonly FactCandidate[] },
): Promise<void> {
  const { owner, id } = turn;
  const storeId = memoryStoreId(owner);
  const vectors = new Map<string, Float32Array>();

  async function embedAll(texts: readonly string[]): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !vectors.has(text));
    if (missing.length === 0) return;
    const made = await embedder.embed(missing, { as: 'passage', signal, key: owner });
    for (const [place, text] of missing.entries()) vectors.set(text, made[place] ?? new Float32Array(embedder.dimensions));
  }

  const vectorOf = (text: string): Float32Array => vectors.get(text) ?? new Float32Array(embedder.dimensions);

  /** Valid facts that are similar to a text in meaning. */
  async function near(text: string, limit: number): Promise<KnownFact[]> {
    const found = await index.nearest([storeId], vectorOf(text), { limit, filter: HOLDING_FACTS, signal });
    const cosines = new Map(found.map(({ passage, score }) => [passage.id, score]));
    const facts = await store.facts(owner, [...cosines.keys()]);
    return facts.filter(({ fact }) => fact.validUntil === undefined).map(({ fact }) => ({ fact, cosine: cosines.get(fact.id) ?? 0 }));
  }

  /** Valid facts that the turn may speak of: near in meaning, with the same words, and the latest ones. */
  async function spokenOf(): Promise<readonly MemoryFact[]> {
    await embedAll([turnText(turn)]);
    const similar = (await near(turnText(turn), SHOWN_FACTS)).map(({ fact }) => fact);
    const matching = await index.matching([storeId], turn.text, { limit: MATCHING_FACTS, filter: HOLDING_FACTS, signal });
    const named = await store.facts(
      owner,
      matching.map(({ passage }) => passage.id),
    );
    const latest = (await store.listFacts({ owner, limit: LATEST_FACTS, superseded: false })).items;
    const found = [...similar, ...[...named, ...latest].map(({ fact }) => fact)].filter(({ validUntil }) => validUntil === undefined);
    return [...new Map(found.map((fact) => [fact.id, fact])).values()];
  }

  async function candidates(): Promise<readonly FactCandidate[]> {
    if (given !== undefined) return given;
    return extractor.extract(turn, { known: extractor.wantsKnown ? await spokenOf() : [], signal });
  }

  const state = await store.turnState(owner, id);
  if (state === undefined || state === 'indexed') return;
  if (state === 'stored') {
    const found = await candidates();
    await embedAll([turnText(turn), ...found.map(({ text }) => text)]);
    const { changes, take } = reconciliation(turn);
    for (const candidate of found) {
      const nearby = await near(candidate.text, NEAR_FACTS);
      const seen = new Set(nearby.map(({ fact }) => fact.id));
      const inSlot = candidate.slot === undefined ? [] : await store.factsInSlot(owner, candidate.slot);
      const named = (await store.facts(owner, candidate.replaces ?? [])).map(({ fact }) => fact);
      const others = [...inSlot, ...named].filter((fact) => fact.validUntil === undefined && !seen.has(fact.id));
      take(candidate, [...nearby, ...others.map((fact) => ({ fact, cosine: 0 }))]);
    }
    await store.applyFacts(turn, changes);
  }

  const facts = await store.factsOfTurn(owner, id);
  const own = facts.filter((fact) => isFactOf(id, fact.id));
  await embedAll([turnText(turn), ...own.map(({ text }) => text)]);
  await index.upsert([turnPassage(turn, vectorOf(turnText(turn))), ...own.map((fact) => factPassage(fact, vectorOf(fact.text)))], signal);
  const ownIds = new Set(own.map((fact) => fact.id));
  for (const { id: replaced, supersededBy } of facts) {
    if (supersededBy === undefined || !ownIds.has(supersededBy)) continue;
    await index.setAttributes(replaced, storeId, { memory: 'fact', current: false });
  }
  await store.setIndexed(owner, id);
}

/** The searchable text of a turn: the speaker, the words, and what was said just before. */
function turnText({ speaker, text, before }: MemoryTurn): string {
  return before === undefined ? `${speaker}: ${text}` : `${before}\n${speaker}: ${text}`;
}

function turnPassage(turn: MemoryTurn, embedding: Float32Array): Passage {
  return { ...placed(turn), text: turn.text, searchText: turnText(turn), attributes: { memory: 'turn' }, embedding };
}

function factPassage(fact: MemoryFact, embedding: Float32Array): Passage {
  return { ...placed(fact), text: fact.text, attributes: { memory: 'fact', current: fact.validUntil === undefined }, embedding };
}

function placed({ id, owner, text }: { readonly id: string; readonly owner: string; readonly text: string }) {
  return { id, fileId: id, storeIds: [memoryStoreId(owner)], position: { start: 0, end: text.length } };
}
