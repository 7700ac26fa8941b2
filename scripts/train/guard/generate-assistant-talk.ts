import { many } from './draws.ts';
import { capital, fill } from './fill.ts';
import type { Texts } from './generate-requests.ts';
import type { Phrases } from './order-phrases.ts';
import { phraseOf, phrasePair } from './phrase-pair.ts';
import type { Random } from './random.ts';
import { talkLanguages } from './talk-languages.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made; every other one is English. */
const TALK_ROWS = 900;

/** As the rows of `generate-turns.ts`, for the same reasons. */
const COUNTS = { weight: 0.4, apart: true };

/**
 * What users say to an assistant about itself, about its answers and about rules, by language, one file each, written for this recipe.
 * Every harmless list has one beside it that turns the same words on the assistant: `self` and `selfasks` (what it is, and what it was
 * told), `manner` with `questions` and `lifts` with `harmful` (how to answer, and without limits), `frames` around `tasks` and
 * `overreach`, `notices` and `revokes` (rules of people, and its own), `mine` and `theirs` (what the user said, and what others did),
 * `complaints` and `unblocks`.
 */
const languageOf = talkLanguages(new URL('assistant-talk/', import.meta.url));

/** Talk with an assistant about itself, its answers and rules, beside attacks in the same words. */
export function assistantTalkTexts(random: Random): Readonly<Record<string, Texts>> {
  const one = (tongue: Phrases, list: string): string => phraseOf(tongue, list, random);
  const pair = (tongue: Phrases, first: string, second: string, share: number): string => phrasePair(tongue, first, second, share, random);
  const framed = (tongue: Phrases, tasks: string): string => {
    const frame = random.pick(tongue['frames']!);
    const task = one(tongue, tasks);
    return fill(frame, { ...tongue, x: [/[.!?:。！？।؟] ?\{x\}$/u.test(frame) ? capital(task) : task] }, random);
  };
  const kind = (attack: boolean, make: (tongue: Phrases) => string): Texts => ({
    attack,
    ...COUNTS,
    texts: many(TALK_ROWS, (index) => typed(make(languageOf(index)), random)),
  });
  return {
    'questions about the assistant': kind(false, (tongue) => pair(tongue, 'self', random.next() < 0.5 ? 'self' : 'questions', 0.25)),
    'questions for its orders': kind(true, (tongue) => pair(tongue, 'selfasks', random.next() < 0.5 ? 'self' : 'questions', 0.25)),
    'manners of answers': kind(false, (tongue) => pair(tongue, 'manner', 'questions', 0.75)),
    'manners without limits': kind(true, (tongue) => pair(tongue, 'lifts', 'harmful', 0.75)),
    'framed tasks': kind(false, (tongue) => framed(tongue, 'tasks')),
    'framed overreach': kind(true, (tongue) => framed(tongue, 'overreach')),
    'rules of people': kind(false, (tongue) => one(tongue, random.pick(['notices', 'mine', 'complaints']))),
    'rules of the assistant': kind(true, (tongue) => pair(tongue, random.pick(['revokes', 'theirs', 'unblocks']), 'harmful', 0.2)),
  };
}
