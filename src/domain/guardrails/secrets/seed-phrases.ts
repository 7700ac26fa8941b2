import type { SeedWords } from '../../../ports/seed-words.ts';
import type { TabularValue } from './secret-columns.ts';

const LEAST_WORDS = 12;
const MOST_WORDS = 24;
/** As many words of the list more than a phrase has may stand around it, and are taken for part of it; longer rows hold none. */
const MOST_AROUND = 3;
/** Lengths of the shortest phrases, in Latin letters and in ideographs: twelve words, and what is between them. */
const SHORTEST = { latin: 47, other: 23 };
/** The first code of hangul, kana and ideographs. */
const HANGUL = 0x11_00;
/** Lengths of words in ASCII letters; maximum length of others, whose marks may be characters of their own. */
const WORD = { least: 3, most: 8 };
const MOST_LETTERS = 12;
const WORDS = /[\p{L}\p{M}]+/gu;
const IDEOGRAPHIC_SPACE = 0x30_00;
const ASCII = 128;

/** A word of a passage, in lower case, with its place in the text. */
interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Wallet seeds without a word that names them: 12 to 24 words in a row of one BIP-39 list, parted by spaces, commas, lines or
 * their numbers. Most of a text is passed over: a short word or a full stop within the length of the shortest phrase ends any that
 * could hold it. Linear in the length of the text.
 */
export function seedPhrases(text: string, seedWords: SeedWords, isAscii = false): TabularValue[] {
  const found: TabularValue[] = [];
  const shortest = isAscii ? SHORTEST.latin : SHORTEST.other;
  let done = 0;
  for (let last = shortest - 1; last < text.length;) {
    const start = startOf(text, last, done);
    // Of two characters next to each other one is a letter.
    const isLatin = isAscii || Math.max(text.charCodeAt(last), text.charCodeAt(last - 1)) < HANGUL;
    const least = isLatin ? SHORTEST.latin : SHORTEST.other;
    if (last - start + 1 < least) {
      // One that starts here ends there at the earliest; a shorter one of another script may lie between.
      last = Math.min(start + least - 1, isAscii ? text.length : last + SHORTEST.other);
      continue;
    }
    const end = endOf(text, last);
    found.push(...phrasesIn(text, start, end, seedWords));
    done = end;
    last = end + shortest;
  }
  return found;
}

const NONE: readonly TabularValue[] = [];

/** The phrases in a passage of such words, by their first and last words. */
function phrasesIn(text: string, from: number, to: number, words: SeedWords): readonly TabularValue[] {
  if (!mayHoldPhrase(text, from, to, words)) return NONE;
  const passage = Array.from(text.slice(from, to).matchAll(WORDS), ({ 0: word, index }) => {
    const start = from + index;
    return { word: word.toLowerCase(), start, end: start + word.length };
  });
  return runsOfLists(passage, words)
    .flatMap((run) => linesOf(text, run))
    .filter((phrase) => isPhrase(phrase) && isApart(text, phrase))
    .map((phrase) => ({ start: phrase[0]?.start ?? from, end: phrase.at(-1)?.end ?? to, kind: 'seed' }));
}

/** What an ASCII character is: a letter, a space or comma, a digit, a stop that may follow one, or neither. */
const NEITHER = 0;
const LETTER = 1;
const SPACE = 2;
const DIGIT = 3;
const STOP = 4;
const KINDS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return LETTER;
  if (/[\s,]/.test(character)) return SPACE;
  if (/\d/.test(character)) return DIGIT;
  return /[.):]/.test(character) ? STOP : NEITHER;
});

/** The kind of a character. Letters are those of Latin, kana, hangul and ideographs. */
function kindOf(code: number): number {
  if (code < ASCII) return KINDS[code] ?? NEITHER;
  if ((code >= 0xc0 && code < 0x3_70) || (code >= 0x30_40 && code < 0xd8_00) || (code >= HANGUL && code < 0x12_00)) return LETTER;
  return code === IDEOGRAPHIC_SPACE ? SPACE : NEITHER;
}

/** Whether a word in ASCII letters is of a length that no seed has; `all` are the bits of its characters. */
function isNoWord(length: number, all: number): boolean {
  return length > 0 && all < ASCII && (length < WORD.least || length > WORD.most);
}

/** Whether the character at a place ends a passage: neither a letter nor a space, or a stop that follows no digit. */
function isOutside(text: string, place: number, kind: number): boolean {
  return kind === NEITHER || (kind === STOP && (place === 0 || kindOf(text.charCodeAt(place - 1)) !== DIGIT));
}

