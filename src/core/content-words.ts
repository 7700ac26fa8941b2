import { searchTerms } from './search-terms.ts';
import { stem } from './stem.ts';

/** What is left of denials without their "n't", and words that say when, how much or how surely, but not what. */
const MODIFIERS: ReadonlySet<string> = new Set(
  `don doesn didn isn aren wasn weren hasn haven won couldn wouldn shouldn never really actually just also always usually now currently
  recently still again longer anymore more any nowadays these days quite absolutely only already too either instead`.split(/\s+/),
);

/** The content words of a text in lower case, without plural and past endings, so that "liked" is "like". */
export function contentWords(text: string): Set<string> {
  const words = searchTerms(text, 256).filter((word) => !MODIFIERS.has(word));
  return new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '').replace(/e$/, '') : word)));
}

/** Least length of what two words of one kin have in common, and by how much one of them may be longer. */
const KIN_LENGTH = 5;
const KIN_ENDING = 2;

/** Whether two content words are forms of one word, as "allergies" and "allergic", or "pregnant" and "pregnancy". */
export function areAkin(one: string, other: string): boolean {
  if (one === other) return true;
  const [short = '', long = ''] = [stem(one), stem(other)].toSorted((left, right) => left.length - right.length);
  if (short === long) return true;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  if (shared < KIN_LENGTH || long.length - shared > KIN_ENDING) return false;
  return shared === short.length || (short.length - shared === 1 && long.length - shared === 1);
}
