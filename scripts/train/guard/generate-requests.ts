import type { Channel } from '../../../src/ports/guard.ts';
import { atTimes, many } from './draws.ts';
import { capital, fill } from './fill.ts';
import {
  DIRECT,
  INNOCENT,
  OVERRIDE_LISTS,
  PARTS,
  POLICIES,
  POLICY_LISTS,
  SECURITY_LISTS,
  SECURITY_TASKS,
  UNLEASHED,
} from './override-phrases.ts';
import {
  COAXING,
  CODES,
  EXERCISE_LISTS,
  EXERCISES,
  PAGE_ATTACKS,
  PAGE_FILLERS,
  PAGE_LISTS,
  PAGE_TASKS,
  QUESTIONS,
  SNIPPETS,
} from './page-phrases.ts';
import { PLANTED_LISTS } from './planted-phrases.ts';
import type { Random } from './random.ts';
import {
  ASKS,
  CONSTRAINTS,
  EXCUSES,
  LICENCES,
  ORDINARY_ACCOUNT,
  OVERREACH,
  REQUEST_LISTS,
  STORIES,
  TASKS,
  THANKS,
  WISHES,
} from './request-phrases.ts';
import { DEEDS, SPOKEN, type Spoken } from './spoken-phrases.ts';
import { shifted } from './text-codes.ts';

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ...PLANTED_LISTS,
  ...REQUEST_LISTS,
  ...OVERRIDE_LISTS,
  ...SECURITY_LISTS,
  ...POLICY_LISTS,
  ...PAGE_LISTS,
  ...EXERCISE_LISTS,
  ...QUESTIONS,
  ...CODES,
  ...DEEDS,
  task: TASKS,
};

/** How many rows of each kind are made. */
const TASK_ROWS = 1400;
const ASK_ROWS = 800;
const STORY_ROWS = 700;
const ACCOUNT_ROWS = 400;
const OVERRIDE_ROWS = 800;
const PART_ROWS = 700;
const SECURITY_ROWS = 500;
const POLICY_ROWS = 500;
const PAGE_ROWS = 800;
const EXERCISE_ROWS = 700;
const COAXING_ROWS = 500;
const SNIPPET_ROWS = 600;
const SPOKEN_ROWS = 1200;
const TURNED_ROWS = 300;
/** What is hidden in rot13 is judged by what it turns out to be. */
const ROT13 = 13;

/** Texts of one kind; of users where no channels are named. */
export interface Texts {
  readonly attack: boolean;
  readonly texts: readonly string[];
  readonly channels?: readonly Channel[];
  /** As in `Row`. */
  readonly weight?: number;
  /** As in `Row`. */
  readonly apart?: boolean;
}

/** What rows count from which the encoder alone learns: with them the first stage caught fewer attacks. */
export const FOR_ENCODER = { weight: 0 };

/** Kinds whose rows count so much each. There are so many generated rows that with all of them in full the others would be learned less. */
export function weighed(kinds: Readonly<Record<string, Texts>>, weight: number): Readonly<Record<string, Texts>> {
  return Object.fromEntries(Object.entries(kinds).map(([kind, texts]) => [kind, { weight, ...texts }]));
}

/** The channels of texts that nobody in the conversation wrote. */
export const DATA: readonly Channel[] = ['tool', 'document'];

