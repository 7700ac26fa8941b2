import type { Finding, ModelDetector } from '../../../ports/guard.ts';
import type { TaggedSpan, TokenClassifier } from '../../../ports/token-classifier.ts';

/** Name of the detector in policies and records. */
const NAMED_ENTITIES_DETECTOR = 'named_entities';

/** Category of findings by label of the model. */
const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ['person', /^(?:per|person|name|(?:first|last|given|middle|sur|full|user)[_ ]?name|name_student|patient|doctor)$/i],
  ['address', /^(?:address|street|street[_ ]?(?:address|name)|building[_ ]?num(?:ber)?|secondary[_ ]?address|zip[_ ]?code|postcode)$/i],
  ['organization', /^(?:org|organi[sz]ation|company(?:[_ ]?name)?|corporation|hospital)$/i],
  ['location', /^(?:loc|location|gpe|city|town|state|county|country|fac|facility|region|place)$/i],
];
/** Categories of the findings. */
export const ENTITY_CATEGORIES: readonly string[] = CATEGORIES.map(([category]) => category);
/** Lowest score of a finding; weaker ones would only clutter the record. */
const LEAST_SCORE = 0.3;
/** A house number before a street name, and after one. */
const NUMBER_BEFORE = /(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]?,?[ \u00a0]$/u;
const NUMBER_BEHIND = /^,?[ \u00a0]\d{1,5}[ ]?[A-Za-z]?(?![\p{L}\p{N}])/u;
/** What may separate the parts of one address. */
const BETWEEN = /^(?:,?\s{0,2}(?:\d{4,6}(?:-\d{4})?)?,?\s{0,2})$/;

/**
 * Finds names of people, organisations and places, and addresses, with an in-process model. A place next to a house number is an
 * address, together with the place that follows it.
 */
export function createNamedEntitiesDetector({ tagger }: { readonly tagger: TokenClassifier }): ModelDetector {
  return {
    name: NAMED_ENTITIES_DETECTOR,
    directions: ['input'],
    async infer({ id, text }, { signal }) {
      if (!/\p{L}{2}/u.test(text)) return [];
      const [spans = []] = await tagger.tag([text], { signal });
      const named = spans.flatMap((span) => {
        const category = categoryOf(span);
        return category === undefined || span.score < LEAST_SCORE ? [] : [placed(text, category, span)];
      });
      return addressesJoined(text, named).map(({ category, start, end, score }): Finding => {
        return { detector: NAMED_ENTITIES_DETECTOR, category, part: id, start, end, score };
      });
    },
  };
}

interface Named {
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

function categoryOf({ label }: TaggedSpan): string | undefined {
  return CATEGORIES.find(([, labels]) => labels.test(label))?.[0];
}

/** Turns a place with a house number into an address. */
function placed(text: string, category: string, { start, end, score }: TaggedSpan): Named {
  if (category !== 'location' && category !== 'address') return { category, start, end, score };
  const before = NUMBER_BEFORE.exec(text.slice(Math.max(0, start - 8), start));
  if (before !== null) return { category: 'address', start: start - before[0].length, end, score };
  const behind = NUMBER_BEHIND.exec(text.slice(end, end + 10));
  if (behind !== null) return { category: 'address', start, end: end + behind[0].length, score };
  return { category, start, end, score };
}

/** Merges an address with the places right after it, optionally with a postal code between them. */
function addressesJoined(text: string, found: readonly Named[]): Named[] {
  const joined: Named[] = [];
  for (const named of found) {
    const last = joined.at(-1);
    const belongs = named.category === 'location' || named.category === 'address';
    if (last?.category === 'address' && belongs && named.start >= last.end && BETWEEN.test(text.slice(last.end, named.start))) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, named.end), score: Math.max(last.score, named.score) };
    } else if (last === undefined || named.start >= last.end) joined.push(named);
  }
  return joined;
}
