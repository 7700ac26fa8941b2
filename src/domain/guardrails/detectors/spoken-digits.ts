import { isAsciiLetter } from '../normalisation/ascii.ts';

/** Digits spelt out in words. */
export interface SpokenDigits {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** Preceded by `plus`, as an international number. */
  readonly isAbroad: boolean;
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const DIGIT = `(?:${WORDS.join('|')}|oh)`;
const TIMES = '(?:(?:double|triple) )?';
/** Minimum number of words of a number. */
const LEAST = 7;
const SPOKEN = new RegExp(
  String.raw`(?<![\p{L}-])(?:plus[ ,]{1,2})?${TIMES}${DIGIT}(?:(?: |, ?|-)${TIMES}${DIGIT}){${LEAST - 1},24}(?!\p{L})`,
  'giu',
);
/** An incomplete number at the end of the text, with a possibly incomplete word after it; and its maximum length. */
const OPEN_SPOKEN = new RegExp(String.raw`(?<![\p{L}-])(?:(?:plus|double|triple|${DIGIT})(?: |, ?|-))*[a-z]*$`, 'iu');
const OPEN_WORDS = [...WORDS, 'oh', 'plus', 'double', 'triple'];
const MAX_SPOKEN = 220;

/** Returns the sequences of spelt-out digits in a text. */
export type ReadSpoken = (text: string) => readonly SpokenDigits[];

/** Caches the last text: several checks read the same one. */
export function createSpokenReader(): ReadSpoken {
  let last: { readonly text: string; readonly said: readonly SpokenDigits[] } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, said: spokenDigits(text) };
    return last.said;
  };
}

/** The sequences of spelt-out digits in a text. */
export function spokenDigits(text: string): readonly SpokenDigits[] {
  if (!mayBeSpoken(text)) return NONE;
  return Array.from(text.matchAll(SPOKEN), ({ 0: said, index }) => ({
    start: index,
    end: index + said.length,
    digits: digitsOf(said),
    isAbroad: /^plus/i.test(said),
  }));
}

function mayBeSpoken(text: string): boolean {
  if (RARE_WORDS.some((word) => text.includes(word)) && TELLING.test(text)) return true;
  // Some card numbers, also those that are made for tests, have none of these words; but one of their first digit.
  return FIRST_OF_CARDS.some((word) => text.includes(word)) && NAMES_CARD.test(text) && MANY.test(text);
}

const FIRST_OF_CARDS = ['three', 'four', 'five', 'six', 'two'];
const NAMES_CARD = /card/i;
const MANY = new RegExp(`(?<![a-z])(?:${DIGIT}(?: |, ?|-)){3}${DIGIT}(?![a-z])`, 'i');
const NONE: readonly SpokenDigits[] = [];

/** Words that nearly every number contains, and few other texts. */
const RARE_WORDS = ['seven', 'nine', 'eight'];
const RARE = `(?:${RARE_WORDS.join('|')})`;
/** Prefilter: one of them with another digit right before or after it. */
const TELLING = new RegExp(`${RARE}(?:(?=(?: |, ?|-)${TIMES}${DIGIT}(?![a-z]))|(?<=${DIGIT}(?: |, ?|-)${TIMES}${RARE}))`);

function digitsOf(said: string): string {
  let digits = '';
  let times = 1;
  for (const [word] of said.toLowerCase().matchAll(/[a-z]+/g)) {
    if (word === 'double' || word === 'triple') times = word === 'double' ? 2 : 3;
    else if (word !== 'plus') {
      digits += `${word === 'oh' ? 0 : WORDS.indexOf(word)}`.repeat(times);
      times = 1;
    }
  }
  return digits;
}

/** Start of spelt-out digits that may continue beyond the end of the text; the text's length if there are none. */
export function openSpoken(text: string): number {
  const word = text.slice(wordStart(text, text.length));
  if (word === '' ? !isBehindWord(text) : !OPEN_WORDS.some((each) => each.startsWith(word.toLowerCase()))) return text.length;
  return text.length - (OPEN_SPOKEN.exec(text.slice(-MAX_SPOKEN))?.[0].length ?? 0);
}

/** Whether a text that ends with no letter may end with a word of a number and what parts it from the next one. */
function isBehindWord(text: string): boolean {
  let end = text.length;
  while (end > Math.max(0, text.length - LONGEST_JOINT) && JOINTS.includes(text.charAt(end - 1))) end -= 1;
  return end < text.length && OPEN_WORDS.includes(text.slice(wordStart(text, end), end).toLowerCase());
}

const JOINTS = ' ,-';
const LONGEST_JOINT = ', '.length;

/** Start of the letters before a place; at most as many are looked at as the words have. */
function wordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && start > end - LONGEST_WORD && isAsciiLetter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** One more than the longest word has letters. */
const LONGEST_WORD = 1 + Math.max(...OPEN_WORDS.map(({ length }) => length));