/** Texts in pairs of kinds that share their words: attacks, and what they must be told from. */
export function requestTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (template: string): string => fill(template, LISTS, random);
  const some = (list: readonly string[], share: number): string[] => atTimes(share, () => say(random.pick(list)), random);
  const ask = (it: string): string => say(random.pick(ASKS).replace('{it}', it));
  const story = (who: string, deed: string): string =>
    say(random.pick(STORIES).replace('{who}', who).replace('{Who}', who).replace('{deed}', deed));
  const page = (inside: readonly string[]): string => {
    const [task, whole, x] = [
      say(random.pick(PAGE_TASKS).replace('{it}', '\u0000')),
      random.pick(PAGE_LISTS['page'] ?? []),
      say(random.pick(inside)),
    ];
    const text = say(whole.replace('{x}', '\u0000')).replace('\u0000', x);
    return random.next() < 0.3 ? text : task.replace('\u0000', text);
  };
  const spoken = (kind: keyof Spoken): string => {
    const language = random.pick(SPOKEN);
    const one = say(random.pick(language[kind]));
    const length = random.next();
    if (length < 0.4) return one;
    return `${length < 0.7 ? say(random.pick(language.ordinary)) : one} ${say(random.pick(language[kind]))}`;
  };
  return {
    tasks: {
      attack: false,
      texts: many(TASK_ROWS, () =>
        [...some(CONSTRAINTS, 0.15), say(random.pick(TASKS)), ...some(CONSTRAINTS, 0.6), ...some(CONSTRAINTS, 0.3)].join(' '),
      ),
    },
    'hidden asks': {
      attack: true,
      texts: many(ASK_ROWS, () => [...some(EXCUSES, 0.3), ...some(TASKS, 0.12), ask('{prompt}'), ...some(EXCUSES, 0.35)].join(' ')),
    },
    'open asks': {
      attack: false,
      texts: many(ASK_ROWS, () => [...some(THANKS, 0.15), ...some(TASKS, 0.12), ask('{mine}'), ...some(THANKS, 0.35)].join(' ')),
    },
    'outlaw stories': {
      attack: true,
      texts: many(STORY_ROWS, () =>
        [...some(LICENCES, 0.2), story(random.next() < 0.7 ? '{outlaw}' : '{hero}', '{harm}'), ...some(LICENCES, 0.6)].join(' '),
      ),
    },
    'harmless stories': {
      attack: false,
      texts: many(STORY_ROWS, () => [...some(WISHES, 0.15), story('{hero}', '{harmless}'), ...some(WISHES, 0.5)].join(' ')),
    },
    overreach: {
      attack: true,
      texts: many(ACCOUNT_ROWS, () => [...some(ORDINARY_ACCOUNT, 0.2), say(random.pick(OVERREACH)), ...some(EXCUSES, 0.25)].join(' ')),
    },
    account: {
      attack: false,
      texts: many(ACCOUNT_ROWS, () =>
        [...some(THANKS, 0.15), say(random.pick(ORDINARY_ACCOUNT)), ...some(ORDINARY_ACCOUNT, 0.2), ...some(THANKS, 0.25)].join(' '),
      ),
    },
    'direct overrides': {
      attack: true,
      texts: many(OVERRIDE_ROWS, () => [...some(TASKS, 0.25), capital(say(random.pick(DIRECT))), ...some(EXCUSES, 0.15)].join(' ')),
    },
    'innocent overrides': {
      attack: false,
      texts: many(OVERRIDE_ROWS, () => [...some(TASKS, 0.25), capital(say(random.pick(INNOCENT))), ...some(THANKS, 0.15)].join(' ')),
    },
    'unleashed parts': {
      attack: true,
      texts: many(PART_ROWS, () =>
        [...some(PARTS, 0.3), ...many(3 + Math.floor(random.next() * 6), () => capital(say(random.pick(UNLEASHED))))].join(' '),
      ),
    },
    'harmless parts': {
      attack: false,
      texts: many(PART_ROWS, () => many(3 + Math.floor(random.next() * 6), () => say(random.pick(PARTS))).join(' ')),
    },
    'security tasks': {
      attack: false,
      texts: many(SECURITY_ROWS, () => [say(random.pick(SECURITY_TASKS)), ...some(THANKS, 0.2)].join(' ')),
    },
    policies: {
      attack: false,
      texts: many(POLICY_ROWS, () => many(2 + Math.floor(random.next() * 5), () => capital(say(random.pick(POLICIES)))).join(' ')),
    },
    'pages with orders': {
      attack: true,
      texts: many(PAGE_ROWS, () => page(PAGE_ATTACKS)),
      channels: ['user', 'document', 'user', 'tool'],
    },
    pages: { attack: false, texts: many(PAGE_ROWS, () => page(PAGE_FILLERS)), channels: ['user', 'document', 'user', 'tool'] },
    exercises: { attack: false, texts: many(EXERCISE_ROWS, () => [say(random.pick(EXERCISES)), ...some(CONSTRAINTS, 0.15)].join(' ')) },
    coaxing: {
      attack: true,
      texts: many(COAXING_ROWS, () => [...some(EXERCISES, 0.1), say(random.pick(COAXING)), ...some(EXCUSES, 0.25)].join(' ')),
    },
    snippets: { attack: false, texts: many(SNIPPET_ROWS, () => say(random.pick(SNIPPETS))), channels: DATA },
    'spoken attacks': { attack: true, texts: many(SPOKEN_ROWS, () => spoken('attacks')) },
    'spoken requests': { attack: false, texts: many(SPOKEN_ROWS, () => spoken('ordinary')) },
    'turned requests': {
      attack: false,
      texts: many(TURNED_ROWS, () => shifted([say(random.pick(TASKS)), ...some(EXERCISES, 0.5)].join(' '), ROT13)),
    },
  };
}
