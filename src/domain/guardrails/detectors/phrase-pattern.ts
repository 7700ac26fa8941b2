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
  readonly accepts: ReadonlySet<string>;
  readonly gap: number;
  readonly optional: boolean;
}

interface Compiled {
  readonly phrase: Phrase;
  readonly steps: readonly Step[];
}

/** Matches of one phrase in one text that are reported; more add nothing. */
const MAX_MATCHES = 4;

/**
 * Compiles phrases into one matcher. There is no backtracking: each phrase keeps the set of places it may
 * have got to, which its gaps bound, so the time is linear in the number of words.
 */
export function createPhraseMatcher(phrases: readonly Phrase[], lists: Readonly<Record<string, string>>): PhraseMatcher {
  const byFirst = new Map<string, Compiled[]>();
  for (const phrase of phrases) {
    const compiled = { phrase, steps: compile(phrase.words, lists) };
    for (const word of compiled.steps[0]?.accepts ?? []) {
      const same = byFirst.get(word) ?? [];
      same.push(compiled);
      byFirst.set(word, same);
    }
  }
  return {
    match(tokens): PhraseMatch[] {
      const matches: PhraseMatch[] = [];
      const counts = new Map<Compiled, number>();
      for (let index = 0; index < tokens.length; index += 1) {
        const first = tokens[index];
        if (first === undefined) continue;
        for (const compiled of byFirst.get(first.word) ?? []) {
          const count = counts.get(compiled) ?? 0;
          if (count >= MAX_MATCHES) continue;
          const last = follow(tokens, index, compiled.steps);
          if (last === undefined) continue;
          counts.set(compiled, count + 1);
          matches.push({ phrase: compiled.phrase, start: first.start, end: last.end });
        }
      }
      return matches;
    },
  };
}

/** The last word of a phrase that begins at `index`, within one sentence; undefined when it does not fit. */
function follow(tokens: readonly Token[], index: number, steps: readonly Step[]): Token | undefined {
  const sentence = tokens[index]?.sentence;
  let places = [index];
  for (const step of steps.slice(1)) {
    const reached = new Set<number>(step.optional ? places : []);
    for (const place of places) {
      for (let next = place + 1; next <= place + 1 + step.gap; next += 1) {
        const token = tokens[next];
        if (token === undefined || token.sentence !== sentence) break;
        if (step.accepts.has(token.word)) reached.add(next);
      }
    }
    if (reached.size === 0) return undefined;
    places = [...reached];
  }
  return tokens[Math.min(...places)];
}

function compile(words: string, lists: Readonly<Record<string, string>>): Step[] {
  const steps: Step[] = [];
  let gap = 0;
  for (const item of words.split(' ')) {
    if (item.startsWith('~')) {
      gap = Number(item.slice(1));
      continue;
    }
    const optional = item.startsWith('?');
    const accepts = new Set((optional ? item.slice(1) : item).split('|').flatMap((word) => expand(word, lists)));
    steps.push({ accepts, gap, optional });
    gap = 0;
  }
  return steps;
}

function expand(word: string, lists: Readonly<Record<string, string>>): string[] {
  if (!word.startsWith('{')) return [word];
  const list = lists[word.slice(1, -1)];
  if (list === undefined) throw new TypeError(`a phrase names the unknown list ${word}`);
  return list.split(' ');
}
