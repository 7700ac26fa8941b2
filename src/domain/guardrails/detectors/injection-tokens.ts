import { CLASSES, LETTER, NUMBER } from '../normalisation/character-classes.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import { latinised } from '../normalisation/confusables.ts';

const MARKS = /\p{M}/gu;
/** Length of the longest word used in phrases, in UTF-16 code units. A longer word counts as one unknown word. */
export const MAX_WORD = 32;
/** Limit on the cached foldings of a text. */
const MAX_REMEMBERED = 4096;

/** A s p a c e d - o u t word of three letters or more; a wider gap ends it. */
export function spreadWord(text: string, start: number): { readonly word: string; readonly end: number } | undefined {
  let word = text.charAt(start);
  let end = start + 1;
  while (word.length < MAX_WORD && text[end] === ' ' && isWordAt(text, end + 1) && !isWordAt(text, end + 2)) {
    word += text.charAt(end + 1);
    end += 2;
  }
  return word.length >= 3 ? { word, end } : undefined;
}

/** Whether there is a letter or digit at an index; an apostrophe between letters belongs to its word. */
export function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x80) return isSmallLetter(code) || (code >= 48 && code <= 57) || (code === 39 && isBetweenLetters(text, index));
  if (code === 0x2019) return isBetweenLetters(text, index);
  return ((CLASSES[code] ?? 0) & (LETTER | NUMBER)) !== 0;
}

function isBetweenLetters(text: string, index: number): boolean {
  return isSmallLetter(text.charCodeAt(index - 1)) && isSmallLetter(text.charCodeAt(index + 1));
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Folds a word, using a cache. */
export function foldOnce(word: string, known: Map<string, string>): string {
  let folded = known.get(word);
  if (folded === undefined) {
    folded = fold(word);
    if (known.size < MAX_REMEMBERED) known.set(word, folded);
  }
  return folded;
}

/** Removes diacritics from a word, and replaces lookalike letters if any of its letters is Latin. */
export function fold(word: string): string {
  let plain = true;
  let latin = false;
  for (let index = 0; index < word.length; index += 1) {
    if (word.charCodeAt(index) >= 0x80) plain = false;
    else if (isSmallLetter(word.charCodeAt(index))) latin = true;
  }
  if (plain) return word;
  const typed = word.replaceAll('\u2019', "'");
  if (isAscii(typed)) return typed;
  const straight = typed.normalize('NFD').replaceAll(MARKS, '');
  return latin ? latinised(straight) : straight;
}
