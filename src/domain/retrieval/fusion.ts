import type { ScoredPassage, StoredPassage } from '../../ports/vector-index.ts';

/** How the two result lists become one: by their scores, or by their places alone. */
export type Fusion = 'relative' | 'rrf';

/** A passage with what each search says of it, from 0 to 1; 0 when that search does not count it among its best. */
export interface FusedPassage {
  readonly passage: StoredPassage;
  /** The searches' scores weighed together, from 0 to 1. */
  readonly score: number;
  readonly vectorScore: number;
  readonly keywordScore: number;
}

export interface FusionInput {
  /** Best first; scores are cosines. */
  readonly nearest: readonly ScoredPassage[];
  /** Best first; scores are BM25. */
  readonly matching: readonly ScoredPassage[];
  /** Cosines of passages in `matching`, by id. */
  readonly cosines: ReadonlyMap<string, number>;
  /** The cosine of texts that have nothing in common, which counts as 0. */
  readonly unrelated: number;
  /** Weight of meaning, from 0 to 1; keywords have the rest. */
  readonly alpha: number;
}

/** How much the first places are worth above the others: Cormack, Clarke and Büttcher, SIGIR 2009. */
const RANK_CONSTANT = 60;

/**
 * One list of both, best first; passages of the same score in the order of their ids. `relative` adds up cosines and
 * shares of the best BM25 score, a convex combination (Bruch, Gai and Ingber, ACM TOIS 2023); cosines are known for the passages that only keywords found, too. `rrf` adds up reciprocal ranks.
 */
export function fuse(fusion: Fusion, input: FusionInput): FusedPassage[] {
  const { nearest, matching, alpha } = input;
  const vector = fusion === 'rrf' ? byRank(nearest) : byCosine(input);
  const keyword = fusion === 'rrf' ? byRank(matching) : byBest(matching);
  const passages = new Map([...matching, ...nearest].map(({ passage }) => [passage.id, passage]));
  return Array.from(passages.values(), (passage) => {
    const vectorScore = vector.get(passage.id) ?? 0;
    const keywordScore = keyword.get(passage.id) ?? 0;
    return { passage, score: alpha * vectorScore + (1 - alpha) * keywordScore, vectorScore, keywordScore };
  }).toSorted((left, right) => right.score - left.score || (left.passage.id < right.passage.id ? -1 : 1));
}

type Scores = ReadonlyMap<string, number>;

function byCosine({ nearest, cosines, unrelated }: FusionInput): Scores {
  const all = [...cosines, ...nearest.map(({ passage, score }) => [passage.id, score] as const)];
  return new Map(all.map(([id, cosine]) => [id, Math.min(Math.max((cosine - unrelated) / (1 - unrelated), 0), 1)]));
}

/** From which share on of what was asked for the best that keywords found counts in full; chosen by measurement. */
const FULL_SHARE = 0.4;

/** Shares of the best score, all of them less where even the best passage holds little of what was asked for. */
function byBest(found: readonly ScoredPassage[]): Scores {
  const [best] = found;
  if (best === undefined) return new Map();
  const worth = Math.min((best.share ?? 1) / FULL_SHARE, 1);
  return new Map(found.map(({ passage, score }) => [passage.id, (score / best.score) * worth]));
}

function byRank(found: readonly ScoredPassage[]): Scores {
  return new Map(found.map(({ passage }, rank) => [passage.id, (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank)]));
}
