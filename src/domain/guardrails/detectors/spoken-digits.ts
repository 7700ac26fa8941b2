/** Digits that were said one by one and written down as words. */
export interface SpokenDigits {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  /** `plus` stands before them, as before a number abroad. */
  readonly isAbroad: boolean;
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const DIGIT = `(?:${WORDS.join('|')}|oh)`;
const TIMES = '(?:(?:double|triple) )?';
/** Fewest words of a number. */
const LEAST = 7;
const SPOKEN = new RegExp(
  String.raw`(?<![\p{L}-])(?:plus[ ,]{1,2})?${TIMES}${DIGIT}(?:(?: |, ?|-)${TIMES}${DIGIT}){${LEAST - 1},24}(?!\p{L})`,
  'giu',
);
/** What such a number may begin with, up to the end of the text, and the beginning of a word behind it; and its greatest length. */
const OPEN_SPOKEN = new RegExp(String.raw`(?<![\p{L}-])((?:(?:plus|double|triple|${DIGIT})(?: |, ?|-))*)([a-z]*)$`, 'iu');
const OPEN_WORDS = [...WORDS, 'oh', 'plus', 'double', 'triple'];
const MAX_SPOKEN = 220;

/** Reads the rows of digits that a text says in words. */
export type ReadSpoken = (text: string) => readonly SpokenDigits[];

/** Remembers the last text that was read: more than one check asks about the same. */
export function createSpokenReader(): ReadSpoken {
  let last: { readonly text: string; readonly said: readonly SpokenDigits[] } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, said: spokenDigits(text) };
    return last.said;
  };
}

/** The rows of digits that a text says in words. */
export function spokenDigits(text: string): readonly SpokenDigits[] {
  if (!TELLING.test(text)) return NONE;
  return Array.from(text.matchAll(SPOKEN), ({ 0: said, index }) => ({
    start: index,
    end: index + said.length,
    digits: digitsOf(said),
    isAbroad: /^plus/i.test(said),
  }));
}

const NONE: readonly SpokenDigits[] = [];

/** Of these words hardly a number has none, and other texts seldom have one. */
const RARE = '(?:seven|nine|eight)';
/** One of them with another digit right behind or before it: without it nothing is said in a text. */
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

/** Where digits begin that a growing text may still be saying; the text's length for nothing. */
export function openSpoken(text: string): number {
  const open = OPEN_SPOKEN.exec(text.slice(-MAX_SPOKEN));
  if (open === null) return text.length;
  const [whole, , word = ''] = open;
  const goesOn = OPEN_WORDS.some((each) => each.startsWith(word.toLowerCase()));
  return goesOn ? text.length - whole.length : text.length;
}
