import { readdirSync, readFileSync } from 'node:fs';
import { atTimes, many } from './draws.ts';
import { capital, joined } from './fill.ts';
import type { Texts } from './generate-requests.ts';
import { phrasesOf, type Phrases } from './order-phrases.ts';
import type { Random } from './random.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made. */
const TURN_ROWS = 1300;

/** As the rows of `generate-roles.ts`, for the same reasons. */
const COUNTS = { weight: 0.4, apart: true };

const FOLDER = new URL('foreign-turns/', import.meta.url);

/**
 * What is said in turns of a talk, by language, one file each, written for this recipe: `resets` declare void what was said and
 * `changes` only go on, with `slanted` and `plain` tasks; `claims` of power are made for `asks`, `duties` are held by people
 * with other `matters`; `shouts` and `asides` are thrust into `questions`.
 */
const TONGUES: readonly Phrases[] = readdirSync(FOLDER)
  .toSorted()
  .map((file) => phrasesOf(readFileSync(new URL(file, FOLDER), 'utf8')));

/** A language with spaces has more of them than this share of its characters. */
const SPACED = 0.05;

/** Talks begun anew, claimed powers and orders thrust into questions in the languages of `foreign-turns`, beside harmless ones in the same shapes. */
export function turnTexts(random: Random): Readonly<Record<string, Texts>> {
  const rows = (make: (tongue: Phrases) => string): string[] =>
    many(TURN_ROWS, (index) => typed(make(TONGUES[index % TONGUES.length]!), random));
  /** The tongue itself, or another one: what is pasted before an order need not be in its language. */
  const before = (tongue: Phrases): Phrases => (random.next() < 0.8 ? tongue : random.pick(TONGUES));
  const one = (tongue: Phrases, list: string): string => random.pick(tongue[list]!);
  const turn = (tongue: Phrases, frames: string, tasks: string): string => {
    const frame = one(tongue, frames);
    const task = one(tongue, tasks);
    return joined([
      ...atTimes(0.5, () => one(before(tongue), 'questions'), random),
      ...atTimes(0.5, () => one(tongue, 'closings'), random),
      frame.replace('{x}', () => (/[.!?:。！？।؟] ?\{x\}$/u.test(frame) ? capital(task) : task)),
    ]);
  };
  const said = (tongue: Phrases, first: string, then: string): string =>
    joined([
      ...atTimes(0.2, () => one(before(tongue), 'questions'), random),
      one(tongue, first),
      ...atTimes(0.85, () => one(tongue, then), random),
    ]);
  const thrust = (tongue: Phrases, list: string): string => {
    const question = one(before(tongue), 'questions');
    const order = one(tongue, list);
    const words = question.split(' ');
    if (words.length < question.length * SPACED || random.next() < 0.3) return joined([question, order]);
    const at = 1 + Math.floor(random.next() * (words.length - 1));
    return [...words.slice(0, at), order, ...words.slice(at)].join(' ');
  };
  const kind = (attack: boolean, make: (tongue: Phrases) => string): Texts => ({ attack, ...COUNTS, texts: rows(make) });
  return {
    'tongue resets': kind(true, (tongue) => turn(tongue, 'resets', random.next() < 0.8 ? 'slanted' : 'plain')),
    'tongue changes': kind(false, (tongue) => turn(tongue, 'changes', 'plain')),
    'claimed powers': kind(true, (tongue) => said(tongue, 'claims', 'asks')),
    'held offices': kind(false, (tongue) => said(tongue, 'duties', 'matters')),
    'tongue thrusts': kind(true, (tongue) => thrust(tongue, 'shouts')),
    'tongue asides': kind(false, (tongue) => thrust(tongue, 'asides')),
  };
}
