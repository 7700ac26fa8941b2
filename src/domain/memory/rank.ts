import type { FactKind } from '../../ports/memory.ts';

/** How much recency and importance may take off what relevance gives, from 0 (nothing) to 1. */
export interface RankWeights {
  readonly recency: number;
  readonly importance: number;
  /** After how many days something counts half as recent. */
  readonly halfLifeDays: number;
}

/** What a turn counts that no fact was made of. */
export const TURN_IMPORTANCE = 0.5;

const DAY_MS = 86_400_000;

/** What stays true for years does not fade. */
const LASTING: ReadonlySet<FactKind> = new Set(['identity', 'relation', 'health']);

/** From 1 (now) towards 0; facts that last stay at 1. */
export function recencyOf(at: Date, now: Date, kind: FactKind | undefined, { halfLifeDays }: RankWeights): number {
  if (kind !== undefined && LASTING.has(kind)) return 1;
  const days = Math.max(0, now.getTime() - at.getTime()) / DAY_MS;
  return 0.5 ** (days / halfLifeDays);
}

/** Relevance × recency × importance, the two last each softened by its weight; from 0 to 1. */
export function scoreOf(relevance: number, recency: number, importance: number, weights: RankWeights): number {
  const soft = (value: number, weight: number): number => 1 - weight + weight * value;
  return relevance * soft(recency, weights.recency) * soft(importance, weights.importance);
}
