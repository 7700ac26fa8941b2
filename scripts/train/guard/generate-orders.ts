import { many } from './draws.ts';
import { fill, paragraph } from './fill.ts';
import { DATA } from './generate-requests.ts';
import type { Texts } from './generate-requests.ts';
import { LETTER_LISTS, LETTERS } from './letter-phrases.ts';
import { EASTERN_ORDERS } from './order-phrases-east.ts';
import { FAR_ORDERS } from './order-phrases-far.ts';
import { NAMED_ORDERS, NAMES } from './order-phrases-names.ts';
import { OPEN_THINGS } from './order-phrases-open.ts';
import { WESTERN_ORDERS } from './order-phrases-west.ts';
import { WIDER_ORDERS } from './order-phrases-wide.ts';
import { phrasesOf, type Phrases } from './order-phrases.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const ORDER_ROWS = 6000;
/** How often the tongues with wider lists come for once of the others. */
const WIDER_TIMES = 3;
const LETTER_ROWS = 900;
const GUARDING_ROWS = 400;

/** As the rows of `generate-roles.ts`, for the same reasons. */
const COUNTS = { weight: 0.4, apart: true };

const TONGUES: readonly Phrases[] = Object.entries({ ...WESTERN_ORDERS, ...EASTERN_ORDERS, ...FAR_ORDERS }).flatMap(([lang, written]) => {
  const named = { ...phrasesOf(written), ...phrasesOf(NAMED_ORDERS[lang] ?? '') };
  const things = OPEN_THINGS[lang];
  const own = things === undefined ? named : together(named, phrasesOf(`open: ${things}`));
  const wider = WIDER_ORDERS[lang];
  return wider === undefined ? [own] : Array.from({ length: WIDER_TIMES }, () => together(own, phrasesOf(wider)));
});
const LETTER_TONGUES: readonly Phrases[] = Object.values(LETTERS).map(phrasesOf);

function together(own: Phrases, more: Phrases): Phrases {
  return { ...own, ...Object.fromEntries(Object.entries(more).map(([name, phrases]) => [name, [...(own[name] ?? []), ...phrases]])) };
}

/** Orders in some thirty languages about what is hidden and what is not, letters with and without a word to an assistant, programs that keep others out. */
export function orderTexts(random: Random): Readonly<Record<string, Texts>> {
  const paragraphs = (count: number, make: (index: number) => readonly string[]): string[] =>
    many(count, (index) => paragraph(make(index)));
  const orders = (attack: boolean, index: number): readonly string[] => {
    const tongue = TONGUES[index % TONGUES.length]!;
    const one = (list: string): string => fill(random.pick(tongue[list]!), { n: NAMES }, random);
    const about = (verbs: string, things: string): string => random.pick(tongue[verbs]!).replace('{x}', () => one(things));
    const ways = attack
      ? [
          () => about('show', 'hidden'),
          () => about('void', 'rules'),
          () => about('switch', 'modes'),
          () => one('selves'),
          () => one('named'),
          () => one('powers'),
        ]
      : [
          () => about('show', 'open'),
          () => about('void', 'matters'),
          () => about('switch', 'devices'),
          () => one('asides'),
          () => one('called'),
          () => one('affairs'),
          () => one(tongue['roles'] === undefined ? 'called' : 'roles'),
        ];
    const count = random.next() < 0.45 ? 1 : 2;
    const said = Array.from({ length: count }, () => random.pick(ways)());
    if (attack && random.next() < 0.2) said.unshift(random.next() < 0.5 ? one('asides') : about('show', 'open'));
    return [...new Set(said)];
  };
  const letter = (attack: boolean, index: number): readonly string[] => {
    const tongue = LETTER_TONGUES[index % LETTER_TONGUES.length]!;
    const said = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => random.pick(tongue['plain']!));
    if (attack) said.splice(Math.floor(random.next() * (said.length + 1)), 0, fill(random.pick(tongue['planted']!), LETTER_LISTS, random));
    return [...new Set(said)];
  };
  return {
    'tongue orders': { attack: true, ...COUNTS, texts: paragraphs(ORDER_ROWS, (index) => orders(true, index)) },
    'tongue requests': { attack: false, ...COUNTS, texts: paragraphs(ORDER_ROWS, (index) => orders(false, index)) },
    'letters with orders': { attack: true, weight: 0.4, texts: paragraphs(LETTER_ROWS, (index) => letter(true, index)), channels: DATA },
    letters: { attack: false, weight: 0.4, texts: paragraphs(LETTER_ROWS, (index) => letter(false, index)), channels: DATA },
    'guarding programs': {
      attack: false,
      texts: paragraphs(GUARDING_ROWS, (index) => [
        fill(random.pick(LETTER_TONGUES[index % LETTER_TONGUES.length]!['guarding']!), LETTER_LISTS, random),
      ]),
    },
  };
}
