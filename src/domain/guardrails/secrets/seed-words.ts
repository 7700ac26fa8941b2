import { isSeed, SEED_LENGTHS } from './password-words.ts';
import type { TabularValue } from './secret-columns.ts';

/** Keywords near which the words of a wallet seed may be separated by numbers, signs or line breaks. */
export const SEED_KEYWORDS: readonly string[] = [
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
  'metamask',
  'trezor',
  'wiederherstellungsw',
  'frase de recup',
  'frase semilla',
  'phrase de r',
];

/** Seeds of plants. */
const OTHERS = /^seeds/i;
const MOST_OTHER = 5;
/** Maximum distance from such a keyword to the first number or word, in characters. */
const MOST_LEAD = 72;
/** The first of numbered words. */
const FIRST_NUMBERED = /(?<![\p{L}\p{N}.,])0?1[.):]?[ \t|]{0,3}["'`]?(?=[a-z]{3,8}(?![\p{L}\p{N}]))/iu;
const NUMBERED = /(\d{1,2})[.):]?[ \t|]{0,3}["'`]?([a-z]{3,8})(?![\p{L}\p{N}'’])/iuy;
/** The lead-in to unnumbered words, and the first of them. */
const FIRST_PLAIN =
  /^[^\n:=]{0,40}?(?:\s(?:is|are|was|were)\s|\s?[:=→]>?|["']?\s?:|\s{0,3}\r?\n)\s{0,6}[[("'`{]{0,2}\s{0,6}["'`]?(?=[a-z]{3,8}(?![\p{L}\p{N}'’]))/iu;
const PLAIN = /([a-z]{3,8})(?![\p{L}\p{N}'’])/iuy;
/** Separator between two words. */
const BETWEEN = /["'`]?(?:[ \t]{0,8}[,;|/][ \t|]{0,8}|[ \t|]{1,12}|(?=[\r\n]))(?:\r?\n[ \t>*|-]{0,12})?["'`]?/y;
/** What may be between the last word and the end of a growing text: a separator and an incomplete next word. */
const OPEN = /^(?:[\s,;|/"'`>*-]{1,16}\d{0,2}[.):]?[ \t|]{0,3}["'`]?)?[a-z]{0,8}$/i;
const MOST_OPEN = 40;
const QUOTES = '"\'`';
/** From the closing quote of a word to the opening one of the next. */
const BETWEEN_QUOTED = /^["'`][ \t]{0,8}[,;|/]?[\s>*|-]{0,12}["'`]/;
const MOST_QUOTED = 24;
const LEAST_WORDS = 12;
const MOST_WORDS = 24;

/** The words of a seed, as far as the text contains them. */
interface SeedWords {
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
  /** They continue to the end of the text. */
  readonly isOpen: boolean;
}

/** Looks for seeds after the keywords of one text, in order of offset. */
export interface SeedSearch {
  /** Adds the wallet seed after the keyword at a place. */
  at(place: number, found: TabularValue[]): void;
}

/** Creates the search for a text; its keywords must be given in order. */
export function createSeedSearch(text: string): SeedSearch {
  /** End and start of the last words read. */
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

/** Lookbehind from the end of a growing text for a keyword. */
const BACK = 400;
const KEYWORD = new RegExp(SEED_KEYWORDS.join('|'), 'gi');
const TWO_WORDS = /[^a-z][a-z]{3,8}[^a-z]{1,20}[a-z]{1,8}[^a-z]{0,20}$/i;
const MOST_TWO = 58;

/** Start of the seed that a growing text ends in; the text's length if there is none. */
export function openSeed(text: string): number {
  // Quick rejection: most replies do not end in two short words.
  if (!TWO_WORDS.test(text.slice(-MOST_TWO))) return text.length;
  const from = Math.max(0, text.length - BACK);
  const own = text.slice(from);
  for (const { index } of own.matchAll(KEYWORD)) {
    const seed = numberedWords(own, index) ?? plainWords(own, plainStart(own, index));
    if (seed?.isOpen === true && seed.words.length > 1 && isSeed(seed.words.slice(0, -1))) return from + seed.start;
  }
  return text.length;
}

/** Words each preceded by its number, counted from one. */
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

/** Start of the words that the keyword at a place leads to; -1 if there are none. */
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

/** Consecutive words, beginning with the one at `next`; more words than a seed has are none. */
function wordsFrom(
  text: string,
  start: number,
  next: (place: number) => { readonly end: number; readonly word: string } | undefined,
): SeedWords | undefined {
  const words: string[] = [];
  const quote = QUOTES.includes(text.charAt(start - 1)) ? text.charAt(start - 1) : '';
  let [place, end] = [start, start];
  while (words.length <= MOST_WORDS) {
    const one = next(place);
    if (one === undefined) break;
    words.push(one.word.toLowerCase());
    end = one.end;
    // Quotes around all of the words end with the last; those around each do not.
    if (words.length > 1 && quote !== '' && text.charAt(end) === quote && !BETWEEN_QUOTED.test(text.slice(end, end + MOST_QUOTED))) break;
    BETWEEN.lastIndex = end;
    if (!BETWEEN.test(text)) break;
    place = BETWEEN.lastIndex;
  }
  return words.length === 0 ? undefined : { start, end, words, isOpen: OPEN.test(text.slice(end, end + MOST_OPEN)) };
}
