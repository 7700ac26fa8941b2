import type { ScoredPassage, StoredPassage } from '../../ports/vector-index.ts';

/** How the two result lists are merged: by their scores, or only by their ranks. */
export type Fusion = 'relative' | 'rrf';

/** A passage with the score of each search, from 0 to 1; 0 if it is not among the search's best. */
export interface FusedPassage {
  readonly passage: StoredPassage;
  /** The weighted sum of both scores, from 0 to 1. */
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
  /** The cosine of unrelated texts, which counts as 0. */
  readonly unrelated: number;
  /** Weight of the cosine, from 0 to 1; BM25 has the rest. */
  readonly alpha: number;
}

/** The constant of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const RANK_CONSTANT = 60;

/**
 * One list of both, best first; equal scores are ordered by id. `relative` adds up cosines and fractions of the best BM25 score, a
 * convex combination (Bruch, Gai and Ingber, ACM TOIS 2023), for which the cosines of passages that only keywords found are used too.
 * `rrf` adds up reciprocal ranks.
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

/** Coverage of the query from which the best keyword result gets the full score; chosen by measurement. */
const FULL_SHARE = 0.4;

/** Fractions of the best score, all of them lower if even the best passage covers little of the query. */
function byBest(found: readonly ScoredPassage[]): Scores {
  const [best] = found;
  if (best === undefined) return new Map();
  const worth = Math.min((best.share ?? 1) / FULL_SHARE, 1);
  return new Map(found.map(({ passage, score }) => [passage.id, (score / best.score) * worth]));
}

function byRank(found: readonly ScoredPassage[]): Scores {
  return new Map(found.map(({ passage }, rank) => [passage.id, (RANK_CONSTANT + 1) / (RANK_CONSTANT + 1 + rank)]));
}
