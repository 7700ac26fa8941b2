import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { isAscii } from '../long-runs.ts';
import { createMarkFilter } from '../secrets/mark-filter.ts';
import { groupOf, numberZones, type NumberZone } from './number-zones.ts';
import { PERSONAL_FORMS, type PersonalForm } from './personal-forms.ts';

const NAME = 'personal_data';

/** How far before a value, and behind it, a word that explains it is looked for. */
const BEFORE = 60;
const BEHIND = 24;

/** Fewest digits of a telephone number. */
const MIN_TELEPHONE = 7;
/** Numbers in the form of a telephone number: with a plus sign, or in groups as they are written at home. */
const TELEPHONE =
  /(?<![\p{L}\p{N}_+])(?<!\d[.,-])(?<!\p{L}-)(?:\+\d{1,3}(?:[ \u00a0().\u2011/-]{0,2}\d){6,14}|(?<!\d )(?:00[1-9]\d{0,2}(?:[ .()-]{1,2}\d{1,4}){2,6}|(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\(0\d{1,5}\)(?:[ .-]?\d{2,5}){2,4}|0\d{1,4}(?:[ ./-]\d{2,8}){1,4}))(?![\p{L}\p{N}_])(?![.,-]\d)/gu;
const TELEPHONE_PLAIN = /(?<![\p{L}\p{N}_+-])(?<!\d\.)\d{7,13}(?![\p{L}\p{N}_-]|\.\d)/gu;
/** Any groups of digits, where a word says what they are. */
const TELEPHONE_GROUPS =
  /(?<![\p{L}\p{N}_+-])(?<!\d[.,-]|\d )(?:8 )?\(?\d{2,5}\)?(?:[ .\u00a0\u2011/-]{1,2}\(?\d{2,5}\)?){1,4}(?![\p{L}\p{N}_])(?![.,-]\d| \d)/gu;
const TELEPHONE_WORDS =
  /phone|\bfone\b|\btel\b|telefon|telefoon|telefono|teléfono|téléphone|\bligue\b|celular|móvil|\bmobil|\bmob\b|handy|\bcell\b|\bcall\b|\bring\b|\bdial\b|whatsapp|\bfax\b|\bsms\b|\btext me\b|电话|電話|手机|携帯|전화|тел|هاتف|फ़ोन|फोन/i;
/** One of these stands in every text of nothing but ASCII in which one of the words does. */
const TELEPHONE_MARKS = createMarkFilter(
  'phone fone tel ligue celular mobil mob handy cell call ring dial whatsapp fax sms text'.split(' '),
);
const COUNTED =
  /(?:part|order|case|model|invoice|ticket|item|sku|ref|reference|score|serial|isbn|tracking|\bnhs|\bsin|\bnas|tfn|bsn|ssn|pesel|cpf|aadhaar|account|acct|konto|policy|licen[cs]e|member|customer)\W{0,3}(?:no|nr|number|id|#)?\W{0,4}$/i;
const TELEPHONE_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  needs: ({ once, twice, hasLeadingZero }, text) =>
    hasLeadingZero || text.includes('+') || ((twice & groupOf(3)) !== 0 && (once & groupOf(4)) !== 0),
  pattern: TELEPHONE,
  not: COUNTED,
};
const TELEPHONE_PLAIN_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  needs: ({ once }) => once >>> 0 >= groupOf(MIN_TELEPHONE),
  pattern: TELEPHONE_PLAIN,
  context: TELEPHONE_WORDS,
  marks: TELEPHONE_MARKS,
  not: COUNTED,
};
const TELEPHONE_GROUPS_FORM: PersonalForm = {
  category: 'phone_number',
  digits: MIN_TELEPHONE,
  pattern: TELEPHONE_GROUPS,
  context: TELEPHONE_WORDS,
  marks: TELEPHONE_MARKS,
  not: COUNTED,
};

/**
 * Finds personal data by form and check digit: identity, tax, health and bank numbers of many countries, telephone
 * numbers, network and wallet addresses, dates of birth. Forms that a random number has often count only near a word
 * that names them. `isTelephone` tells whether digits in international form can be a number of their country.
 */
