import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import type { AttackEstimate, AttackModel } from '../attack-model.ts';
import { readText, type Reading } from '../reading.ts';
import { PHRASES, TEMPLATE_MARKS, WORD_LISTS } from './injection-phrases.ts';
import { tokenise } from './injection-tokens.ts';
import { createPhraseMatcher } from './phrase-pattern.ts';

const NAME = 'prompt_injection';

interface Sign {
  readonly category: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
  /** The phrase's place in the list; absent for a template mark. */
  readonly place?: number;
}

/** Below it the model's estimate is no finding, and would only fill the record. */
const LEAST_SCORE = 0.3;

/**
 * Finds attempts to override, redirect or unlock the model by what they say: overridden instructions,
 * asked-for system prompts, role takeovers, jailbreak personas, forged chat-template marks, requests to
 * keep the user in the dark; also where they stand in code (base64, hexadecimal, escapes, rot13, leetspeak, spread or
 * reversed letters). Signs of different kinds add up: the strongest finding carries the probability that not all of
 * them are chance. With `model`, its estimate for the channel takes that sum's place. Linear in the length of the text.
 */
export function createInjectionDetector({ model }: { readonly model?: AttackModel | undefined } = {}): Detector {
  const matcher = createPhraseMatcher(PHRASES, WORD_LISTS);
  const places = new Map(PHRASES.map((phrase, index) => [phrase, index]));
  return {
    name: NAME,
    directions: ['input'],
    inspect(part: GuardPart): readonly Finding[] {
      const reading = readText(part.text);
      const signs: Sign[] = matcher.match(tokenise(reading.text)).map(({ phrase, start, end }) => ({
        category: phrase.category,
        score: phrase.score,
        start,
        end,
        place: places.get(phrase) ?? 0,
      }));
      signs.push(...templateMarks(reading.text));
      const found = model === undefined ? addUp(signs) : estimated(model, reading, part, signs);
      return found.map(({ category, score, start, end }) => {
        const span = reading.original(start, end);
        return { detector: NAME, category, part: part.id, start: span.start, end: span.end, score };
      });
    },
    tail: (text) => text.length,
  };
}

/** What the model says of the view that looks most like an attack, at the window that speaks most for it; no phrase is surer than that. */
function estimated(model: AttackModel, { text, views }: Reading, { channel }: GuardPart, signs: readonly Sign[]): Sign[] {
  const ordered = signs.toSorted((a, b) => a.start - b.start);
  let estimate: AttackEstimate = { score: 0, start: 0, end: 0 };
  for (const [index, from] of views.entries()) {
    const to = views[index + 1] ?? text.length;
    const own = ordered.filter(({ start }) => start >= from && start < to);
    const phrases = own.flatMap(({ place, start }) => (place === undefined ? [] : [{ place, start: start - from }]));
    const { score, start, end } = model.estimate(text.slice(from, to), { channel, phrases, phraseScore: together(own) });
    if (score > estimate.score) estimate = { score, start: start + from, end: end + from };
  }
  const found = ordered.map((sign) => ({ ...sign, score: Math.min(sign.score, estimate.score) }));
  if (estimate.score < LEAST_SCORE) return found;
  const strongest = found.reduce<Sign | undefined>(
    (best, sign) => (best === undefined || sign.score > best.score ? sign : best),
    undefined,
  );
  if (strongest === undefined) return [{ category: 'learned_pattern', ...estimate }];
  return found.map((sign) => (sign === strongest ? { ...sign, score: estimate.score } : sign));
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
  const score = together(signs);
  return signs.map((sign) => (sign === strongest ? { ...sign, score } : sign)).toSorted((a, b) => a.start - b.start);
}

/** The probability that not every sign is chance, one of each kind counted. */
function together(signs: readonly Sign[]): number {
  const byKind = new Map<string, number>();
  for (const sign of signs) byKind.set(`${sign.category} ${sign.score}`, sign.score);
  return 1 - [...byKind.values()].reduce((product, score) => product * (1 - score), 1);
}
