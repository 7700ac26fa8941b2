import { IN_LOWER_CASE } from './ascii.ts';

/** Words that nearly every English text of a few lines holds. */
const WORDS =
  'the and you your all are for not with this that have from what how can tell show ignore previous instructions system prompt please any now will must without rules about write give me my is of to in it on as be do reveal print say everything above'.split(
    ' ',
  );
/** Longer runs of letters are read in pieces of so many. */
const MAX_WORD = 12;
const LETTERS = 26;
/** How much of a text says whether its letters are turned. */
export const MAX_SAMPLE = 4000;

/** A tree of words: `next[node * 26 + letter]` is the node behind a letter, 0 for none; `word[node]` the number of the word that ends there, from 1. */
interface WordTree {
  readonly next: Uint16Array;
  readonly word: Uint8Array;
}

const PLAIN = treeOf(WORDS);
const TURNED = treeOf(
  WORDS.map((word) => word.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 84) % LETTERS)))),
);

/** How many different common words a text in lower case holds: as it stands, with every letter 13 places on, and read from its end. */
export interface CommonWords {
  readonly plain: number;
  readonly turned: number;
  readonly backward: number;
}

/** Counts the common words of a text in lower case in every reading. */
export function commonWords(text: string): CommonWords {
  return { plain: count(text, PLAIN, false), turned: count(text, TURNED, false), backward: count(text, PLAIN, true) };
}

const IS_TURNED = 1;
const IS_BACKWARD = 2;
/** By length, first and last letter: whether a common word, turned or backward, can look so. */
const LOOKS = looks();

/** How many different common words a text holds with every letter 13 places on, and read from its end: as `commonWords` of it in lower case. */
export function turnedWords(text: string): Omit<CommonWords, 'plain'> {
  return countsOf(seeRuns(text, 0, text.length, undefined));
}

/** What was seen, by the word's number; made with the first word that looks like one. */
export type SeenWords = Uint8Array;

/** How many different common words were seen. */
export function countsOf(seen: SeenWords | undefined): Omit<CommonWords, 'plain'> {
  if (seen === undefined) return NONE;
  let [turned, backward] = [0, 0];
  for (let number = 1; number < seen.length; number += 1) {
    const bits = seen[number] ?? 0;
    turned += bits & IS_TURNED;
    if ((bits & IS_BACKWARD) !== 0) backward += 1;
  }
  return { turned, backward };
}

const NONE: Omit<CommonWords, 'plain'> = { turned: 0, backward: 0 };

/** Notes which common words the runs of letters between two places of a text are with every letter 13 places on, and read from their end. */
export function seeRuns(text: string, from: number, to: number, before: SeenWords | undefined): SeenWords | undefined {
  let seen = before;
  for (let index = from; index < to; index += 1) {
    if (!isLetter(letterAt(text, index))) continue;
    const start = index;
    do index += 1;
    while (index < to && isLetter(letterAt(text, index)));
    seen = seeRun(text, start, index, seen);
  }
  return seen;
}

/** The same of one whole run of letters. */
export function seeRun(text: string, start: number, end: number, seen: SeenWords | undefined): SeenWords | undefined {
  if (end - start > MAX_WORD) return seenInPieces(text, start, end, seen ?? new Uint8Array(WORDS.length + 1));
  const look = LOOKS[placeOf(end - start, letterAt(text, start), letterAt(text, end - 1))] ?? 0;
  if (look === 0) return seen;
  const known = seen ?? new Uint8Array(WORDS.length + 1);
  see(text, start, end, look, known);
  return known;
}

/** The numbers of the common words that a word is with its letters turned, and read from its end; 0 for none. The word is in lower case and no longer than twelve letters. */
export function turnsOf(word: string): { readonly turned: number; readonly backward: number } {
  const size = word.length;
  const look = LOOKS[placeOf(size, word.charCodeAt(0), word.charCodeAt(size - 1))] ?? 0;
  return {
    turned: (look & IS_TURNED) === 0 ? 0 : wordAt(word, 0, size, TURNED, false),
    backward: (look & IS_BACKWARD) === 0 ? 0 : wordAt(word, 0, size, PLAIN, true),
  };
}

