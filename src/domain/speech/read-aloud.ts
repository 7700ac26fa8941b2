import type { SpokenToken } from '../../ports/spoken-text.ts';
import { ABBREVIATION_RULES } from './abbreviations.ts';
import { spellWritten } from './acronyms.ts';
import { ARITHMETIC_RULES } from './arithmetic.ts';
import { CAPITAL_RULES } from './capitals.ts';
import { DATE_RULES, YEAR_RULES } from './dates.ts';
import { FORMULA_RULES } from './formulas.ts';
import { CODE_RULES, HEXADECIMAL_RULES } from './identifiers.ts';
import { isMinus } from './minus.ts';
import { MONEY_RULES } from './money.ts';
import { digitWords, labelWords } from './number-words.ts';
import { NUMBER_RULES, SCALE_RULES } from './numbers.ts';
import type { ReadingRule, Surroundings } from './reading-rule.ts';
import { ROMAN_RULES } from './roman.ts';
import { SCRIPTURE_RULES } from './scripture.ts';
import { endsSentence, notationTokens } from './speech-notation.ts';
import { SYMBOL_RULES, symbolWords } from './symbols.ts';
import { TELEPHONE_RULES } from './telephone.ts';
import { UNIT_RULES } from './units.ts';
import { WEB_RULES } from './web-addresses.ts';

