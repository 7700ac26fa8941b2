import type { FactKind } from '../../ports/memory.ts';

/** By how much recency and importance can lower a score, from 0 (not at all) to 1. */
export interface RankWeights {
  readonly recency: number;
  readonly importance: number;
  /** Half-life of recency in days. */
  readonly halfLifeDays: number;
}

/** Importance of a turn without facts. */
export const TURN_IMPORTANCE = 0.5;

const DAY_MS = 86_400_000;

/** Kinds of facts that stay true for years do not fade. */
const LASTING: ReadonlySet<FactKind> = new Set(['identity', 'relation', 'health']);

/** Recency from 1 (now) towards 0; lasting facts stay at 1. */
export function recencyOf(at: Date, now: Date, kind: FactKind | undefined, { halfLifeDays }: RankWeights): number {
  if (kind !== undefined && LASTING.has(kind)) return 1;
  const days = Math.max(0, now.getTime() - at.getTime()) / DAY_MS;
  return 0.5 ** (days / halfLifeDays);
}

/** Relevance × recency × importance, each of the last two applied with its weight; from 0 to 1. */
export function scoreOf(relevance: number, recency: number, importance: number, weights: RankWeights): number {
  const soft = (value: number, weight: number): number => 1 - weight + weight * value;
  return relevance * soft(recency, weights.recency) * soft(importance, weights.importance);
}