/** Notes such words by their numbers. */
export function noteTurns(turned: number, backward: number, before: SeenWords | undefined): SeenWords {
  const seen = before ?? new Uint8Array(WORDS.length + 1);
  note(turned, IS_TURNED, seen);
  note(backward, IS_BACKWARD, seen);
  return seen;
}

/** Longer runs are read in pieces, from their beginning and from their end. */
function seenInPieces(text: string, start: number, end: number, seen: Uint8Array): Uint8Array {
  for (let from = start; from < end; from += MAX_WORD) see(text, from, Math.min(end, from + MAX_WORD), IS_TURNED, seen);
  for (let to = end; to > start; to -= MAX_WORD) see(text, Math.max(start, to - MAX_WORD), to, IS_BACKWARD, seen);
  return seen;
}

/** Notes which words stand between two places in the readings that `look` allows. */
function see(text: string, from: number, to: number, look: number, seen: Uint8Array): void {
  if ((look & IS_TURNED) !== 0) note(wordAt(text, from, to, TURNED, false), IS_TURNED, seen);
  if ((look & IS_BACKWARD) !== 0) note(wordAt(text, from, to, PLAIN, true), IS_BACKWARD, seen);
}

function note(number: number, bit: number, seen: Uint8Array): void {
  seen[number] = (seen[number] ?? 0) | bit;
}

function looks(): Uint8Array {
  const table = new Uint8Array((MAX_WORD + 1) * LETTERS * LETTERS);
  for (const word of WORDS) {
    const [first, last] = [word.charCodeAt(0), word.charCodeAt(word.length - 1)];
    const other = (letter: number): number => 97 + ((letter - 84) % LETTERS);
    for (const [place, bit] of [
      [placeOf(word.length, other(first), other(last)), IS_TURNED],
      [placeOf(word.length, last, first), IS_BACKWARD],
    ] as const) {
      table[place] = (table[place] ?? 0) | bit;
    }
  }
  return table;
}

function placeOf(length: number, first: number, last: number): number {
  return (length * LETTERS + first - 97) * LETTERS + last - 97;
}

/** A letter from a to z where one stands, in either case; no such letter where none does. */
function letterAt(text: string, index: number): number {
  return text.charCodeAt(index) | IN_LOWER_CASE;
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** The number of the tree's word between two places; 0 for none. */
function wordAt(text: string, from: number, to: number, { next, word }: WordTree, isBackward: boolean): number {
  let node = 1;
  for (let index = from; index < to; index += 1) {
    node = next[node * LETTERS + letterAt(text, isBackward ? from + to - 1 - index : index) - 97] ?? 0;
  }
  return word[node] ?? 0;
}

function treeOf(words: readonly string[]): WordTree {
  const size = words.reduce((sum, { length }) => sum + length, 2);
  const next = new Uint16Array(size * LETTERS);
  const word = new Uint8Array(size);
  let nodes = 1;
  for (const [index, each] of words.entries()) {
    let node = 1;
    for (let at = 0; at < each.length; at += 1) {
      const place = node * LETTERS + each.charCodeAt(at) - 97;
      if (next[place] === 0) next[place] = nodes += 1;
      node = next[place] ?? 0;
    }
    word[node] = index + 1;
  }
  return { next, word };
}

/** Different words of the tree among the text's runs of letters; node 0 leads nowhere, node 1 is the root. */
function count(text: string, { next, word }: WordTree, isBackward: boolean): number {
  const seen = new Uint8Array(WORDS.length + 1);
  const { length } = text;
  const step = isBackward ? -1 : 1;
  let index = isBackward ? length - 1 : 0;
  let left = length;
  while (left > 0) {
    let letter = text.charCodeAt(index) - 97;
    let node = 1;
    let size = 0;
    while (letter >= 0 && letter < LETTERS && size < MAX_WORD) {
      node = next[node * LETTERS + letter] ?? 0;
      size += 1;
      index += step;
      left -= 1;
      letter = left > 0 ? text.charCodeAt(index) - 97 : -1;
    }
    if (size > 0) seen[word[node] ?? 0] = 1;
    else {
      index += step;
      left -= 1;
    }
  }
  let different = 0;
  for (let place = 1; place < seen.length; place += 1) different += seen[place] ?? 0;
  return different;
}
