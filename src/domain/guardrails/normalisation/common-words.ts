import { IN_LOWER_CASE } from './ascii.ts';

/** Words of which a few occur in nearly every English text of some lines, in lower case. */
export const COMMON_WORDS: readonly string[] =
  'the and you your all are for not with this that have from what how can tell show ignore previous instructions system prompt please any now will must without rules about write give me my is of to in it on as be do reveal print say everything above'.split(
    ' ',
  );
/** Length of the longest word; longer runs of letters are read in pieces of this length. */
const MAX_WORD = 12;
const LETTERS = 26;
/** Number of characters of a text that suffice to detect ROT13 or reversal. */
export const MAX_SAMPLE = 4000;

/**
 * A trie: `next[node * 26 + letter]` is the child node, 0 if there is none; `word[node]` is the number of the word that ends
 * there, counted from 1.
 */
interface WordTree {
  readonly next: Uint16Array;
  readonly word: Uint8Array;
}

const PLAIN = treeOf(COMMON_WORDS);
const TURNED = treeOf(
  COMMON_WORDS.map((word) => word.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 84) % LETTERS)))),
);

/** Number of distinct common words in a lower-case text: as written, in ROT13, and reversed. */
export interface CommonWords {
  readonly plain: number;
  readonly turned: number;
  readonly backward: number;
}

/** Counts the common words of a lower-case text in all three readings. */
export function commonWords(text: string): CommonWords {
  return { plain: count(text, PLAIN, false), turned: count(text, TURNED, false), backward: count(text, PLAIN, true) };
}

const IS_TURNED = 1;
const IS_BACKWARD = 2;
/** By length, first and last letter: whether some common word, in ROT13 or reversed, could have them. A quick filter before the trie. */
const CANDIDATES = candidates();

/** Number of distinct common words in a text in ROT13 and reversed, as `commonWords` of the text in lower case would count them. */
export function turnedWords(text: string): Omit<CommonWords, 'plain'> {
  return countsOf(noteRuns(text, 0, text.length, undefined));
}

/** Which words were seen, indexed by word number; allocated when the first candidate occurs. */
export type SeenWords = Uint8Array;

/** Number of distinct common words seen. */
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

/** Records the common words in ROT13 or reversed among the runs of letters in a range of a text. */
export function noteRuns(text: string, from: number, to: number, before: SeenWords | undefined): SeenWords | undefined {
  let seen = before;
  for (let index = from; index < to; index += 1) {
    if (!isLetter(letterAt(text, index))) continue;
    const start = index;
    do index += 1;
    while (index < to && isLetter(letterAt(text, index)));
    seen = noteRun(text, start, index, seen);
  }
  return seen;
}

/** Records one whole run of letters. */
export function noteRun(text: string, start: number, end: number, seen: SeenWords | undefined): SeenWords | undefined {
  if (end - start > MAX_WORD) return notePieces(text, start, end, seen ?? new Uint8Array(COMMON_WORDS.length + 1));
  const readings = CANDIDATES[placeOf(end - start, letterAt(text, start), letterAt(text, end - 1))] ?? 0;
  if (readings === 0) return seen;
  const known = seen ?? new Uint8Array(COMMON_WORDS.length + 1);
  noteWords(text, start, end, readings, known);
  return known;
}

/**
 * Numbers of the common words that a word is in ROT13 and reversed; 0 for none. The word is in lower case and at most twelve
 * letters long.
 */
export function turnsOf(word: string): { readonly turned: number; readonly backward: number } {
  const size = word.length;
  const readings = CANDIDATES[placeOf(size, word.charCodeAt(0), word.charCodeAt(size - 1))] ?? 0;
  return {
    turned: (readings & IS_TURNED) === 0 ? 0 : wordAt(word, 0, size, TURNED, false),
    backward: (readings & IS_BACKWARD) === 0 ? 0 : wordAt(word, 0, size, PLAIN, true),
  };
}

/** Records such words by their numbers. */
export function noteTurns(turned: number, backward: number, before: SeenWords | undefined): SeenWords {
  const seen = before ?? new Uint8Array(COMMON_WORDS.length + 1);
  note(turned, IS_TURNED, seen);
  note(backward, IS_BACKWARD, seen);
  return seen;
}

/** Long runs are cut into pieces, from the start for ROT13 and from the end for reversal. */
function notePieces(text: string, start: number, end: number, seen: Uint8Array): Uint8Array {
  for (let from = start; from < end; from += MAX_WORD) noteWords(text, from, Math.min(end, from + MAX_WORD), IS_TURNED, seen);
  for (let to = end; to > start; to -= MAX_WORD) noteWords(text, Math.max(start, to - MAX_WORD), to, IS_BACKWARD, seen);
  return seen;
}

/** Records which words a range of a text spells in the given readings. */
function noteWords(text: string, from: number, to: number, readings: number, seen: Uint8Array): void {
  if ((readings & IS_TURNED) !== 0) note(wordAt(text, from, to, TURNED, false), IS_TURNED, seen);
  if ((readings & IS_BACKWARD) !== 0) note(wordAt(text, from, to, PLAIN, true), IS_BACKWARD, seen);
}

function note(number: number, bit: number, seen: Uint8Array): void {
  seen[number] = (seen[number] ?? 0) | bit;
}

function candidates(): Uint8Array {
  const table = new Uint8Array((MAX_WORD + 1) * LETTERS * LETTERS);
  for (const word of COMMON_WORDS) {
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

/** The lower-case form of a letter; for any other character, a code that is not a letter. */
function letterAt(text: string, index: number): number {
  return text.charCodeAt(index) | IN_LOWER_CASE;
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Number of the trie's word in a range of a text; 0 for none. */
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

/** Counts the distinct words of the trie among the text's runs of letters. Node 0 is the dead state, node 1 the root. */
function count(text: string, { next, word }: WordTree, isBackward: boolean): number {
  const seen = new Uint8Array(COMMON_WORDS.length + 1);
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

/** Different common words, letters in them, and share of the words, that a passage of English has at least. */
const ENGLISH = { different: 3, letters: 9, share: 0.25 };
/** The same for a passage whose letters are as frequent as those of English. */
const LIKELY_ENGLISH = { different: 2, letters: 5, share: 0.12 };

/** The common words. */
export const IS_COMMON: ReadonlySet<string> = new Set(COMMON_WORDS);

/** Whether a text in lower case has as many common words as English has; fewer suffice if it is likely to be English. */
export function isEnglish(text: string, isLikely = false): boolean {
  const words = text.match(/[a-z]+/g) ?? [];
  const common = words.filter((word) => IS_COMMON.has(word));
  const different = [...new Set(common)];
  const letters = different.reduce((sum, { length }) => sum + length, 0);
  const least = isLikely ? LIKELY_ENGLISH : ENGLISH;
  return different.length >= least.different && letters >= least.letters && common.length >= words.length * least.share;
}