/** Where a passage of words as long as those of seeds starts, of which a character is given, not before `floor`. */
function startOf(text: string, last: number, floor: number): number {
  let start = last + 1;
  let length = 0;
  let all = 0;
  // The last word may go on behind that character.
  let isCut = true;
  for (let index = last; index >= floor; index -= 1) {
    const code = text.charCodeAt(index);
    const kind = kindOf(code);
    if (kind === LETTER) {
      length += 1;
      all |= code;
      if (length > MOST_LETTERS) return start;
      continue;
    }
    if (!isCut && isNoWord(length, all)) return start;
    start = index + 1;
    if (isOutside(text, index, kind)) return start;
    length = 0;
    all = 0;
    isCut = false;
  }
  return !isCut && isNoWord(length, all) ? start : floor;
}

/** Where such a passage ends, with words of any length. */
function endOf(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isOutside(text, end, kindOf(text.charCodeAt(end)))) end += 1;
  return end;
}

/** Whether one word in twelve of a passage is of a list: else it has no twelve in a row that are. */
function mayHoldPhrase(text: string, from: number, to: number, { listsWith }: SeedWords): boolean {
  let words = 0;
  let start = -1;
  for (let index = from; index <= to; index += 1) {
    if (index < to && kindOf(text.charCodeAt(index)) === LETTER) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      words += 1;
      if (words % LEAST_WORDS === 0 && listsWith(text.slice(start, index).toLowerCase()) !== 0) return true;
      start = -1;
    }
  }
  return false;
}

/** The rows of at least twelve words that are all of the same list. */
function runsOfLists(words: readonly Word[], { listsWith }: SeedWords): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  let lists = 0;
  const close = (): void => {
    if (run.length >= LEAST_WORDS) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const own = listsWith(word.word);
    if ((lists & own) === 0) {
      close();
      lists = own;
    } else lists &= own;
    if (own !== 0) run.push(word);
  }
  close();
  return runs;
}

/** Where lines hold a phrase each, the words of each line. */
function linesOf(text: string, run: readonly Word[]): readonly (readonly Word[])[] {
  const lines: Word[][] = [];
  let last: Word | undefined;
  for (const word of run) {
    if (last === undefined || text.slice(last.end, word.start).includes('\n')) lines.push([]);
    lines.at(-1)?.push(word);
    last = word;
  }
  return lines.some(({ length }) => length >= LEAST_WORDS) ? lines : [run];
}

/** Whether words of one list are a phrase: as many as one has, or a few more, and neither a sentence nor a part of the list. */
function isPhrase(words: readonly Word[]): boolean {
  const { length } = words;
  return length >= LEAST_WORDS && length <= MOST_WORDS + MOST_AROUND && !isSentence(words) && !isSorted(words);
}

/** Whether ideographs are a line by themselves, quoted or behind a colon: in texts whose characters are parted, any are in a row. */
function isApart(text: string, phrase: readonly Word[]): boolean {
  const [first, last] = [phrase[0], phrase.at(-1)];
  if (first === undefined || last === undefined || first.word.charCodeAt(0) < HANGUL) return true;
  return (
    BEFORE_APART.test(text.slice(Math.max(0, first.start - MOST_MARKS), first.start)) &&
    BEHIND_APART.test(text.slice(last.end, last.end + MOST_MARKS))
  );
}

const BEFORE_APART = /(?:^|[\r\n:：=>"'`«「『“„(（[.!?])[ \t\u3000]{0,3}(?:\d{1,2}[.):]?[ \t]?)?$/u;
const BEHIND_APART = /^[ \t\u3000]{0,3}(?:$|[\r\n"'`»」』”)）\].。,，;；<])/u;
const MOST_MARKS = 8;

/** Words of the English list, and of the Chinese ones, that hold sentences together; one of them is in every ninth and sixth seed. */
const OF_SENTENCES = new Set(
  '的 是 在 不 了 有 和 这 這 为 為 以 要 来 來 他 们 們 到 就 而 与 與 或 所 也 其 将 將 会 會 被 对 對 从 從 之 及 于 於 即 能 可 about after again all also always any before both can during either else ever few into just like more much must never now off often once only other over same should some such than that then there they this toward under until upon very what when where will with you'.split(
    ' ',
  ),
);

function isSentence(words: readonly Word[]): boolean {
  return words.filter(({ word }) => OF_SENTENCES.has(word)).length > 1;
}

/** Words in the order of the alphabet are a part of a list. */
function isSorted(words: readonly Word[]): boolean {
  return words.every(({ word }, index) => index === 0 || (words[index - 1]?.word ?? '') <= word);
}
