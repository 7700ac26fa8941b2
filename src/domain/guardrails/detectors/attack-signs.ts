/** A known phrase or template mark in a normalised text. Offsets are UTF-16 code units. */
export interface Sign {
  readonly category: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** The phrase's place in the list; absent for a template mark. */
  readonly place?: number;
}

/** A sign with its offsets in the text as it was sent. */
export type PlacedSign = Pick<Sign, 'category' | 'score' | 'start' | 'end'>;

/** The category of texts that look like an attack but contain no known phrase of one. */
export const LEARNED_PATTERN = 'learned_pattern';

/** Lowest estimate of the model that is a finding; weaker ones would only fill the record. */
export const LEAST_SCORE = 0.3;

/** Signs in order of place. Of two signs of one category, one within the other, the longer one is kept, with the higher score. */
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

/** Signs with the model's estimate applied: no score exceeds it, and the strongest sign gets it. Without signs it is a sign of its own. */
export function scored(signs: readonly PlacedSign[], { score, start, end }: Pick<PlacedSign, 'score' | 'start' | 'end'>): PlacedSign[] {
  const found = signs.map((sign) => ({ ...sign, score: Math.min(sign.score, score) }));
  if (score < LEAST_SCORE) return found;
  const strongest = strongestOf(found);
  if (strongest === undefined) return [{ category: LEARNED_PATTERN, score, start, end }];
  return found.map((sign) => (sign === strongest ? { ...sign, score } : sign));
}

/** Without a model: signs in order of place, the strongest with the combined score of all. */
export function addUp(signs: readonly Sign[]): Sign[] {
  const strongest = strongestOf(signs);
  if (strongest === undefined) return [];
  const score = together(signs);
  return signs.map((sign) => (sign === strongest ? { ...sign, score } : sign)).toSorted((a, b) => a.start - b.start);
}

/** The sign with the highest score, the first of several. */
function strongestOf<S extends Pick<Sign, 'score'>>(signs: readonly S[]): S | undefined {
  return signs.reduce<S | undefined>((best, sign) => (best === undefined || sign.score > best.score ? sign : best), undefined);
}

/** The combined score of signs, 0..1: the probability that not all of them are chance, with signs of one category and score counted once. */
export function together(signs: readonly Sign[]): number {
  if (signs.length === 0) return 0;
  const byKind = new Map<string, number>();
  for (const sign of signs) byKind.set(`${sign.category} ${sign.score}`, sign.score);
  return 1 - [...byKind.values()].reduce((product, score) => product * (1 - score), 1);
}
