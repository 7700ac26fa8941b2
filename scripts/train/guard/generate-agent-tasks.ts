import { atTimes, many } from './draws.ts';
import { capital, fill } from './fill.ts';
import { FOR_ENCODER, type Texts } from './generate-requests.ts';
import type { Phrases } from './order-phrases.ts';
import { phraseOf } from './phrase-pair.ts';
import type { Random } from './random.ts';
import { talkLanguages } from './talk-languages.ts';
import { TEXT_CODES } from './text-codes.ts';
import { typed } from './typed.ts';

/** How many rows of each kind are made; every other one is English. */
const TASK_ROWS = 2400;
const PUZZLE_ROWS = 1200;
const CASE_ROWS = 300;
const ORDERED_ROWS = 900;
/** Of the tasks, so many come without the polite words around them. */
const BARE_SHARE = 0.2;
const MEANT_SHARE = 0.12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * What users have an assistant with tools do, by language, one file each, written for this recipe: `task`s with `open` before and `close`
 * behind them, such as stand `alone`, `puzzle`s with a `format` for the answer, and in English cases of right and wrong (`moral`,
 * `choice`). What stands in the places of all languages is in the English file. The attacks before them are those of `boundary-talk`.
 */
const languageOf = talkLanguages(new URL('agent-tasks/', import.meta.url), new URL('boundary-talk/', import.meta.url));

/** Users' tasks for an agent, which are theirs to give, beside such tasks behind an attack. */
export function agentTaskTexts(random: Random): Readonly<Record<string, Texts>> {
  const english = languageOf(0);
  const say = (template: string, tongue: Phrases): string => fill(template, { ...english, ...tongue }, random).replaceAll('\\n', '\n');
  const drawn = (list: string, tongue: Phrases): string => say(withCodes(random.pick(tongue[list]!), english, random), tongue);
  const task = (tongue: Phrases): string => {
    const style = random.next();
    if (style < MEANT_SHARE) return drawn('alone', tongue);
    const deed = drawn('task', tongue);
    if (style < MEANT_SHARE + BARE_SHARE) return `${capital(deed)}${stop(deed)}`;
    const open = style < 0.9 ? `${drawn('open', tongue)} ` : '';
    const close = atTimes(0.35, () => ` ${drawn('close', tongue)}`, random).join('');
    return `${capital(`${open}${deed}${close}`.replaceAll(/ (?=[，。])/g, ''))}${stop(deed + close)}`;
  };
  const tasks = (tongue: Phrases): string => {
    const count = random.next();
    const written = many(count < 0.65 ? 1 : count < 0.9 ? 2 : 3, () => task(tongue));
    return typed(written.join(' '), random);
  };
  const kind = (attack: boolean, rows: number, make: (tongue: Phrases) => string): Texts => ({
    ...FOR_ENCODER,
    attack,
    texts: many(rows, (index) => make(languageOf(index))),
  });
  return {
    'tasks for an agent': kind(false, TASK_ROWS, tasks),
    'puzzles with a format': kind(false, PUZZLE_ROWS, (tongue) => {
      const [puzzle, formats] = [drawn('puzzle', tongue), atTimes(0.75, () => drawn('format', tongue), random)];
      return (random.next() < 0.6 ? [puzzle, ...formats] : [...formats, puzzle]).join(random.next() < 0.7 ? ' ' : '\n');
    }),
    'cases of right and wrong': kind(false, CASE_ROWS, () => `${drawn('moral', english)}\n${drawn('choice', english)}`),
    'tasks behind an attack': kind(true, ORDERED_ROWS, (tongue) => {
      const attack = phraseOf(tongue, random.pick(['wordattacks', 'limitattacks']), random);
      return (random.next() < 0.7 ? [attack, task(tongue)] : [task(tongue), attack]).join(' ');
    }),
  };
}

/** Full stop in the script of a text, unless it ends with one. */
function stop(text: string): string {
  if (/[.!?。]$/u.test(text)) return '';
  return /[\p{Script=Han}\p{Script=Hiragana}]$/u.test(text) ? '。' : '.';
}

/** Puts rows of letters and codes of words in their places, which no list can hold. */
function withCodes(template: string, english: Phrases, random: Random): string {
  const code = (name: string): string =>
    TEXT_CODES.find(({ names }) => names.includes(name))!.encode(
      fill(random.pick(english[random.next() < 0.5 ? 'word' : 'line']!), english, random),
    );
  return template
    .replaceAll('{rnd}', () =>
      many(4 + Math.floor(random.next() * 9), () => LETTERS.charAt(Math.floor(random.next() * LETTERS.length))).join(''),
    )
    .replaceAll('{b64}', () => code('base64'))
    .replaceAll('{hex}', () => code('hex'));
}
