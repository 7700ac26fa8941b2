import { atTimes } from './draws.ts';
import { fill, joined } from './fill.ts';
import type { Phrases } from './order-phrases.ts';
import type { Random } from './random.ts';

/** One phrase of a list of the language, its places filled. */
export function phraseOf(tongue: Phrases, list: string, random: Random): string {
  return fill(random.pick(tongue[list]!), tongue, random);
}

/** A phrase of the first list, and in so great a share of the cases one of the second; as often the other way round. */
export function phrasePair(tongue: Phrases, first: string, second: string, share: number, random: Random): string {
  const said = [phraseOf(tongue, first, random), ...atTimes(share, () => phraseOf(tongue, second, random), random)];
  return joined(random.next() < 0.5 ? said : said.toReversed());
}
