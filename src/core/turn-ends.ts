/** Where somebody who pauses is: in the middle of a sentence, where it may end or go on, or where it probably ends. */
export type Completeness = 'unfinished' | 'open' | 'finished';

/** What was heard until a pause, in a language as a BCP-47 tag. */
export interface HeardWords {
  readonly text: string;
  readonly language: string;
}

/** Judges by its words whether a turn is over; undefined where they do not tell. */
export type JudgeTurn = (heard: HeardWords) => Completeness | undefined;

/** In the order of the digits that stand for them in a table. */
export const COMPLETENESS: readonly Completeness[] = ['unfinished', 'open', 'finished'];

/** Stands for every number in figures. */
const NUMBER = '#';
/** What people say while they think. */
const HESITATION = /^(?:u+h*m*|e+r+m*|h+m+|m+h*m+|[aä]+h+m*|e+u*h+m*|öh+m*)$/;
/** Signs behind which a sentence goes on, and those that end one. */
const GOES_ON = /(?:\.{3}|[…,:;–—、-])\s*$/;
const IS_ASKED = /[?!？！]\s*$/;
/** Single words behind which more is sure to come; an answer of one other word is whole. */
const OPENERS = setOf(
  'a an the my your his her its our their and or but so because if when while although unless until since than that which who whose ' +
    'to of in on at for from with by about into onto over under between after before like as well actually basically anyway also then ' +
    'i we he she they it is are was were am do does did can could would will should may might must have has had let give tell ' +
    "i'm i'd i'll i've you're we're they're it's that's there's let's",
);
/** Numbers in words, which are answers as often as the beginning of one. */
const NUMBER_WORDS = setOf(
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
    'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half',
);
/** Words that end no sentence, in languages of which nothing is counted: conjunctions, articles and prepositions that are nothing else. */
const CONNECTIVES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['de', setOf('und oder aber weil dass wenn ob mein meine meinen meinem für von im am zum zur beim vom')],
  ['es', setOf('el los las un de del al a en con por para sin sobre entre y e o u pero porque que si cuando mi mis tu tus su sus')],
  ['fr', setOf('le les des du de à au aux dans chez et ou mais que mon ma mes ses leur ce cet cette ces je')],
  ['it', setOf('il i gli di da in con per tra fra del della dei delle al alla e o ma che se quando')],
  ['nl', setOf('de en of maar omdat als mijn jouw voor met naar te')],
  ['pt', setOf('o os as de do da dos das em no na com por para sem e ou mas porque que se quando')],
]);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Whether a word, in small letters, is what people say while they think: «um». */
export function isHesitation(word: string): boolean {
  return HESITATION.test(word);
}

/** Whether somebody hesitates, or a recogniser heard that more is to come. */
function breaksOff(text: string, word: string): boolean {
  return isHesitation(word) || GOES_ON.test(text);
}

/** Judges a sentence in a language of which nothing is counted. */
function judgeSigns(text: string, language: string): Completeness | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
  const word = words.at(-1);
  if (word === undefined) return undefined;
  // A single word is an answer, whatever else it means.
  const isConnective = words.length > 1 && CONNECTIVES.get(language.slice(0, 2).toLowerCase())?.has(word) === true;
  if (breaksOff(text, word) || isConnective) return 'unfinished';
  return IS_ASKED.test(text) ? 'finished' : undefined;
}

/** The words of a sentence in small letters, with `#` for each number in figures. */
export function wordsOf(text: string): string[] {
  return Array.from(
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/\d[\d.,:/-]*|[a-z]+(?:'[a-z]+)*/g),
    ([word]) => (/^\d/.test(word) ? NUMBER : word),
  );
}

/**
 * Judges other languages by signs and a few words, and English by the last two words, as `models/turns-en/ends.txt` has counted them. A
 * line of the table is a word, the digit of what it usually means for a sentence to have come to it (see `COMPLETENESS`), and where that
 * differs, other digits each with the words before it: `for 0 1:look 2:looking,asking`. Words without a line are taken to end a sentence.
 */
export function createTurnJudge(table: string): JudgeTurn {
  const lines = new Map<string, string>();
  for (const line of table.split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) lines.set(line.slice(0, space), line.slice(space + 1));
  }

  /** What the table says of a word behind another. */
  function looked(before: string, word: string): Completeness {
    const [usual = '2', ...others] = lines.get(word)?.split(' ') ?? [];
    const other = others.find((each) => each.slice(2).split(',').includes(before));
    return COMPLETENESS[Number(other?.[0] ?? usual)] ?? 'finished';
  }

  return ({ text, language }) => {
    if (!/^en\b/i.test(language)) return judgeSigns(text, language);
    const words = wordsOf(text);
    const [word, before] = [words.at(-1), words.at(-2)];
    if (word === undefined) return 'open';
    if (breaksOff(text, word)) return 'unfinished';
    if (before === undefined) return OPENERS.has(word) ? 'unfinished' : 'finished';
    const found = looked(before, word);
    if (found === 'unfinished') return word === NUMBER || NUMBER_WORDS.has(word) ? 'open' : found;
    return IS_ASKED.test(text) ? 'finished' : found;
  };
}
