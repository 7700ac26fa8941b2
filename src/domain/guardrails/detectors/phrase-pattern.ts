import type { Token } from './injection-tokens.ts';

/** A phrase to look for, with what finding it means. */
export interface Phrase {
  readonly category: string;
  /** How far the phrase alone gives an attack away, 0..1. */
  readonly score: number;
  /**
   * Words in order. `a|b` is either, `{name}` a word of a list, `~3` up to three words between, `?` before
   * a word makes it optional.
   */
  readonly words: string;
}

/** Where a phrase was found: offsets in the normalised text. */
export interface PhraseMatch {
  readonly phrase: Phrase;
  readonly start: number;
  readonly end: number;
}

/** Finds phrases in a sequence of words. */
export interface PhraseMatcher {
  match(tokens: readonly Token[]): PhraseMatch[];
}

interface Step {
  /** 1 at the number of every word that it accepts. */
  readonly accepts: Uint8Array;
  readonly gap: number;
  readonly optional: boolean;
}

interface Compiled {
  readonly phrase: Phrase;
  /** Its place among all phrases. */
  readonly place: number;
  /** The words behind the first. */
  readonly steps: readonly Step[];
}

/** Matches of one phrase in one text that are reported; more add nothing. */
const MAX_MATCHES = 4;

/** A phrase reaches over so many words at most: the places it may have got to are the bits of one number. */
const MAX_REACH = 30;

/**
 * Compiles phrases into one matcher. There is no backtracking: each phrase keeps the set of places it may
 * have got to, which its gaps bound, so the time is linear in the number of words. Throws a TypeError for a phrase that
 * reaches too far or names an unknown list.
 */
export function createPhraseMatcher(phrases: readonly Phrase[], lists: Readonly<Record<string, string>>): PhraseMatcher {
  const read = phrases.map((phrase) => ({ phrase, steps: readSteps(phrase, lists) }));
  const numbers = new Map<string, number>();
  for (const { steps } of read)
    for (const { words } of steps) for (const word of words) numbers.set(word, numbers.get(word) ?? numbers.size + 1);
  const byFirst: Compiled[][] = Array.from({ length: numbers.size + 1 }, () => []);
  for (const [place, { phrase, steps }] of read.entries()) {
    const compiled = { phrase, place, steps: steps.slice(1).map((step) => ({ ...step, accepts: acceptsOf(step.words, numbers) })) };
    for (const word of steps[0]?.words ?? []) byFirst[numbers.get(word) ?? 0]?.push(compiled);
  }
  return {
    match(tokens): PhraseMatch[] {
      const matches: PhraseMatch[] = [];
      const counts = new Uint8Array(read.length);
      // 0 is every word that no phrase knows.
      const words = new Uint16Array(tokens.length);
      for (let index = 0; index < tokens.length; index += 1) words[index] = numbers.get(tokens[index]?.word ?? '') ?? 0;
      /** The first word behind the sentence. */
      let sentenceEnd = 0;
      for (let index = 0; index < tokens.length; index += 1) {
        const beginning = byFirst[words[index] ?? 0] ?? [];
        if (beginning.length === 0) continue;
        const first = tokens[index];
        while (tokens[sentenceEnd]?.sentence === first?.sentence || sentenceEnd <= index) sentenceEnd += 1;
        const reach = Math.min(MAX_REACH, sentenceEnd - index - 1);
        for (const { phrase, place, steps } of beginning) {
          const count = counts[place] ?? 0;
          if (count >= MAX_MATCHES || !goesOn(words, index, steps[0], reach)) continue;
          const last = tokens[index + follow(words, index, steps, reach)];
          if (first === undefined || last === undefined) continue;
          counts[place] = count + 1;
          matches.push({ phrase, start: first.start, end: last.end });
        }
      }
      return matches;
    },
  };
}

/** Whether the second step of a phrase fits any word it may stand at: most phrases end there, at little cost. */
function goesOn(words: Uint16Array, index: number, step: Step | undefined, reach: number): boolean {
  if (step === undefined || step.optional) return true;
  const { accepts } = step;
  const last = index + Math.min(reach, step.gap + 1);
  for (let place = index + 1; place <= last; place += 1) if (accepts[words[place] ?? 0] === 1) return true;
  return false;
}

/** How far behind `index` the last word of a phrase that begins there stands, within one sentence; NaN when it does not fit. */
function follow(words: Uint16Array, index: number, steps: readonly Step[], reach: number): number {
  const within = (2 << reach) - 1;
  let places = 1;
  for (let number = 0; number < steps.length; number += 1) {
    const step = steps[number];
    if (step === undefined) break;
    const { accepts } = step;
    let next = places << 1;
    for (let count = step.gap; count > 0; count -= 1) next |= next << 1;
    let reached = step.optional ? places : 0;
    for (next &= within; next !== 0; next &= next - 1) {
      const place = 31 - Math.clz32(next & -next);
      if (accepts[words[index + place] ?? 0] === 1) reached |= 1 << place;
    }
    if (reached === 0) return Number.NaN;
    places = reached;
  }
  return 31 - Math.clz32(places & -places);
}

function acceptsOf(words: readonly string[], numbers: ReadonlyMap<string, number>): Uint8Array {
  const accepts = new Uint8Array(numbers.size + 1);
  for (const word of words) accepts[numbers.get(word) ?? 0] = 1;
  return accepts;
}

function readSteps(
  { words }: Phrase,
  lists: Readonly<Record<string, string>>,
): { readonly words: readonly string[]; readonly gap: number; readonly optional: boolean }[] {
  const steps = [];
  let [gap, reach] = [0, -1];
  for (const item of words.split(' ')) {
    if (item.startsWith('~')) {
      gap = Number(item.slice(1));
      continue;
    }
    const optional = item.startsWith('?');
    const accepted = (optional ? item.slice(1) : item).split('|').flatMap((word) => expand(word, lists));
    steps.push({ words: [...new Set(accepted)], gap, optional });
    reach += gap + 1;
    gap = 0;
  }
  if (reach > MAX_REACH) throw new TypeError(`a phrase reaches over ${reach} words: ${words}`);
  return steps;
}

function expand(word: string, lists: Readonly<Record<string, string>>): string[] {
  if (!word.startsWith('{')) return [word];
  const list = lists[word.slice(1, -1)];
  if (list === undefined) throw new TypeError(`a phrase names the unknown list ${word}`);
  return list.split(' ');
}
