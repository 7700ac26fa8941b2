import { fillDistinct, linesOf, listed, type Say } from './distinct-lines.ts';
import { many, several } from './draws.ts';
import { capital } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import type { Texts } from './generate-requests.ts';
import type { Random } from './random.ts';
import { ASKS_FOR_TEXTS, COMMISSION_WORDS, LISTS_BEGIN, MATERIAL_BEGINS, MATERIALS, REQUIREMENTS, SHORT_ASKS } from './writing-phrases.ts';

/** How many rows of each kind are made. */
const COMMISSION_ROWS = 1200;

/** What users want written, with requirements and often with the material to write from. */
export function writingTexts(random: Random): Readonly<Record<string, Texts>> {
  return {
    'writing orders': { ...NOTICE_COUNTS, attack: false, texts: many(COMMISSION_ROWS, () => commissionOf(random)) },
  };
}

function commissionOf(random: Random): string {
  const one = (name: string): string => random.pick(COMMISSION_WORDS[name] ?? ['']);
  const mostly = (name: string): string[] => {
    const word = one(name);
    return [word, word, word, word, one(name)];
  };
  const lists = {
    ...COMMISSION_WORDS,
    subject: mostly('subject'),
    law: mostly('law'),
    audience: mostly('audience'),
    town: mostly('town'),
    body: mostly('body'),
    firm: [one('firm')],
    other: [one('other')],
  };
  const say: Say = (template) => fillDistinct(template, lists, random);
  const isShort = random.next() < 0.14;
  const request = isShort ? capital(say(random.pick(SHORT_ASKS))) : wished(say, random);
  if (random.next() < (isShort ? 0.85 : 0.42)) return request;
  const material = materialOf(say, random);
  return random.next() < 0.8
    ? `${request}${random.pick(['\n\n', '\n', ' '])}${random.pick(MATERIAL_BEGINS)}\n${material}`
    : `${material}\n\n${request}`;
}

/** What is wanted with its requirements. */
function wished(say: Say, random: Random): string {
  const ask = capital(say(random.pick(ASKS_FOR_TEXTS)));
  const wishes = several(2, 8, () => say(random.pick(REQUIREMENTS)), random);
  const lead = random.pick(LISTS_BEGIN);
  const style = random.next();
  if (style < 0.35) return `${ask} ${lead} ${wishes.map((wish, index) => `${index + 1}) ${wish}`).join('; ')}.`;
  if (style < 0.7)
    return `${ask}\n${lead}\n${listed(
      wishes.map((wish) => `${capital(wish)}.`),
      random.pick(['1', '- ', '* ']),
    )}`;
  if (style < 0.85) return `${ask} ${lead} ${wishes.join(', ')}.`;
  return `${ask} ${wishes.map((wish) => `${capital(wish)}.`).join(' ')}`;
}

/** One to six paragraphs of one kind, now and then of two. */
function materialOf(say: Say, random: Random): string {
  const first = random.pick(MATERIALS);
  const second = random.pick(MATERIALS);
  let number = 1 + Math.floor(random.next() * 40);
  const used = new Set<string>();
  const numbered: Say = (template) => {
    if (template.includes('{a}')) number += 1;
    return say(template.replace('{a}', String(number))).replace(
      /^((?:Article )?\d+\.? )([a-z])/,
      (_, lead: string, letter: string) => lead + letter.toUpperCase(),
    );
  };
  const written = (kind: readonly string[]): string =>
    linesOf(kind, 1, 4, numbered, random, used).join(kind === MATERIALS[2] || kind === MATERIALS[4] ? ' ' : '\n');
  const count = 1 + Math.floor(random.next() * 6);
  return many(count, () => written(random.next() < 0.85 ? first : second))
    .filter((part) => part !== '')
    .join(random.next() < 0.5 ? '\n\n' : '\n');
}
