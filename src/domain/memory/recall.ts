import type { AttributeFilter } from '../../core/attribute-filter.ts';
import type { MemoryFact, MemoryStore, MemoryTurn, Recollection, RecallOptions, SupportedFact } from '../../ports/memory.ts';
import type { Clock } from '../../ports/system.ts';
import type { StoredPassage } from '../../ports/vector-index.ts';
import { currentWords } from './current-words.ts';
import { memoryStoreId } from './owner.ts';
import { recencyOf, scoreOf, TURN_IMPORTANCE, type RankWeights } from './rank.ts';
import { HOLDING_FACTS } from './read-turn.ts';

/** Finds passages by meaning and keywords, best first: see `createHybridSearch`. */
export type PassageSearch = (
  query: string,
  options: {
    readonly storeIds: readonly string[];
    readonly limit: number;
    readonly alpha?: number;
    readonly filter?: AttributeFilter;
    readonly signal?: AbortSignal;
    readonly key?: string;
  },
) => Promise<readonly { readonly passage: StoredPassage; readonly score: number }[]>;

export interface RecallDeps {
  readonly store: MemoryStore;
  readonly search: PassageSearch;
  readonly clock: Clock;
  readonly weights: RankWeights;
  /** Default weight of semantic against keyword search. */
  readonly alpha: number;
}

/** How much of a question is searched for, in UTF-16 code units, and how many turns of a fact are returned. */
const MAX_QUERY = 2000;
const MAX_EVIDENCE = 5;
/** How many more candidates than requested are searched for, so that recency and importance can reorder them. */
const WIDER = 3;
/** A turn that is hardly longer than its fact adds nothing. */
const SAME_LENGTH = 0.6;

const FILTERS = {
  facts: HOLDING_FACTS,
  turns: { type: 'eq', key: 'memory', value: 'turn' },
  both: { type: 'ne', key: 'current', value: false },
} as const satisfies Record<string, AttributeFilter>;

/**
 * An owner's memories that are relevant to a question, best first by relevance × recency × importance, with the turns that support them. A
 * turn that says nothing but what was superseded is left out, unless only turns are searched; others name what of them was superseded.
 */
export async function recall(
  { store, search, clock, weights, alpha: usual }: RecallDeps,
  owner: string,
  query: string,
  { limit, alpha = usual, among = 'both', signal }: RecallOptions,
): Promise<readonly Recollection[]> {
  const within = { storeIds: [memoryStoreId(owner)], limit: limit * WIDER, alpha, filter: FILTERS[among], key: owner };
  const found = await search(query.slice(0, MAX_QUERY), signal === undefined ? within : { ...within, signal });
  const relevance = new Map(found.map(({ passage, score }) => [passage.id, score]));
  const ids = [...relevance.keys()];
  const facts = (await store.facts(owner, ids)).filter(({ fact }) => fact.validUntil === undefined);
  const evidenceIds = facts.flatMap(({ turnIds }) => turnIds.slice(-MAX_EVIDENCE));
  const turns = new Map((await store.turns(owner, [...new Set([...ids, ...evidenceIds])])).map((turn) => [turn.id, turn]));
  const now = clock.now();

  const ofFact = ({ fact, turnIds }: SupportedFact): Recollection => {
    const evidence = turnIds.slice(-MAX_EVIDENCE).flatMap((id) => turns.get(id) ?? []);
    const told = evidence.filter((turn) => fact.text.length >= SAME_LENGTH * turn.text.length).map(({ id }) => relevance.get(id) ?? 0);
    const best = Math.max(relevance.get(fact.id) ?? 0, ...told);
    const recency = recencyOf(fact.lastSaidAt, now, fact.kind, weights);
    const { importance } = fact;
    return { fact, evidence, score: scoreOf(best, recency, importance, weights), relevance: best, recency, importance };
  };
  const past = await store.supersededFacts(owner, ids);
  const ofTurn = (turn: MemoryTurn): Recollection[] => {
    const superseded = past.filter(({ turnIds }) => turnIds.includes(turn.id)).map(({ fact }) => fact);
    if (among !== 'turns' && isPast(turn, superseded)) return [];
    const own = relevance.get(turn.id) ?? 0;
    const recency = recencyOf(turn.saidAt, now, undefined, weights);
    const score = scoreOf(own, recency, TURN_IMPORTANCE, weights);
    const ranked = { evidence: [turn], score, relevance: own, recency, importance: TURN_IMPORTANCE };
    return [superseded.length === 0 ? ranked : { ...ranked, superseded }];
  };

  const factsFound = facts.map(ofFact);
  const covered = new Set(
    factsFound.flatMap(({ fact, evidence }) =>
      evidence.filter(({ text }) => (fact?.text.length ?? 0) >= SAME_LENGTH * text.length).map(({ id }) => id),
    ),
  );
  const turnsFound = ids.flatMap((id) => {
    const turn = turns.get(id);
    return turn === undefined || covered.has(id) ? [] : ofTurn(turn);
  });
  return [...factsFound, ...turnsFound]
    .toSorted((left, right) => right.score - left.score || keyOf(left).localeCompare(keyOf(right)))
    .slice(0, limit);
}

/** Whether all that a turn says was superseded. */
function isPast(turn: MemoryTurn, superseded: readonly MemoryFact[]): boolean {
  const { text, paraphrased } = currentWords(turn.text, superseded);
  return text === '' || paraphrased.some((fact) => fact.text.length >= SAME_LENGTH * turn.text.length);
}

function keyOf({ fact, evidence }: Recollection): string {
  return fact?.id ?? evidence[0]?.id ?? '';
}
