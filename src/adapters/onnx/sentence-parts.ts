import type { SpokenSentence, SpokenToken } from '../../ports/spoken-text.ts';

type Mark = (SpokenToken & { readonly kind: 'break' })['mark'];

const SENTENCE_MARKS: ReadonlySet<Mark> = new Set<Mark>(['.', '?', '!', '\u2026']);

/** Questions that begin with one of these have falling intonation, like statements. */
const ASKING = new Set(['what', 'who', 'whom', 'whose', 'which', 'when', 'where', 'why', 'how', "what's", "who's", "where's", "how's"]);

/** Whether a sentence asks, and its last clause does not begin with a question word. */
export function asksWithoutWord({ tokens }: SpokenSentence): boolean {
  const last = tokens.at(-1);
  if (last?.kind !== 'break' || last.mark !== '?') return false;
  const words = tokens.slice(0, -1);
  const first = words[words.findLastIndex(({ kind }) => kind === 'break') + 1];
  return first !== undefined && first.kind !== 'break' && !ASKING.has(first.text);
}

/** Whether a part ends its sentence rather than a clause. */
export function endsSentence({ tokens }: SpokenSentence): boolean {
  const last = tokens.at(-1);
  return last?.kind !== 'break' || SENTENCE_MARKS.has(last.mark);
}

/**
 * Splits a long sentence after its first clause, so that playback can start while the rest is synthesised; both parts keep their
 * punctuation. A sentence without an early enough break stays whole.
 */
export function splitFirstClause({ tokens }: SpokenSentence, longest: number): SpokenSentence[] {
  const words = (part: readonly SpokenToken[]): number => part.filter(({ kind }) => kind !== 'break').length;
  if (words(tokens) <= longest) return [{ tokens }];
  const cut = tokens.findIndex(({ kind }, index) => kind === 'break' && words(tokens.slice(0, index)) >= SHORTEST_CLAUSE);
  if (cut === -1 || cut === tokens.length - 1) return [{ tokens }];
  return [{ tokens: tokens.slice(0, cut + 1) }, { tokens: tokens.slice(cut + 1) }];
}

/** In words; a shorter beginning sounds chopped off. */
const SHORTEST_CLAUSE = 3;
