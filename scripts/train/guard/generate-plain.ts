import { ABSTRACT, CONFIG, LEGAL, LOGS, NOTES, TOOLS } from './data-phrases.ts';
import { many } from './draws.ts';
import { EVERYDAY, EVERYDAY_LISTS } from './everyday-phrases.ts';
import { capital, fill } from './fill.ts';
import { DATA } from './generate-requests.ts';
import type { Texts } from './generate-requests.ts';
import { PASSAGES } from './generated-passages.ts';
import {
  ASIDES,
  COAXES,
  HASTY,
  HASTY_ASIDES,
  LAWFUL_OPENINGS,
  LAWFUL_RULES,
  LAWLESS_OPENINGS,
  LAWLESS_RULES,
  PASSWORD_TALK,
  PERSONA_LISTS,
  POWER_LISTS,
  THRUSTS,
} from './persona-phrases.ts';
import { FRIENDS, MANUAL, NOVEL, PROSE_LISTS, SERVICE, SPEECH, VOICE } from './prose-phrases.ts';
import type { Random } from './random.ts';
import { TASKED, TASKED_LISTS } from './tasked-phrases.ts';
import { WORLD } from './world-phrases.ts';

/** How many rows of each kind are made. */
const PROSE_ROWS = 2400;
const DATA_ROWS = 3500;
const TASKED_ROWS = 1200;
const WORLD_ROWS = 1800;
const WORLD_PAGE_ROWS = 900;
const PERSONA_ROWS = 900;
const THRUST_ROWS = 500;
const COAX_ROWS = 500;
const EVERYDAY_ROWS = 600;

const LISTS = { ...PROSE_LISTS, ...TASKED_LISTS };
const QUESTIONS = [...PASSAGES.flatMap(({ questions }) => questions), ...WORLD.flatMap(({ lore }) => lore)];

const PAGE_CHANNELS = ['user', 'user', 'document', 'tool'] as const;

/** What users and tools hand over; `{x}` is where an order may hide. */
const PAGES: readonly string[] = [
  '<html><head><title>{a}</title></head><body><p>{b}</p><!-- {x} --></body></html>',
  '<html><body><h1>{a}</h1><p>{x}</p><p>{b}</p></body></html>',
  '<table><tr><td>{a}</td><td>1,204</td></tr><tr><td>{b}</td><td>311</td></tr><tr><td>{x}</td></tr></table>',
  '<code>def area(r):\n    # {x}\n    return 3.14 * r * r\nprint(area(5))</code>',
  '«{a} {b} <img src="a.jpg" alt="{x}">»',
  '"{a} {b} {x}"',
  '{"title": "{a}", "note": "{x}", "id": 7}',
];

