import { eachDigitWindow, kindsAt } from '../normalisation/digit-windows.ts';
import { judgeOnce } from '../normalisation/repeated-stretches.ts';
import type { TextProfile } from '../normalisation/text-profile.ts';
import { contextWords, type ContextWord } from './context-words.ts';
import { isIdentified } from './value-context.ts';
import { isPasswordAnywhere, shapeOf, type ValueShape } from './value-shape.ts';

/** A user name before a password. */
const USER = /^[A-Za-z][\w.@+-]{1,40}\/$/;

const IS_SIGN = 1;
const IS_LETTER = 2;
/** First code of the non-ASCII letters that values may contain. */
const FIRST_LETTER = 0xc0;
/** Character classes by code; 0 for separators of values: spaces, quotes, brackets and assignment signs. */
const IN_VALUE = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character) || (code >= FIRST_LETTER && /\p{L}/u.test(character))) return IS_LETTER;
  return /[0-9!#$%&*+./?@^_~-]/.test(character) ? IS_SIGN : 0;
});

const NONE: readonly ContextualValue[] = [];

/** A secret identified by its shape and by a context word near it. */
export interface ContextualValue {
  readonly start: number;
  readonly end: number;
  readonly shape: ValueShape;
}

/**
 * Values whose shape suggests a secret and that have a context word (for secrets, or for who is let in) nearby, or that are like
 * nothing but a password. If the text is not complete, only words before a value count, as in a stream.
 */
export function contextualSecrets(
  text: string,
  known?: Pick<TextProfile, 'digits' | 'places'>,
  isWhole = true,
): readonly ContextualValue[] {
  if (known?.digits === 0) return NONE;
  let found: ContextualValue[] | undefined;
  const words: ContextWord[] = [];
  let next = 0;
  /** Context words beginning before this index have been collected. */
  let looked = 0;
  let last: string | undefined;
  let shape: ValueShape | undefined;
  /** Length of the user name and slash before the value. */
  let inPair = 0;
  /** Whether it needs no context word. */
  let isUnlike = false;
  const isOnce = judgeOnce<ValueShape>(text, READS);
  eachValue(text, known, (begin, end) => {
    const value = text.slice(begin, end);
    if (value !== last) {
      last = value;
      const behind = value.indexOf('/') + 1;
      shape = shapeOf(value);
      inPair = shape === undefined && behind > 0 && USER.test(value.slice(0, behind)) ? behind : 0;
      if (inPair > 0) shape = shapeOf(value.slice(inPair));
      isUnlike = isWhole && shape === 'odd' && isPasswordAnywhere(value.slice(inPair));
    }
    if (shape === undefined) return;
    const start = begin + inPair;
    if (isUnlike && standsAlone(text, begin, end)) {
      (found ??= []).push({ start, end, shape });
      return;
    }
    const until = Math.min(text.length, end + FARTHEST_BEHIND);
    if (until > looked) contextWords(text, Math.max(looked, start - FARTHEST), until, words);
    looked = Math.max(looked, until);
    while (next < words.length && (words[next]?.end ?? 0) <= start) next += 1;
    const before = found?.at(-1);
    const isNext = before?.shape === shape && start - before.end <= MOST_IN_ROW && IN_ROW.test(text.slice(before.end, start));
    const placed = { text, begin, start, end, shape, isWhole };
    if (isNext || isOnce(start, end, placed.shape, () => isIdentified(placed, words, next))) (found ??= []).push({ start, end, shape });
  });
  return found ?? NONE;
}

/** Whether a value is between spaces or quotes, and no part of an address, an expression or a name, nor the text of a link. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (text.charAt(start - 1) === '[' && text.startsWith('](', end)) return false;
  return BEFORE_ALONE.test(text.slice(Math.max(0, start - 2), start)) && BEHIND_ALONE.test(text.slice(end, end + 2));
}

const BEFORE_ALONE = /(?:^|[\s"'`“„«([>:])$/u;
const BEHIND_ALONE = /^(?:$|[\s"'`”“»)\]<]|[.,;:?](?:\s|$))/u;

/** How far what is around a value is read. */
const READS = { back: 4096, ahead: 4096 };

/** Start of a value at the end of a growing text that a context word before it may identify; the text's length if there is none. */
export function openContextualSecret(text: string): number {
  let start = text.length;
  while (start > 0 && text.length - start < 2 && text.charCodeAt(start - 1) === EQUALS) start -= 1;
  const least = Math.max(0, start - MOST_VALUE);
  while (start > least && kindsAt(IN_VALUE, text, start - 1) !== 0) start -= 1;
  if (start === text.length || start === least) return text.length;
  const words: ContextWord[] = [];
  contextWords(text, Math.max(0, start - FARTHEST), start, words);
  return words.length > 0 ? start : text.length;
}

/** Visits every candidate value, which has a digit and a letter, without punctuation that ends its sentence. */
function eachValue(
  text: string,
  known: Pick<TextProfile, 'digits' | 'places'> | undefined,
  visit: (start: number, end: number) => void,
): void {
  eachDigitWindow(text, IN_VALUE, known, (start, end, kinds) => {
    if ((kinds & IS_LETTER) === 0 || end - start < LEAST_VALUE || end - start > MOST_VALUE) return;
    // The blank of a form, filled in.
    const from = text.startsWith('__', start) ? endOfBlank(text, start) : start;
    let to = end;
    if (from > start || text.startsWith('___', end - 3)) while (to > from && text.charCodeAt(to - 1) === UNDERSCORE) to -= 1;
    visit(from, endOf(text, from, to));
  });
}

function endOfBlank(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === UNDERSCORE) end += 1;
  return end;
}

const UNDERSCORE = 95;
const LEAST_VALUE = 6;
const MOST_VALUE = 260;
/** Maximum distance from a value of the start of a word before it, and of one after it. */
const FARTHEST = 220;
const FARTHEST_BEHIND = 80;
/** Text between consecutive values of one shape: separators, list numbers, conjunctions. */
const IN_ROW = /^[\s,;|/"'`•*-]*(?:(?:and|or|und|oder|y|o|et|ou|e|i|и|或|和)\s|\(?\d{1,2}[.):]{0,2}\s)?[\s"'`*-]*$/iu;
const MOST_IN_ROW = 12;

/** End of a value without the punctuation of its sentence but with its base64 padding. */
function endOf(text: string, start: number, end: number): number {
  let to = end;
  // Before another mark, a question mark belongs to the value.
  if (text.charAt(end - 1) === '?' && /[.,;)]/.test(text.charAt(end))) return end;
  if (text.endsWith('?.', end)) return end - 1;
  while (to > start && MARKS.includes(text.charAt(to - 1))) to -= 1;
  if (to === end && (to - start) % 4 > 1) while (text.charCodeAt(to) === EQUALS && to - end < 2) to += 1;
  return to;
}

const MARKS = '.?';
const EQUALS = 61;
