import { isSeed, SEED_LENGTHS } from './secret-value.ts';
import type { TabularValue } from './tabular-passwords.ts';

/** Words near which the words of a wallet's seed may stand with numbers, signs or line breaks between. */
export const SEED_MARKS: readonly string[] = [
  'seed',
  'mnemonic',
  'recovery',
  'wallet',
  'secret phrase',
  'backup phrase',
  '12 words',
  '24 words',
  '12-word',
  '24-word',
];

/** Those of plants. */
const OTHERS = /^seeds/i;
const MOST_OTHER = 5;
/** How far behind such a word the first number or the first word stands, in characters. */
const MOST_LEAD = 72;
/** The first of numbered words. */
const FIRST_NUMBERED = /(?<![\p{L}\p{N}.,])0?1[.):]?[ \t|]{0,3}["'`]?(?=[a-z]{3,8}(?![\p{L}\p{N}]))/iu;
const NUMBERED = /(\d{1,2})[.):]?[ \t|]{0,3}["'`]?([a-z]{3,8})(?![\p{L}\p{N}'’])/iuy;
/** What leads to words without numbers, and one of them. */
const FIRST_PLAIN =
  /^[^\n:=]{0,40}?(?:\s(?:is|are|was|were)\s|\s?[:=→]>?|["']?\s?:|\s{0,3}\r?\n)\s{0,6}[[("'`{]{0,2}\s{0,6}["'`]?(?=[a-z]{3,8}(?![\p{L}\p{N}'’]))/iu;
const PLAIN = /([a-z]{3,8})(?![\p{L}\p{N}'’])/iuy;
/** What parts two of them. */
const BETWEEN = /["'`]?(?:[ \t]{0,8}[,;|/][ \t|]{0,8}|[ \t|]{1,12}|(?=[\r\n]))(?:\r?\n[ \t>*|-]{0,12})?["'`]?/y;
/** What may stand between the last word and the end of a growing text: what parts it from the next one, and the beginning of that. */
const OPEN = /^(?:[\s,;|/"'`>*-]{1,16}\d{0,2}[.):]?[ \t|]{0,3}["'`]?)?[a-z]{0,8}$/i;
const MOST_OPEN = 40;
const LEAST_WORDS = 12;
const MOST_WORDS = 24;

/** The words of a seed, as far as a text holds them. */
interface SeedWords {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
  /** They go on to the end of the text. */
  readonly isOpen: boolean;
}

/** Tells of the words for seeds of one text, in their order, what seeds stand behind them. */
export interface SeedSearch {
  /** Notes the seed of a wallet behind the word for one at a place. */
  at(place: number, found: TabularValue[]): void;
}

/** Looks behind words for seeds, each of which stands behind the one before it. */
export function createSeedSearch(text: string): SeedSearch {
  /** What has been read as words of a seed ends here, and began there last. */
  let done = 0;
  let tried = -1;
  return {
    at(place, found) {
      if (place < done || OTHERS.test(text.slice(place, place + MOST_OTHER))) return;
      const start = plainStart(text, place);
      const seed = numberedWords(text, place) ?? (start === tried ? undefined : plainWords(text, start));
      tried = start;
      if (seed === undefined) return;
      if (seed.words.length >= LEAST_WORDS) done = seed.end;
      if (SEED_LENGTHS.has(seed.words.length) && isSeed(seed.words)) found.push({ start: seed.start, end: seed.end, kind: 'seed' });
    },
  };
}

/** How far back from the end of a growing text a word for a seed is looked for. */
const BACK = 400;
const MARK = new RegExp(SEED_MARKS.join('|'), 'gi');
const TWO_WORDS = /[^a-z][a-z]{3,8}[^a-z]{1,20}[a-z]{1,8}[^a-z]{0,20}$/i;
const MOST_TWO = 58;

/** Where the seed begins whose words a growing text ends in; the text's length for none. */
export function openSeed(text: string): number {
  // Most replies do not end in two short words, which is quick to tell.
  if (!TWO_WORDS.test(text.slice(-MOST_TWO))) return text.length;
  const from = Math.max(0, text.length - BACK);
  const own = text.slice(from);
  for (const { index } of own.matchAll(MARK)) {
    const seed = numberedWords(own, index) ?? plainWords(own, plainStart(own, index));
    if (seed?.isOpen === true && seed.words.length > 1 && isSeed(seed.words.slice(0, -1))) return from + seed.start;
  }
  return text.length;
}

/** Words, each behind its number, from the first on. */
function numberedWords(text: string, at: number): SeedWords | undefined {
  const first = FIRST_NUMBERED.exec(text.slice(at, at + MOST_LEAD));
  if (first === null) return undefined;
  const numbers = new Set<string>();
  return wordsFrom(text, at + first.index, (place) => {
    NUMBERED.lastIndex = place;
    const [whole = '', number = '', word = ''] = NUMBERED.exec(text) ?? [];
    if (whole === '' || numbers.has(number)) return undefined;
    numbers.add(number);
    return { end: place + whole.length, word };
  });
}

/** Where words begin that the word at a place leads to; -1 where it leads to none. */
function plainStart(text: string, at: number): number {
  const mark = /^[\p{L}\p{N}]+/u.exec(text.slice(at, at + MOST_LEAD))?.[0].length ?? 0;
  const first = FIRST_PLAIN.exec(text.slice(at + mark, at + mark + MOST_LEAD));
  return first === null ? -1 : at + mark + first[0].length;
}

function plainWords(text: string, start: number): SeedWords | undefined {
  if (start < 0) return undefined;
  return wordsFrom(text, start, (place) => {
    PLAIN.lastIndex = place;
    const word = PLAIN.exec(text)?.[1];
    return word === undefined ? undefined : { end: place + word.length, word };
  });
}

/** Words one behind the other, `next` of which stands at a place; one more than a seed has are none. */
function wordsFrom(
  text: string,
  start: number,
  next: (place: number) => { readonly end: number; readonly word: string } | undefined,
): SeedWords | undefined {
  const words: string[] = [];
  let [place, end] = [start, start];
  while (words.length <= MOST_WORDS) {
    const one = next(place);
    if (one === undefined) break;
    words.push(one.word.toLowerCase());
    end = one.end;
    BETWEEN.lastIndex = end;
    if (!BETWEEN.test(text)) break;
    place = BETWEEN.lastIndex;
  }
  return words.length === 0 ? undefined : { start, end, words, isOpen: OPEN.test(text.slice(end, end + MOST_OPEN)) };
}