export function createPersonalDataDetector({ isTelephone }: { readonly isTelephone: (number: string) => boolean }): Detector {
  return {
    name: NAME,
    directions: ['input', 'output'],
    inspect(part: GuardPart): readonly Finding[] {
      const { text } = part;
      const zones = numberZones(text);
      if (zones.length === 0) return NONE;
      const found: Found = [];
      for (const zone of zones) {
        const read = { text, zone, own: text.slice(zone.start, zone.end), isNear: new Map<RegExp, boolean>() };
        for (const form of FORMS_BY_DIGITS[Math.min(zone.digits, MAX_FORM_DIGITS)] ?? []) collect(read, form, found);
        collect(read, TELEPHONE_FORM, found, (value) => isNumber(value, isTelephone));
        collect(read, TELEPHONE_PLAIN_FORM, found);
        collect(read, TELEPHONE_GROUPS_FORM, found, (value) => isGrouped(value) && isNumber(value, isTelephone));
      }
      if (found.length === 0) return NONE;
      return found
        .toSorted((a, b) => a.start - b.start)
        .map(({ category, start, end }) => ({ detector: NAME, category, part: part.id, start, end, score: 1 }));
    },
    tail: openNumber,
  };
}

function isNumber(value: string, isTelephone: (number: string) => boolean): boolean {
  const digits = value.replaceAll(/\D/g, '');
  if (digits.length < MIN_TELEPHONE || digits.length > 15) return false;
  if (value.startsWith('+')) return isTelephone(`+${digits}`);
  return (
    digits.length >= 9 && !/^(?:\d{2}[./-]\d{2}[./-]\d{4}|\d{3}\.\d{3}\.\d{3}-\d{2}|0?\d\.\d+)$/.test(value) && !/^(\d)\1+$/.test(digits)
  );
}

/** Whether groups have as many digits as national numbers do, and are no date, amount or range of years. */
function isGrouped(value: string): boolean {
  const { length } = value.replaceAll(/\D/g, '');
  return (
    length >= 9 &&
    length <= 12 &&
    !/\d{4}[-/.]\d{2}[-/.]\d{2}|\d{2}[-/.]\d{2}[-/.](?:19|20)\d{2}|^\d{4} ?- ?\d{4}$/.test(value) &&
    (value.match(/\(/g)?.length ?? 0) < 2
  );
}

/** More digits than any form needs. */
const MAX_FORM_DIGITS = 20;
/** The forms that a value can have in a zone with so many digits in a row. */
const FORMS_BY_DIGITS: readonly (readonly PersonalForm[])[] = Array.from({ length: MAX_FORM_DIGITS + 1 }, (_, most) =>
  PERSONAL_FORMS.filter(({ digits = 0 }) => digits <= most || most === MAX_FORM_DIGITS),
);

type Found = { category: string; start: number; end: number }[];

const NONE: readonly Finding[] = [];

/** A zone of a text, its own text, and what is known of the words in and around it. */
interface ReadZone {
  readonly text: string;
  readonly zone: NumberZone;
  readonly own: string;
  readonly isNear: Map<RegExp, boolean>;
}

function collect(
  { text, zone, own, isNear }: ReadZone,
  { category, pattern, isValid, context, marks, not, digits = 0, sign, needs }: PersonalForm,
  found: Found,
  accepts?: (value: string) => boolean,
): void {
  if (zone.digits < digits || (sign !== undefined && !own.includes(sign)) || needs?.(zone, own) === false) return;
  let tried = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(own); match !== null; match = pattern.exec(own)) {
    // Words are looked for around every value, and once in all of the zone before that takes longer.
    if (context !== undefined && tried * AROUND >= own.length && !isNamed(context, { text, zone, isNear })) return;
    tried += 1;
    let [value] = match;
    const start = zone.start + match.index;
    if (not?.test(text.slice(Math.max(0, start - 32), start)) === true) continue;
    if (accepts?.(value) === false) continue;
    if (isValid !== undefined) {
      const valid = longestValid(value, isValid, category);
      if (valid === undefined) continue;
      value = valid;
    }
    const end = start + value.length;
    if (context !== undefined && !(isNamedRightHere({ context, marks }, text, start, end) && isNamed(context, { text, zone, isNear })))
      continue;
    // The last findings are enough: values are found zone by zone.
    if (found.slice(-64).some((other) => other.start < end && start < other.end)) continue;
    found.push({ category, start, end });
  }
}

