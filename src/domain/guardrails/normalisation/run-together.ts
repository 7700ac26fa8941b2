import { isEnglish } from './common-words.ts';
import { ENGLISH_WORDS } from './english-words.ts';
import type { TextTokens } from './text-tokens.ts';

/** What a word costs, by the word: the more frequent, the less (Zipf's law). Made on first use: few texts need it. */
let costOf: ReadonlyMap<string, number> | undefined;
const COST_OF_FIRST = 3;
const LONGEST = 16;
/** What a letter that belongs to no known word costs. */
const COST_OF_LETTER = 5;

/** Longer rows of letters are no sentences. */
const MOST_LETTERS = 2048;
/** Words that a sentence has at least, and what each of its letters costs at most on average. */
const LEAST_WORDS = 4;
const MOST_COST = 2.4;

/**
 * A sentence without spaces, such as `ignoreallthatwassaid`, with spaces; undefined if it is none in English of so many words. The
 * letters are a to z, in lower case. The cheapest way to part them into frequent words (Viterbi); linear in their number.
 */
export function spaced(letters: string, leastWords = LEAST_WORDS): string | undefined {
  const { length } = letters;
  if (length > MOST_LETTERS) return undefined;
  costOf ??= new Map(ENGLISH_WORDS.map((word, rank) => [word, COST_OF_FIRST + Math.log(rank + 1)]));
  const costs = new Float64Array(length + 1).fill(Infinity);
  /** Length of the last word up to a place; 0 for a letter of no known word. */
  const lasts = new Uint8Array(length + 1);
  costs[0] = 0;
  for (let start = 0; start < length; start += 1) {
    const before = costs[start] ?? 0;
    const put = (size: number, last: number, cost: number): void => {
      if (before + cost >= (costs[start + size] ?? 0)) return;
      costs[start + size] = before + cost;
      lasts[start + size] = last;
    };
    put(1, 0, COST_OF_LETTER);
    for (let size = 1; size <= LONGEST && start + size <= length; size += 1) {
      const cost = costOf.get(letters.slice(start, start + size));
      if (cost !== undefined) put(size, size, cost);
    }
  }
  const words: string[] = [];
  let [count, rest] = [0, length];
  for (let end = length; end > 0;) {
    const size = lasts[end] ?? 0;
    if (size > 0) {
      if (rest > end) words.push(letters.slice(end, rest));
      words.push(letters.slice(end - size, end));
      count += 1;
      end -= size;
      rest = end;
    } else end -= 1;
  }
  if (rest > 0) words.push(letters.slice(0, rest));
  const isSentence = count >= leastWords && (costs[length] ?? 0) <= MOST_COST * length;
  return isSentence ? words.toReversed().join(' ') : undefined;
}

/** A text has a space for so many characters at least, or else its words may be run together; so long and with so many letters. */
const CHARACTERS_PER_SPACE = 20;
const LEAST_LENGTH = 40;
const LEAST_LETTERS = 0.8;
const ROW = /[a-z]{5,}/g;

/** Quick filter: whether the words of a text may be run together, with no spaces but signs between some of them. */
export function mayLackSpaces({ text, spaces }: TextTokens): boolean {
  const { length } = text;
  return (
    length >= LEAST_LENGTH && spaces * CHARACTERS_PER_SPACE <= length && (text.match(/[a-z]/gi)?.length ?? 0) >= LEAST_LETTERS * length
  );
}

/** A text in lower case with spaces between the words that are run together; undefined if it is no English then, or was before. */
export function withSpaces(text: string): string | undefined {
  const said = text.replaceAll(ROW, (row) => spaced(row, 1) ?? row).replaceAll(/(?<=[a-z])([^a-z\s])(?=[a-z])/g, '$1 ');
  return said !== text && isEnglish(said) && !isEnglish(text) ? said : undefined;
}

/** Words of ordinary text have more letters on average than these. */
const MOST_OF_PIECES = 3.4;
const LEAST_PIECES = 10;

/** Quick filter: whether the words of a text may be broken by spaces. */
export function mayBeBroken({ text, words, spaces }: TextTokens): boolean {
  return words >= LEAST_PIECES && text.length - spaces <= MOST_OF_PIECES * words;
}

/** A text in lower case whose words are broken by spaces (`ign ore al lpr evi ous`), put together; undefined if it is no English then, or was before. */
export function withoutBreaks(text: string): string | undefined {
  return isEnglish(text) ? undefined : withSpaces(text.replaceAll(/(?<=[a-z]) {1,2}(?=[a-z])/g, ''));
}
