import { CLASSES, isAstralLetter, LETTER, SURROGATES } from './character-classes.ts';
import type { TextTokens } from './text-tokens.ts';

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const LEET_WORD = /(?:[\p{L}\d@$|]|!(?=[\p{L}\d])){1,32}/gu;
const LEET_LENGTH = 32;
/** A text is leetspeak if at least this many of its words, and a quarter of all, have digits or signs for letters. */
const LEAST_LEET = 3;
const LEET_SHARE = 0.25;

/** Replaces digits and signs by the letters they resemble, if several words are written that way. Keeps the length. */
export function unleeted(text: string): string | undefined {
  if (!isLeetspeak(text)) return undefined;
  // In leetspeak, `73x7` and `7h15` are words too; a genuine number misread in this view does no harm.
  return text.replaceAll(LEET_WORD, (word) => (word.includes('2') ? word : word.replaceAll(/[013-9@$|!]/g, (sign) => LEET[sign] ?? sign)));
}

/**
 * Prefilter: whether a text could be leetspeak, by leet signs directly between two letters and enough signs next to letters.
 * Reads most characters once.
 */
export function mayBeLeetspeak(text: string): boolean {
  const { length } = text;
  let isBetween = false;
  /** Every leetspeak word contains at least one. */
  let signs = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (LEET_KIND[code & 0x7f] !== IS_SIGN || code > 127) continue;
    let start = index;
    while (start > 0 && isLeetWord(text.charCodeAt(start - 1))) start -= 1;
    let hasLetter = false;
    let isBehindLetter = false;
    let own = 0;
    for (index = start; index < length && isLeetWord(text.charCodeAt(index)); index += 1) {
      const kind = leetKind(text.charCodeAt(index));
      if (kind === IS_LETTER && isBehindLetter && LEET_KIND[text.charCodeAt(index - 1)] === IS_SIGN) isBetween = true;
      if (kind === IS_SIGN) own += 1;
      else isBehindLetter = kind === IS_LETTER;
      if (kind === IS_LETTER || kind === IS_OTHER) hasLetter = true;
    }
    if (hasLetter) signs += own;
    if (isBetween && signs >= LEAST_LEET) return true;
  }
  return false;
}

/** `mayBeLeetspeak` for a tokenised text. Words that are neither odd nor joined to others cannot be leetspeak. */
export function isLeetspeakIn({ text, isMixed, words, odd }: TextTokens): boolean {
  if (odd < LEAST_LEET || odd < LEET_SHARE * (words - 2 * odd)) return false;
  return (isMixed || text.includes('@') || text.includes('$')) && isLeetspeak(text);
}

const IS_SIGN = 1;
const IS_LETTER = 2;
/** A digit or bar that is not a leet sign. */
const IS_PLAIN = 3;
/** A character that may be a letter of another alphabet. */
const IS_OTHER = 4;
const LEET_KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if ('013457@$'.includes(character)) return IS_SIGN;
  return /[A-Za-z]/.test(character) ? IS_LETTER : /[\d|]/.test(character) ? IS_PLAIN : 0;
});

function leetKind(code: number): number {
  return code < 128 ? (LEET_KIND[code] ?? 0) : IS_OTHER;
}

function isLeetWord(code: number): boolean {
  return code > 127 || LEET_KIND[code] !== 0;
}

/** Whether enough of a text's words are leetspeak; words of more than 32 characters count as several. */
export function isLeetspeak(text: string): boolean {
  if (!mayBeLeetspeak(text)) return false;
  const { length } = text;
  let changed = 0;
  let words = 0;
  let size = 0;
  let letters = 0;
  let digits = 0;
  let hasSign = false;
  let hasNumber = false;
  for (let index = 0; index <= length; index += 1) {
    const code = index < length ? text.charCodeAt(index) : 32;
    // A letter of two code units is rare enough to fall back to the pattern.
    if (code >= SURROGATES && isAstralLetter(text, index, code)) return isLeetspeakByPattern(text);
    const isLetter = ((CLASSES[code] ?? 0) & LETTER) !== 0;
    const kind = code < 128 ? (LEET_KIND[code] ?? 0) : 0;
    const isWord = isLetter || kind !== 0;
    if (isWord) {
      size += 1;
      if (isLetter) letters += 1;
      if (kind === IS_SIGN) hasSign = true;
      digits = code >= 48 && code <= 57 ? digits + 1 : 0;
      if (digits === LONG_NUMBER) hasNumber = true;
      if (size < LEET_LENGTH) continue;
    } else if (size === 0) continue;
    words += 1;
    if (hasSign && !hasNumber && letters > 0 && letters * 3 >= size) changed += 1;
    size = 0;
    letters = 0;
    digits = 0;
    hasSign = false;
    hasNumber = false;
  }
  return changed >= LEAST_LEET && changed >= LEET_SHARE * words;
}

/** As many consecutive digits are a number. */
const LONG_NUMBER = 4;

function isLeetspeakByPattern(text: string): boolean {
  const words = Array.from(text.matchAll(LEET_WORD), ([word]) => word);
  const changed = words.filter(isLeet).length;
  return changed >= LEAST_LEET && changed >= LEET_SHARE * words.length;
}

/** Whether a word has letters mixed with digits or signs; a number with a unit does not count. */
function isLeet(word: string): boolean {
  if (!/[013457@$]/.test(word) || /\d{4}/.test(word)) return false;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && letters * 3 >= word.length;
}
