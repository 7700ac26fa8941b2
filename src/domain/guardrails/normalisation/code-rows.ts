import type { Run } from './character-runs.ts';

/** The result when the text certainly has no spans of a kind. */
export const NO_ENCODED_SPANS: readonly Run[] = [];

/** Bits as invisible characters, and of which one is there if they are. */
const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff]{64,65536}/g;
const INVISIBLE_HINTS = ['\u200b', '\u200c', '\u2062', '\u2063', '\u2060', '\ufeff'] as const;
/** Characters by their numbers, as programs write them, and words in base64 one by one. */
const NUMBERED = /(?:\bcha?r\(\d{2,3}\)[\s+.&|,]{0,6}){8,4096}/gi;
const BASE64_WORDS =
  /(?<![\w+/=])(?:(?=[A-Za-z\d+/]{2})(?:[A-Za-z\d+/]{4}){0,16}(?:[A-Za-z\d+/]{4}|[A-Za-z\d+/]{3}=|[A-Za-z\d+/]{2}==)\s){4,512}(?:[A-Za-z\d+/]{4}){0,16}(?:[A-Za-z\d+/]{4}|[A-Za-z\d+/]{3}=|[A-Za-z\d+/]{2}==)(?![\w+/=])/g;

/** Runs of invisible characters that may be bits. */
export function invisibleBits(text: string): Iterable<Run> {
  return INVISIBLE_HINTS.some((hint) => text.includes(hint)) ? matches(text, INVISIBLE) : NO_ENCODED_SPANS;
}

/** Rows of calls that make characters of their numbers. */
export function numberedCharacters(text: string): Iterable<Run> {
  return mayBeNumbered(text) ? matches(text, NUMBERED) : NO_ENCODED_SPANS;
}

/** Rows of words of which each may be base64 by itself. */
export function base64Words(text: string): Iterable<Run> {
  return hasPadding(text, '= ') || hasPadding(text, '=\n') ? matches(text, BASE64_WORDS) : NO_ENCODED_SPANS;
}

/** Quick filter: whether a function whose name ends in `hr` or `ar` is called. */
function mayBeNumbered(text: string): boolean {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1))
    if ((text.charCodeAt(at - 1) | LOWER) === LETTER_R && /[ahAH]/.test(text.charAt(at - 2))) return true;
  return false;
}

/** Whether what pads base64 ends a word of four times so many characters, with a blank behind. */
function hasPadding(text: string, padding: string): boolean {
  for (let at = text.indexOf(padding); at >= 0; at = text.indexOf(padding, at + 1)) {
    let start = at;
    while (start > 0 && at - start < MOST_WORD && IN_WORD.test(text.charAt(start - 1))) start -= 1;
    const length = at + 1 - start;
    if (length > 2 && length % 4 === 0) return true;
  }
  return false;
}

/** The longest word that is looked for, and what it consists of. */
const MOST_WORD = 68;
const IN_WORD = /[A-Za-z\d+/=]/;
const [LOWER, LETTER_R] = [32, 114];

/** The spans of all matches of a pattern. */
export function* matches(text: string, pattern: RegExp): Generator<Run> {
  for (const { 0: match, index } of text.matchAll(pattern)) yield { start: index, end: index + match.length };
}
