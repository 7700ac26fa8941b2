import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { normalise } from '../normalise.ts';
import { PHRASES, TEMPLATE_MARKS, WORD_LISTS } from './injection-phrases.ts';
import { tokenise } from './injection-tokens.ts';
import { createPhraseMatcher } from './phrase-pattern.ts';

const NAME = 'prompt_injection';

interface Sign {
  readonly category: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds attempts to override, redirect or unlock the model by what they say: overridden instructions,
 * asked-for system prompts, role takeovers, jailbreak personas, forged chat-template marks, requests to
 * keep the user in the dark. Signs of different kinds add up: the strongest finding carries the
 * probability that not all of them are chance. Linear in the length of the text.
 */
export function createInjectionDetector(): Detector {
  const matcher = createPhraseMatcher(PHRASES, WORD_LISTS);
  return {
    name: NAME,
    directions: ['input'],
    inspect(part: GuardPart): readonly Finding[] {
      const normalised = normalise(part.text);
      const signs: Sign[] = matcher
        .match(tokenise(normalised.text))
        .map(({ phrase, start, end }) => ({ category: phrase.category, score: phrase.score, start, end }));
      signs.push(...templateMarks(normalised.text));
      return addUp(signs).map(({ category, score, start, end }) => {
        const span = normalised.original(start, end);
        return { detector: NAME, category, part: part.id, start: span.start, end: span.end, score };
      });
    },
    tail: (text) => text.length,
  };
}

function templateMarks(text: string): Sign[] {
  return TEMPLATE_MARKS.flatMap(({ mark, score }) => {
    const start = text.indexOf(mark);
    return start < 0 ? [] : [{ category: 'template_mark', score, start, end: start + mark.length }];
  });
}

/** The signs in order of place; the strongest one's score is raised by the best of every other phrase's. */
function addUp(signs: readonly Sign[]): Sign[] {
  const strongest = signs.reduce<Sign | undefined>(
    (best, sign) => (best === undefined || sign.score > best.score ? sign : best),
    undefined,
  );
  if (strongest === undefined) return [];
  const byKind = new Map<string, number>();
  for (const sign of signs) {
    const kind = `${sign.category} ${sign.score}`;
    byKind.set(kind, Math.max(byKind.get(kind) ?? 0, sign.score));
  }
  const chance = [...byKind.values()].reduce((product, score) => product * (1 - score), 1);
  return signs.map((sign) => (sign === strongest ? { ...sign, score: 1 - chance } : sign)).toSorted((a, b) => a.start - b.start);
}
