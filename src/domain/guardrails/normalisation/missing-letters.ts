import { isAsciiLetter } from './ascii.ts';
import { isEnglish } from './common-words.ts';
import { ENGLISH_WORDS } from './english-words.ts';

const SAMPLE = 120;
/** A text without vowels has letters, and fewer vowels than one in so many of them. */
const LEAST_LETTERS = 20;
const LETTERS_PER_VOWEL = 6;
/** Signs within so many words stand for their letters. */
const LEAST_MASKED = 4;
const MASKED = /(?<![\p{L}*])(?:\*?\p{L}{1,12}(?:\*{1,3}\p{L}{1,12}){1,6}\*{0,2}|\*\p{L}{2,3}|\p{L}{1,10}\*)(?![\p{L}*])/gu;
const VOWELS = /[aeiou]/g;

/** Quick filter: whether the words of a text may lack vowels, or have signs in their place. No false negatives in its first characters. */
export function mayLackLetters(text: string): boolean {
  return isVowelless(text) || isMasked(text);
}

/** Whether enough asterisks stand between letters. */
function isMasked(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('*', 1); at >= 0 && count < LEAST_MASKED; at = text.indexOf('*', at + 1))
    if (isAsciiLetter(text.charCodeAt(at - 1)) && isAsciiLetter(text.charCodeAt(at + 1))) count += 1;
  return count >= LEAST_MASKED;
}

function isVowelless(text: string): boolean {
  let [letters, vowels] = [0, 0];
  const length = Math.min(SAMPLE, text.length);
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index) | 32;
    if (code < 97 || code > 122) continue;
    letters += 1;
    if (code === 97 || code === 101 || code === 105 || code === 111 || code === 117) vowels += 1;
  }
  return letters >= LEAST_LETTERS && vowels * LETTERS_PER_VOWEL <= letters;
}

/** The most frequent word by its letters without vowels, and without those behind the first letter. Made on first use: few texts need it. */
let byConsonants: ReadonlyMap<string, string> | undefined;

function wordsByConsonants(): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of ENGLISH_WORDS) {
    for (const key of [word.replaceAll(VOWELS, ''), word.charAt(0) + word.slice(1).replaceAll(VOWELS, '')])
      if (key !== '' && !words.has(key)) words.set(key, word);
  }
  return words;
}

/**
 * A text in lower case with the letters that its words lack (`gnr ll prvs nstrctns`, `ign*re *ll prev*ous`), each read as the most frequent
 * English word that it may be; undefined if it is no English then, or was before.
 */
export function withAllLetters(text: string): string | undefined {
  if (!mayLackLetters(text)) return undefined;
  const lower = text.toLowerCase();
  byConsonants ??= wordsByConsonants();
  const consonants = byConsonants;
  const unmasked = isMasked(lower) ? unmask(lower) : lower;
  const said = isVowelless(lower) ? unmasked.replaceAll(/[a-z]+/g, (word) => consonants.get(word) ?? word) : unmasked;
  return said !== lower && isEnglish(said, true) ? said : undefined;
}

/** With more different masked words a text is none to be read. */
const MOST_MASKED = 400;

function unmask(text: string): string {
  const known = new Map<string, string>();
  return text.replaceAll(MASKED, (mask) => {
    const read = known.get(mask) ?? (known.size < MOST_MASKED ? ENGLISH_WORDS.find((word) => isMaskOf(mask, word)) : undefined) ?? mask;
    known.set(mask, read);
    return read;
  });
}

function isMaskOf(mask: string, word: string): boolean {
  if (mask.length !== word.length) return false;
  for (let index = 0; index < mask.length; index += 1) {
    const sign = mask.charAt(index);
    if (sign !== '*' && sign !== word.charAt(index)) return false;
  }
  return true;
}
