import { CODE_LISTS } from './code-phrases.ts';
import { among, many, several } from './draws.ts';
import { capital, fill, fillOrder, wrapped } from './fill.ts';
import { DATA, type Texts } from './generate-requests.ts';
import {
  ADVICE,
  AGENT_HINTS,
  CHANGES,
  COUNTERS,
  ERRORS,
  HELP,
  MACHINE_TALES,
  NOTICE_ASKS,
  NOTICE_CRIMES,
  NOTICE_LISTS,
  NOTICE_ORDERS,
  TALE_LISTS,
  TICKETS,
} from './notice-phrases.ts';
import type { Random } from './random.ts';
import { HISTORIES, READ_MES, SOFTWARE_LISTS } from './software-phrases.ts';

/** How many rows of each kind are made. */
const NOTICE_ROWS = 4200;
const PASTED_ROWS = 600;
const ORDER_ROWS = 2400;
const TALE_ROWS = 400;

/** What a row counts in the first stage: with more, and in the tables of both sides, fewer of other attacks were caught. */
export const NOTICE_COUNTS = { weight: 0.25, apart: true };

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ...CODE_LISTS,
  ...SOFTWARE_LISTS,
  ...NOTICE_LISTS,
  ...NOTICE_CRIMES,
  ...TALE_LISTS,
  n: Array.from('123456789'),
};

/** Kinds of notices, the least and the most sentences of each, and what stands between them. */
const KINDS: readonly (readonly [phrases: readonly string[], least: number, most: number, joint: string])[] = [
  [ERRORS, 1, 2, ' '],
  [HELP, 3, 12, '\n'],
  [CHANGES, 2, 9, '\n'],
  [TICKETS, 1, 4, '\n'],
  [AGENT_HINTS, 1, 2, '\n'],
  [ADVICE, 2, 6, ' '],
  [COUNTERS, 1, 5, '\n'],
  [READ_MES, 3, 8, '\n\n'],
  [READ_MES, 1, 3, '\n\n'],
  [HISTORIES, 1, 6, '\n\n'],
];

/** What software, trackers and shops tell whoever reads, and the same with an order to an agent among them; tales of machines that disobey. */
export function noticeTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (template: string): string => fill(template, LISTS, random);
  /** Sentences of one kind in the dress they come in, an order among them where one is given. */
  const notice = (order?: string): string => {
    const [phrases, least, most, joint] = random.pick(KINDS);
    const said = several(least, most, () => say(random.pick(phrases)), random);
    const lines = order === undefined ? said : among(said, order, random);
    return dressed(phrases === ERRORS || phrases === TICKETS || random.next() < 0.1, lines, joint, say, random);
  };
  const order = (): string => capital(fillOrder(NOTICE_ORDERS, LISTS, random));
  const pasted = (): string =>
    random.next() < 0.6 ? `${random.pick(NOTICE_ASKS)}\n\n${notice()}` : `${notice()}\n\n${random.pick(NOTICE_ASKS)}`;
  return {
    notices: { ...NOTICE_COUNTS, attack: false, texts: many(NOTICE_ROWS, () => notice()), channels: DATA },
    'pasted notices': { ...NOTICE_COUNTS, attack: false, texts: many(PASTED_ROWS, pasted) },
    'machine tales': { ...NOTICE_COUNTS, attack: false, texts: many(TALE_ROWS, () => say(random.pick(MACHINE_TALES))) },
    'notices with orders': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(ORDER_ROWS, () => (random.next() < 0.12 ? order() : notice(order()))),
      channels: DATA,
    },
  };
}

/** As plain lines, or as the reply of a service or tracker. */
function dressed(isRecord: boolean, lines: readonly string[], joint: string, say: (template: string) => string, random: Random): string {
  const whole = lines.join(joint);
  const text = joint === '\n\n' && random.next() < 0.4 ? wrapped(whole, 64 + Math.floor(random.next() * 16)) : whole;
  if (!isRecord || random.next() < 0.4) return text;
  const indent = random.next() < 0.5 ? 2 : 0;
  return random.pick<() => string>([
    () => JSON.stringify({ error: { code: say('{slug}'), message: text, request_id: say('req_{count}{n}{n}a') } }, null, indent),
    () =>
      JSON.stringify(
        { ok: false, status: say('{code}'), errors: lines.map((detail) => ({ field: say('{field}'), detail })) },
        null,
        indent,
      ),
    () =>
      `HTTP/1.1 ${say('{code}')}\ncontent-type: application/json\n\n${JSON.stringify({ message: text, docs: say('https://docs.example/{slug}') })}`,
    () =>
      JSON.stringify(
        { id: say('{ref}'), author: say('{who}'), status: 'open', comments: lines.map((body) => ({ by: say('{who}'), body })) },
        null,
        indent,
      ),
    () => `Error: ${text}\n    at ${say('{tool}')} (${say('{path}')}:${say('{n}{n}')}:${say('{n}')})`,
    () => say('{ref} | {who} | priority {n}\n') + text,
    () => say('[2026-0{n}-1{n} 0{n}:1{n}:2{n}] {cmd}: ') + text,
    () => `<error code="${say('{code}')}"><message>${text}</message></error>`,
  ])();
}