/** How many characters a rule may look at on either side. */
const SIGHT = 60;
const START_RULES: readonly ReadingRule[] = [
  ...WEB_RULES,
  ...HEXADECIMAL_RULES,
  ...CAPITAL_RULES,
  ...FORMULA_RULES,
  ...SCRIPTURE_RULES,
  ...DATE_RULES,
  ...MONEY_RULES,
  ...TELEPHONE_RULES,
  ...CODE_RULES,
  ...SCALE_RULES,
  ...UNIT_RULES,
  ...ROMAN_RULES,
  ...ABBREVIATION_RULES,
  ...YEAR_RULES,
  ...ARITHMETIC_RULES,
  ...NUMBER_RULES,
];
const WORD = /[\p{Script=Latin}\p{M}]{1,200}(?:['’ʼ][\p{Script=Latin}\p{M}]{1,200}){0,3}/uy;
/** Words, unlike the variables behind a number: «4ac». */
const TWO_LETTERS = /^(?:a[mnst]|be|by|do|go|he|i[fnst]|m[ey]|no|o[fhnr]|so|to|u[ps]|we)$/;
const STOPS = /(?:(?!!=)[.?!…。！？؟]\s?){1,50}/y;
const PAUSES: Readonly<Record<string, string>> = {
  ',': ',',
  ';': ';',
  ':': ':',
  '(': ',',
  ')': ',',
  '[': ',',
  ']': ',',
  '{': ',',
  '}': ',',
  '—': '\u2014',
  '⸺': '\u2014',
  '⸻': '\u2014',
  '–': '\u2014',
  '、': ',',
  '，': ',',
  '；': ';',
  '：': ':',
  '|': ',',
  '•': ',',
};

function around(text: string, start: number, end: number): Surroundings {
  return { before: text.slice(Math.max(0, start - SIGHT), start), after: text.slice(end, end + SIGHT) };
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function firstReading(rules: readonly ReadingRule[], text: string, at: number): { said: string; end: number } | undefined {
  for (const rule of rules) {
    const match = matched(rule.pattern, text, at);
    if (match === null || match[0] === '') continue;
    const end = at + match[0].length;
    const said = rule.say(match, around(text, at, end));
    if (said !== undefined) return { said, end };
  }
  return undefined;
}

/** Whether a full stop before `at` ends a sentence although no blank follows: «was made.They», «beverages.3199». */
function runsOn(text: string, at: number): boolean {
  return /(?:^|\s)[a-z']{3,30}\.$/.test(text.slice(Math.max(0, at - 32), at)) && /^(?:\d|[A-Z][a-z']*\s)/.test(text.slice(at, at + 32));
}

/** A word in capitals that is no acronym among others, as in a list of them. */
const SHOUTED = /[A-Z]{4}|\b(?:THE|AND|YOU|FOR|NOT|ARE|ALL|NOW|OUT|HIS|HER|WAS|IS|IN|OF|TO|ON|AT|BE|WE|MY|NO|DO|GO)\b/;

/** Whether the words around one in capitals are in capitals too, which means shouting rather than an acronym. */
function shouted(text: string, start: number, end: number): boolean {
  const { before, after } = around(text, start, end);
  const others = `${before} ${after}`;
  return !/[a-z]/.test(others) && SHOUTED.test(others);
}

/** The pause for a run of full stops, question and exclamation marks, and whether a sentence ends there. */
function stop(run: string, { before, after }: Surroundings): { mark: string; ends: boolean } {
  const dots = /…|\.{2,}|\. \./.test(run);
  const mark = /[?？؟]/.test(run) ? '?' : /[!！]/.test(run) ? '!' : dots ? '\u2026' : '.';
  const goesOn = /^["'”’)\]*]{0,3}\s{0,3}[—–-]{0,2}\s{0,3}[a-z]/.test(after);
  return { mark, ends: !goesOn || (mark === '.' && !/[”"’')]$/.test(before) && !/^["'”’)]/.test(after)) };
}

/**
 * The tokens of one line of plain text, in order, with 'end' where a sentence ends. Every step consumes at least one character and looks a
 * bounded distance ahead.
 */
export function* readAloud(text: string): Generator<SpokenToken | 'end'> {
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    const sign = String.fromCodePoint(point);
    if (/\s/.test(sign)) {
      at += 1;
      continue;
    }
    const previous = text.charAt(at - 1);
    const follows = at > 0 && /[\p{L}\d]/u.test(previous);
    if (/[-–]/.test(sign) && isMinus(sign, around(text, at, at + 1))) {
      yield* notationTokens('minus');
      at += 1;
      continue;
    }
    if (follows && sign === '-' && /\p{L}/u.test(previous) && /[\p{L}\d]/u.test(text.charAt(at + 1))) {
      at += 1;
      continue;
    }
    const within = follows && (/[\p{L}\d]/u.test(sign) || (sign === '.' && /\d/.test(text.charAt(at + 1))));
    const reading = within ? undefined : firstReading(START_RULES, text, at);
    if (reading !== undefined) {
      yield* spoken(reading.said);
      at = reading.end;
      continue;
    }
    const word = matched(WORD, text, at);
    if (word !== null) {
      at = word.index + word[0].length;
      const beside = /\d/.test(previous) || /\d/.test(text.charAt(at));
      const shouting = /^[A-Z]{2,}$/.test(word[0]) && shouted(text, word.index, at);
      const isProduct = /\d/.test(previous) && /^[a-z]{2}$/.test(word[0]) && !TWO_LETTERS.test(word[0]);
      yield* notationTokens(
        isProduct ? word[0].toUpperCase().split('').join(' ') : spellWritten(word[0], beside && word[0].length < 4, shouting),
      );
      continue;
    }
    if (/\d/.test(sign)) {
      const digits = /^\d{1,15}/.exec(text.slice(at, at + 15))?.[0] ?? sign;
      yield* notationTokens(digits.length > 4 ? digitWords(digits) : labelWords(digits));
      at += digits.length;
      continue;
    }
    const stops = matched(STOPS, text, at);
    if (stops !== null) {
      at += stops[0].length;
      if ((follows || /\s/.test(previous) || at === 1) && stops[0] === '.' && /[\p{L}\d]/u.test(text.charAt(at)) && !runsOn(text, at)) {
        yield { kind: 'word', text: /\d/.test(previous) && /\d/.test(text.charAt(at)) ? 'point' : 'dot' };
        continue;
      }
      const { mark, ends } = stop(stops[0], around(text, at - stops[0].length, at));
      yield* notationTokens(mark);
      if (ends) yield 'end';
      continue;
    }
    const math = firstReading(SYMBOL_RULES, text, at);
    if (math !== undefined) {
      yield* spoken(math.said);
      at = math.end;
      continue;
    }
    at += sign.length;
    const { before, after } = around(text, at - sign.length, at);
    const dash = sign === '-' && /[\s-]$/.test(before) && /^[\s-]/.test(after) && !(/(?:^|\s)-*$/.test(before) && /^-{0,3}\w/.test(after));
    yield* notationTokens(dash ? '\u2014' : (PAUSES[sign] ?? symbolWords(sign, before, after)));
  }
}

/** The tokens of a reading; a full stop in it ends the sentence. */
function* spoken(notation: string): Generator<SpokenToken | 'end'> {
  for (const token of notationTokens(notation)) {
    yield token;
    if (token.kind === 'break' && endsSentence(token.mark)) yield 'end';
  }
}
