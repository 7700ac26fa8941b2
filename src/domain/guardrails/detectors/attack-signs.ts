/** A known phrase or chat-template marker in a normalised text. Offsets are UTF-16 code units. */
export interface Sign {
  readonly category: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** List index of the phrase; absent for a template marker. */
  readonly place?: number;
}

/** A sign with its offsets in the original text. */
export type PlacedSign = Pick<Sign, 'category' | 'score' | 'start' | 'end'>;

/** Category of texts that look like an attack without containing a known phrase. */
export const LEARNED_PATTERN = 'learned_pattern';

/** Lowest model estimate that becomes a finding; weaker ones would only clutter the record. */
export const LEAST_SCORE = 0.3;

/** Sorts signs by offset. If one contains another of the same category, the longer one is kept, with the higher score. */
export function oncePerPlace(signs: readonly PlacedSign[]): readonly PlacedSign[] {
  if (signs.length < 2) return signs;
  const kept: PlacedSign[] = [];
  const last = new Map<string, number>();
  for (const sign of signs) {
    const place = last.get(sign.category) ?? -1;
    const before = kept[place];
    if (before !== undefined && (isWithin(sign, before) || isWithin(before, sign))) {
      const score = Math.max(before.score, sign.score);
      kept[place] = { ...(isWithin(sign, before) ? before : sign), score };
    } else {
      last.set(sign.category, kept.length);
      kept.push(sign);
    }
  }
  return kept;
}

function isWithin(inner: PlacedSign, outer: PlacedSign): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/**
 * Applies the model's estimate to the signs: it caps all scores, and becomes the score of the strongest. Without signs it becomes
 * a sign of its own.
 */
export function scored(signs: readonly PlacedSign[], { score, start, end }: Pick<PlacedSign, 'score' | 'start' | 'end'>): PlacedSign[] {
  const found = signs.map((sign) => ({ ...sign, score: Math.min(sign.score, score) }));
  if (score < LEAST_SCORE) return found;
  const strongest = strongestOf(found);
  if (strongest === undefined) return [{ category: LEARNED_PATTERN, score, start, end }];
  return found.map((sign) => (sign === strongest ? { ...sign, score } : sign));
}

/** Without a model: signs sorted by offset, with the combined score of all assigned to the strongest. */
export function addUp(signs: readonly Sign[]): Sign[] {
  const strongest = strongestOf(signs);
  if (strongest === undefined) return [];
  const score = together(signs);
  return signs.map((sign) => (sign === strongest ? { ...sign, score } : sign)).toSorted((a, b) => a.start - b.start);
}

/** The sign with the highest score, the first if there are several. */
function strongestOf<S extends Pick<Sign, 'score'>>(signs: readonly S[]): S | undefined {
  return signs.reduce<S | undefined>((best, sign) => (best === undefined || sign.score > best.score ? sign : best), undefined);
}

/**
 * Combined score of signs, 0 to 1: the probability that not all of them are chance (noisy-or), counting equal pairs of category
 * and score once.
 */
export function together(signs: readonly Sign[]): number {
  if (signs.length === 0) return 0;
  const byKind = new Map<string, number>();
  for (const sign of signs) byKind.set(`${sign.category} ${sign.score}`, sign.score);
  return 1 - [...byKind.values()].reduce((product, score) => product * (1 - score), 1);
}