/** About so many characters are read where words are looked for around a value. */
const AROUND = BEFORE + BEHIND;

/** Whether a word that explains values stands in a zone or around it. */
function isNamed(context: RegExp, { text, zone, isNear }: Omit<ReadZone, 'own'>): boolean {
  let is = isNear.get(context);
  if (is === undefined) {
    is = context.test(text.slice(Math.max(0, zone.start - BEFORE), zone.end + BEHIND));
    isNear.set(context, is);
  }
  return is;
}

function isNamedRightHere(words: Words, text: string, start: number, end: number): boolean {
  return holdsWord(words, text.slice(Math.max(0, start - BEFORE), start)) || holdsWord(words, text.slice(end, end + BEHIND));
}

type Words = { readonly context: RegExp; readonly marks: PersonalForm['marks'] };

function holdsWord({ context, marks }: Words, text: string): boolean {
  return (marks === undefined || marks.marksIn(text) !== undefined || !isAscii(text)) && context.test(text);
}

/** The value, or for an account number set in groups as many of them as make one: words that follow look like more of it. */
function longestValid(value: string, isValid: (compact: string) => boolean, category: string): string | undefined {
  for (let candidate = value; candidate.length >= 7;) {
    if (
      isValid(category === 'ip_address' || category === 'btc_address' ? candidate : candidate.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase())
    )
      return candidate;
    const cut =
      category === 'iban' ? Math.max(candidate.lastIndexOf(' '), candidate.lastIndexOf('\u00a0'), candidate.lastIndexOf('-')) : -1;
    if (cut < 0) return undefined;
    candidate = candidate.slice(0, cut);
  }
  return undefined;
}

/** Most characters that a value of any form takes. */
const MAX_OPEN = 96;
/** Fewest digits of a value that a word behind it makes personal. */
const MIN_DIGITS = 5;
/** A word that may stand in a number set in groups, or before one. */
const IN_NUMBER = /\d|^[+(A-Za-z]{0,3}$/;
/** The beginning of an account number, up to the end of the text. */
const OPEN_ACCOUNT = /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){0,31}[ \u00a0.,-]?$/iu;
/** A date with the name of its month, or the beginning of one, and so much behind it as may say what it is. */
const OPEN_DATE =
  /\d{1,2}[^\s\d]{0,2}(?: (?:(?:of|de) )?(?:\p{L}{0,10}[.,]{0,2}|\p{L}{3,10}[.,]{0,2}(?: de?)?(?: (?:\d{1,4}|\d{4}[^]{0,24})?)?))?$/iu;
/** The same with the month before the day. */
const OPEN_MONTH =
  /(?<!\p{L})(?:[jfmasond]\p{L}?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?(?: (?:\d{1,2}(?:st?|nd?|rd?|th?)?(?:,? ?(?:\d{1,4}|\d{4}[^]{0,24})?)?)?)?)$/iu;

/** Where the first value begins that may still be going on, or that a word right behind it may yet explain. */
function openNumber(text: string): number {
  const least = Math.max(0, text.length - MAX_OPEN - BEHIND);
  const end = text.slice(least);
  const start = Math.min(openGroups(end), openAt(OPEN_ACCOUNT, end), openAt(OPEN_DATE, end), openAt(OPEN_MONTH, end));
  return least + start;
}

function openAt(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.index ?? text.length;
}

/** Where the first stretch of words that can be groups of one number begins and still matters. */
function openGroups(text: string): number {
  const settled = text.length - BEHIND;
  let [start, digits, counted] = [0, 0, 0];
  let last = -1;
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (index - last > 2 || !IN_NUMBER.test(word)) {
      if (digits >= MIN_DIGITS && counted >= settled) return start;
      [start, digits, counted] = [index, 0, 0];
    }
    last = index + word.length;
    const own = word.replaceAll(/\D/g, '').length;
    if (own > 0) counted = last;
    digits += own;
  }
  if (last < text.length - 2) last = -1;
  if (last >= 0 && (counted >= settled || digits === 0)) return start;
  return text.length;
}