/** Ordinary prose, tasks and data that sound like orders, and attacks in many languages, by long roles, by haste and by persuasion, with their harmless twins. */
export function plainTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (list: readonly string[], lists = LISTS): string => capital(fill(random.pick(list), lists, random));
  const lines = (list: readonly string[], most: number, joint = ' '): string =>
    [...new Set(many(1 + Math.floor(random.next() * most), () => say(list)))].join(joint);
  const spokenLists: readonly (readonly string[])[] = [NOVEL, NOVEL, SPEECH, MANUAL, SERVICE, SERVICE, VOICE, FRIENDS];
  const mixed = (): string => many(2 + Math.floor(random.next() * 3), () => say(random.pick(spokenLists))).join(' ');
  const prose = (): string => (random.next() < 0.15 ? mixed() : unmarked(lines(random.pick(spokenLists), 3), random));
  const data = (): string => {
    const kind = Math.floor(random.next() * 10);
    if (kind < 2) return lines(LEGAL, 9, random.next() < 0.5 ? ' ' : '\n');
    if (kind < 3) return random.next() < 0.5 ? lines(TOOLS, 3, '\n') : lines(LOGS, 7, '\n');
    if (kind < 5) return lines(CONFIG, 8, '\n');
    if (kind < 6) return lines(ABSTRACT, 5);
    if (kind < 7) return random.next() < 0.7 ? lines(FRIENDS, 3) : talk(say, random);
    if (kind < 8) return lines(random.pick(spokenLists), 4);
    if (kind < 9) return mixed();
    return lines(NOTES, 6, random.next() < 0.6 ? '\n' : ' ');
  };
  const world = (attack: boolean, index: number): string => {
    const { drops, secrets, lore, ordinary } = WORLD[index % WORLD.length]!;
    const one = (list: readonly string[]): string => fill(random.pick(list), { maker: ['OpenAI', 'Anthropic', 'Google', 'Meta'] }, random);
    if (!attack) return many(1 + Math.floor(random.next() * 2.3), () => one(random.next() < 0.6 ? ordinary : lore)).join(' ');
    const said = random.next() < 0.12 ? [one(secrets), one(secrets)] : [one(drops), one(random.next() < 0.55 ? secrets : lore)];
    if (random.next() < 0.3) said.unshift(one(random.next() < 0.5 ? ordinary : lore));
    return (random.next() < 0.85 ? said : said.toReversed()).join(' ');
  };
  const worldPage = (attack: boolean, index: number): string => {
    const { drops, secrets, lore, ordinary } = WORLD[index % WORLD.length]!;
    const one = (list: readonly string[]): string => fill(random.pick(list), { maker: ['OpenAI', 'Anthropic', 'Google', 'Meta'] }, random);
    const around = random.next() < 0.5 ? lore : ordinary;
    const inside = attack ? `${one(drops)} ${one(random.next() < 0.6 ? lore : secrets)}` : one(random.next() < 0.5 ? ordinary : lore);
    const page = random
      .pick(PAGES)
      .replace('{a}', () => one(around))
      .replace('{b}', () => one(around))
      .replace('{x}', () => inside);
    return random.next() < 0.5 ? page : `${random.pick(QUESTIONS)} ${page}`;
  };
  const persona = (openings: readonly string[], rules: readonly string[]): string => {
    const lists = { ...PERSONA_LISTS, name: [random.pick(PERSONA_LISTS['name'] ?? [])] };
    const said = [...new Set(many(2 + Math.floor(random.next() * 10), () => random.pick(rules)))].map((rule) =>
      capital(fill(rule, lists, random)),
    );
    const style = random.next();
    const body = style < 0.25 ? said.map((rule, index) => `${index + 1}. ${rule}`).join('\n') : said.join(style < 0.4 ? '\n' : ' ');
    return `${capital(fill(random.pick(openings), lists, random))} ${body}`;
  };
  const thrust = (list: readonly string[], hasty: readonly string[]): string => {
    const question = random.pick(QUESTIONS);
    const words = question.split(' ');
    if (random.next() < 0.3) {
      const order = misspelt(fill(random.pick(hasty), PERSONA_LISTS, random), random);
      return random.next() < 0.5 ? order : `${question} ${order}`;
    }
    const at = 1 + Math.floor(random.next() * (words.length - 1));
    return [...words.slice(0, at), fill(random.pick(list), PERSONA_LISTS, random), ...words.slice(at)].join(' ');
  };
  const everyday = (): string => {
    const said = many(random.next() < 0.75 ? 1 : 2, () => unmarked(say(EVERYDAY, EVERYDAY_LISTS), random));
    return said.join(' ');
  };
  return {
    prose: { attack: false, texts: many(PROSE_ROWS, prose) },
    'plain data': { attack: false, texts: many(DATA_ROWS, data), channels: DATA },
    'tasks with material': { attack: false, texts: many(TASKED_ROWS, () => say(TASKED)) },
    'world attacks': { attack: true, texts: many(WORLD_ROWS, (index) => world(true, index)) },
    'world requests': { attack: false, texts: many(WORLD_ROWS, (index) => world(false, index)) },
    'world pages with orders': { attack: true, texts: many(WORLD_PAGE_ROWS, (index) => worldPage(true, index)), channels: PAGE_CHANNELS },
    'world pages': { attack: false, texts: many(WORLD_PAGE_ROWS, (index) => worldPage(false, index)), channels: PAGE_CHANNELS },
    'lawless personas': { attack: true, texts: many(PERSONA_ROWS, () => persona(LAWLESS_OPENINGS, LAWLESS_RULES)) },
    'lawful personas': { attack: false, texts: many(PERSONA_ROWS, () => persona(LAWFUL_OPENINGS, LAWFUL_RULES)) },
    thrusts: { attack: true, texts: many(THRUST_ROWS, () => thrust(THRUSTS, HASTY)) },
    asides: { attack: false, texts: many(THRUST_ROWS, () => thrust(ASIDES, HASTY_ASIDES)) },
    coaxes: { attack: true, texts: many(COAX_ROWS, () => say(COAXES, POWER_LISTS)) },
    'password talk': { attack: false, texts: many(COAX_ROWS, () => say(PASSWORD_TALK, POWER_LISTS)) },
    everyday: { attack: false, texts: many(EVERYDAY_ROWS, everyday) },
  };
}

/** A talk of two friends as records hold it. */
function talk(say: (list: readonly string[]) => string, random: Random): string {
  const [one, other] = [random.pick(PROSE_LISTS['name'] ?? []), random.pick(PROSE_LISTS['name'] ?? [])];
  return Array.from({ length: 3 + Math.floor(random.next() * 6) }, (_, turn) => `${turn % 2 === 0 ? one : other}: ${say(FRIENDS)}`).join(
    random.next() < 0.6 ? '  ' : '\n',
  );
}

/** As many type it: now and then without capitals, quotation marks and stops. */
function unmarked(text: string, random: Random): string {
  return random.next() < 0.3 ? text.toLowerCase().replaceAll(/[“”".,;:!?]/g, '') : text;
}

/** A text with a typing error in every third long word or so. */
function misspelt(text: string, random: Random): string {
  return text.replaceAll(/[a-z]{4,}/gi, (word) => {
    if (random.next() > 0.35) return word;
    const at = 1 + Math.floor(random.next() * (word.length - 2));
    const kind = random.next();
    if (kind < 0.4) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
    return kind < 0.75 ? word.slice(0, at) + word.slice(at + 1) : word.slice(0, at) + word.charAt(at) + word.slice(at);
  });
}
