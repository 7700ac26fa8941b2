import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { isDigit } from '../normalisation/ascii.ts';
import { judgeOnce } from '../normalisation/repeated-stretches.ts';
import type { ProfileText } from '../normalisation/text-profile.ts';
import { isAssigned, isCardNumber } from './card-issuers.ts';
import { LEAST_CODED, LEAST_HEXADECIMAL, numbersInBase64, numbersInHexadecimal, openCoded, type CodedNumbers } from './coded-numbers.ts';
import { columnName } from './column-name.ts';
import { digitStretch, groupsInRun, measureRun, nextDigit, readDigitRun, trailingDigitRun, type DigitRun } from './digit-run.ts';
import { digitsOf, groupsOf, openSplitCard, splitCards } from './split-card.ts';
import { openSpoken, spokenDigits, type ReadSpoken } from './spoken-digits.ts';
import { NO_NAME_BEFORE, NO_NAME_BEHIND, PART_OF_WORD } from './word-boundary.ts';

/** Group sizes in which card numbers are printed; inside a run of more digits only these count. */
const LAYOUTS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
  [6, 13],
];

/** Longer runs of digits are card numbers in a row, or tables of numbers, in which only an unbroken group can be a card. */
const ROW_DIGITS = 40;
/** Longer ones, of four cards and more, are tables: a stream would have to hold back too much of them. */
const TABLE_DIGITS = 56;
const MIN_CARD_DIGITS = 12;
/** A number this short counts only near a word for a card: others have as many digits more often. */
const FEW_CARD_DIGITS = 12;
const MAX_CARD_DIGITS = 19;
/** Nor does one this short count whose groups are parted by more than spaces. */
const FEW_SPLIT_DIGITS = 13;
/** No run of TABLE_DIGITS digits is longer than this, in characters. */
const MAX_HELD = 320;

/**
 * Finds payment card numbers: 12 to 19 digits, unbroken or separated by single spaces, hyphens or full stops, by markup, in groups
 * by underscores, or behind a label by whatever parts lines and cells, with a known issuer's prefix and length and a valid Luhn
 * digit, and not part of a longer number or identifier; also in base64 and hexadecimal.
 */
export function createCardNumberDetector(profile: ProfileText, readSpoken: ReadSpoken = spokenDigits): Detector {
  return {
    ...cardNumberDetector,
    inspect(part) {
      const { digits, wideDigits, longestRun } = profile(part.text);
      const findings = saidCards(part, readSpoken);
      if (longestRun >= LEAST_CODED) addCoded(part, numbersInBase64(part.text), findings);
      return cardsOf(part, findings, digits + wideDigits >= MIN_CARD_DIGITS);
    },
  };
}

/** The detector without a text profile. */
export const cardNumberDetector = {
  name: 'card_number',
  directions: ['input', 'output'],
  readsWebCodes: true,
  readsAround: true,
  inspect(part: GuardPart): readonly Finding[] {
    const findings = saidCards(part, spokenDigits);
    addCoded(part, numbersInBase64(part.text), findings);
    return cardsOf(part, findings, true);
  },
  tail(text: string): number {
    const from = Math.max(0, text.length - MAX_HELD);
    const pointed = OPEN_POINTED.exec(text.slice(-MAX_POINTED));
    const least = Math.min(
      openSaid(text),
      openSplitCard(text),
      openCoded(text),
      pointed === null ? text.length : Math.max(0, text.length - MAX_POINTED) + pointed.index,
    );
    const run = trailingDigitRun(text.slice(from).replace(UNDECIDED_END, ''), TABLE_DIGITS);
    if (run === undefined) return least;
    if (run.digits <= TABLE_DIGITS) return Math.min(least, from + run.start);
    return run.lastGroupDigits <= MAX_CARD_DIGITS ? from + run.lastGroupStart : text.length;
  },
} satisfies Detector;

/** Card numbers in digits and in words; without enough digits in the text only those in words. */
function cardsOf(part: GuardPart, findings: Finding[], mayHoldMore: boolean): readonly Finding[] {
  const { id, text } = part;
  if (!mayHoldMore) return findings;
  let stretch = digitStretch(text, 0, MIN_CARD_DIGITS);
  const extent = { end: 0, digits: 0 };
  const isOnce = judgeOnce<typeof NUMBER>(text, READS);
  const add = ({ start, end }: Place): void => {
    if (!isOnce(start, end, NUMBER, () => isBelieved(text, start, end))) return;
    findings.push({ detector: 'card_number', category: 'credit_card', part: id, start, end, score: 1 });
  };
  for (; stretch !== undefined; stretch = digitStretch(text, stretch.end, MIN_CARD_DIGITS)) {
    for (const card of pointedCards(text, stretch)) add(card);
    if (stretch.end - stretch.start >= LEAST_HEXADECIMAL) addCoded(part, numbersInHexadecimal(text, stretch.start, stretch.end), findings);
    for (let index = stretch.start; index < stretch.end; index = nextDigit(text, extent.end)) {
      const { end, digits } = measureRun(text, index, extent);
      if (digits < MIN_CARD_DIGITS) continue;
      for (const card of cardsInRun(text, { start: index, end }, digits)) add(card);
    }
  }
  for (const card of splitCards(text)) {
    if (card.digits.length > FEW_SPLIT_DIGITS && isCardNumber(card.digits) && !isAttached(text, card)) add(card);
  }
  return findings.length < 2 ? findings : apart(findings);
}

/** Findings in order of place, without those within or across an earlier one. */
function apart(findings: readonly Finding[]): readonly Finding[] {
  let end = 0;
  return findings
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((finding) => {
      if (finding.start < end) return false;
      end = finding.end;
      return true;
    });
}

/** The only kind of value that is judged, and how far what is around one is read. */
const NUMBER = 'number';
const READS = { back: 2048, ahead: 1024 };

/** Start of spelt-out digits that may become a card number; the text's length if there are none. */
function openSaid(text: string): number {
  return NAME.test(text) ? openSpoken(text) : text.length;
}

/** Spelt-out digits count only in a text that mentions a card. */
const NAME = /card/i;

/** Card numbers spelt out in words, in a text that mentions a card. */
function saidCards({ id, text }: GuardPart, readSpoken: ReadSpoken): Finding[] {
  const said = readSpoken(text);
  if (said.length === 0 || !NAME.test(text)) return [];
  return said
    .filter(({ digits, isAbroad }) => !isAbroad && digits.length > FEW_CARD_DIGITS && isCardNumber(digits))
    .map(({ start, end }) => ({ detector: 'card_number', category: 'credit_card', part: id, start, end, score: 1 }));
}

/** Adds the codes that say a card number. */
function addCoded(part: GuardPart, codes: readonly CodedNumbers[], findings: Finding[]): void {
  for (const { start, end, text } of codes)
    if (cardsOf({ ...part, text }, [], true).length > 0)
      findings.push({ detector: 'card_number', category: 'credit_card', part: part.id, start, end, score: 1 });
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function cardsInRun(text: string, { start, end }: Place, digits: number): readonly Place[] {
  if (digits <= ROW_DIGITS) return cardsIn(text, readDigitRun(text, start), digits);
  const row = digits <= TABLE_DIGITS ? cardsInRow(text, readDigitRun(text, start)) : NO_PLACES;
  return row.length > 0 ? row : cardsInTable(text, start, end);
}

/** Card numbers one after the other, with nothing between them but numbers as short as those of rows, dates of expiry and security codes. */
function cardsInRow(text: string, run: DigitRun): readonly Place[] {
  const found: Place[] = [];
  for (let index = 0; index < run.groups.length;) {
    const count = cardAt(run, index);
    const [first, last] = [run.groups[index], run.groups[index + count - 1]];
    if (count > 0 && first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end });
    else if (!BESIDE_CARD.test(first?.digits ?? '')) return NO_PLACES;
    index += Math.max(1, count);
  }
  return found.length > 1 ? found.filter((card) => !isTied(text, run, card)) : NO_PLACES;
}

/** A number beside a card in a row: up to three digits, or the month and year of its expiry. */
const BESIDE_CARD = /^(?:\d{1,3}|(?:0[1-9]|1[0-2])[23]\d)$/;

/**
 * Unbroken groups of a table that are card numbers. Characters attached to the end of the table do not affect earlier groups,
 * which a stream has already released.
 */
function cardsInTable(text: string, start: number, end: number): readonly Place[] {
  return groupsInRun(text, start, MIN_CARD_DIGITS, MAX_CARD_DIGITS).filter(
    (group) => isCardNumber(group.digits) && !isTied(text, { start, end }, group),
  );
}

/** Card numbers in groups separated by full stops. */
const POINTED = new RegExp(
  String.raw`(?<![${PART_OF_WORD}]-?)${NO_NAME_BEFORE}(?<!\d\.)(?:\d{4}(?:\.\d{4}){3}(?:\.\d{3})?|\d{4}\.\d{6}\.\d{4,5})(?!-?[${PART_OF_WORD}]|\.\d)${NO_NAME_BEHIND}`,
  'gu',
);
/** An incomplete one at the end of the text, and its maximum length. */
const OPEN_POINTED = /(?<![\d.])\d{4}(?:\.\d{0,6}){1,4}$/;
const MAX_POINTED = 32;

const NO_PLACES: readonly Place[] = [];

/** Prefilter: whether two full stops are as far apart as around a group of such a number. */
function mayHoldPointed(text: string, { start, end }: Place): boolean {
  // Scans the range only: `indexOf` would search the rest of the text for every stretch without one.
  for (let at = start; at < end; at += 1) {
    if (!isPoint(text, at) || !isDigit(text.charCodeAt(at - 4))) continue;
    if (isPoint(text, at + 5) || isPoint(text, at + 7)) return true;
  }
  return false;
}

function pointedCards(text: string, stretch: Place): readonly Place[] {
  if (!mayHoldPointed(text, stretch)) return NO_PLACES;
  const from = Math.max(0, stretch.start - 2);
  const own = text.slice(from, stretch.end + 2);
  return Array.from(own.matchAll(POINTED))
    .filter(([value]) => isCardNumber(value.replaceAll('.', '')))
    .map(({ 0: value, index }) => ({ start: from + index, end: from + index + value.length }));
}

/** A word right before a number that makes it a count or an identifier of another kind. */
const COUNTED =
  /(?:\bean|\bupc|gtin|isbn|barcode|imei|iccid|order|bestellung|bestell|pedido|tracking|sendungs|parcel|shipment|\bsku|serial|snowflake|tweet|ticket|invoice|artikel)(?:\W{0,3}(?:no|nr|number|nummer|id|code|#))?\W{0,4}$|(?<![a-z\d])[a-z]{2}\d{2}(?:[ \u00a0-]?[a-z0-9]{4}){0,7}[ \u00a0-]?$/i;
const CARD_WORDS =
  /card|visa|master|amex|maestro|diners|\bpan\b|\bcc\b|karte|tarjeta|carte|cart[aã]o|\bcarta|kaart|\bkort|\bkart|карт|卡|カード|카드|credit|kredit|pay\b|paid|payment|charge/i;
/** Cards that are not payment cards. */
const OTHER_CARDS = /a+dha+r|uid|आधार|identi|\bid\b|\bsim\b|library|member|loyalty|health|insurance|gift|bonus|vehicle|student/i;
/** Lookbehind for such a word, in characters. */
const BEFORE = 60;

/**
 * Whether nothing before a number gives it another meaning; a number as long as bar codes, timestamps and identifiers must also
 * be called a card.
 */
function isBelieved(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (COUNTED.test(before)) return false;
  const value = text.slice(start, end);
  if (isRange(value) || isSeries(value)) return false;
  const isInPath = text[start - 1] === '/' && end - start > 16;
  const digits = digitsOf(value);
  if (digits.length === FEW_CARD_DIGITS || !isAssigned(digits)) return isNamedCard(text, start, end, before) && !OTHER_CARDS.test(before);
  const isUsual = (!isInPath && ![13, 17, 18].includes(end - start)) || !/^\d+$/.test(value);
  return isUsual || isNamedCard(text, start, end, before);
}

/** Whether the text right before a number, or its column's heading, mentions a card. */
function isNamedCard(text: string, start: number, end: number, before: string): boolean {
  return CARD_WORDS.test(before) || CARD_WORDS.test(columnName(text, start, end) ?? '');
}

/** Whether the digits are a range: two numbers of equal length. */
function isRange(value: string): boolean {
  return /^\d{8}[-\u2013]\d{8}$/.test(value);
}

/** Whether the groups of digits are numbers that go up or down in equal steps, as those of pages and years do. */
function isSeries(value: string): boolean {
  const [first = 0, second = 0, ...others] = groupsOf(value).map(Number);
  const step = second - first;
  return step !== 0 && others.length > 1 && others.every((number, index) => number === second + step * (index + 1));
}

function cardsIn(text: string, whole: DigitRun, digits: number): readonly Place[] {
  const run = withoutAmounts(text, withoutLabel(text, whole));
  if ((isAttached(text, run) && !isJoinedToName(text, run)) || isTelephone(text, run, digits)) return [];
  if (run === whole && digits <= MAX_CARD_DIGITS && isCardNumber(run.groups.map((group) => group.digits).join(''))) return [run];
  const found: Place[] = [];
  let index = 0;
  while (index < run.groups.length) {
    const count = isRestOfNumber(run, index) ? 0 : cardAt(run, index);
    const first = run.groups[index];
    const last = run.groups[index + count - 1];
    if (count > 0 && first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end });
    index += Math.max(1, count);
  }
  return found;
}

/** Whether a group continues a longer number, such as that of a parcel: four digits after another four that do not end a card. */
function isRestOfNumber({ groups }: DigitRun, index: number): boolean {
  const before = groups[index - 1];
  return index === 1 && before?.digits.length === 4 && groups[index]?.digits.length === 4;
}

/** How many groups from `index` on form a card number; 0 if none do. */
function cardAt(run: DigitRun, index: number): number {
  const single = run.groups[index]?.digits ?? '';
  if (single.length >= MIN_CARD_DIGITS && single.length <= MAX_CARD_DIGITS && isCardNumber(single)) return 1;
  const fitting = LAYOUTS.find(
    (layout) =>
      layout.every((size, at) => run.groups[index + at]?.digits.length === size) &&
      isCardNumber(
        run.groups
          .slice(index, index + layout.length)
          .map((group) => group.digits)
          .join(''),
      ),
  );
  return fitting?.length ?? 0;
}

/** Drops a numbered label, a year or a code before the number, separated by a space: `card2 4111…`, `in 2024 4111…`, `PIN 1234 4111…`. */
function withoutLabel(text: string, run: DigitRun): DigitRun {
  const [label, first] = run.groups;
  if (label === undefined || first === undefined || text[label.end] !== ' ' || first.start !== label.end + 1) return run;
  const isLabel = label.digits.length <= 2 && LABELLED.test(text.slice(Math.max(0, run.start - 3), run.start));
  const isYear = YEAR.test(label.digits) && BEFORE_YEAR.test(text.slice(Math.max(0, run.start - MAX_BEFORE_YEAR), run.start));
  const isOther = label.digits.length === 4 && isWholeCard(run) && isBehindOther(text, run.start, label.digits);
  return isLabel || isYear || isOther ? { ...run, start: first.start, groups: run.groups.slice(1) } : run;
}

/** Whether all groups of a run but the first are one card number. */
function isWholeCard(run: DigitRun): boolean {
  return run.groups.length > 1 && cardAt(run, 1) === run.groups.length - 1;
}

/** Whether four digits that end at a place's start are a year behind any word, or a code behind a word for one. */
function isBehindOther(text: string, start: number, digits: string): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE_YEAR), start);
  return BEFORE_CODE.test(before) || (YEAR.test(digits) && BEHIND_WORD.test(before));
}

/** Drops the end of an amount before the number and the start of one after it: `12.50 4111…`, `…1111 99.90`. */
function withoutAmounts(text: string, run: DigitRun): DigitRun {
  let { groups } = run;
  if (groups.length > 1 && isPoint(text, run.start - 1) && isDigit(text.charCodeAt(run.start - 2))) groups = groups.slice(1);
  if (groups.length > 1 && isPoint(text, run.end) && isDigit(text.charCodeAt(run.end + 1))) groups = groups.slice(0, -1);
  const [first, last] = [groups[0], groups.at(-1)];
  return groups === run.groups || first === undefined || last === undefined ? run : { start: first.start, end: last.end, groups };
}

function isPoint(text: string, at: number): boolean {
  return text[at] === '.';
}

const YEAR = /^(?:19|20)\d\d$/;
/** What precedes a year, and its maximum length. */
const BEFORE_YEAR =
  /(?<!\p{L})(?:in|since|from|until|by|of|year|im|seit|jahr|en|depuis|desde|nel|em|w|в|с|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)\.?\s(?:\d{1,2}(?:st|nd|rd|th)?,\s)?$/iu;
const MAX_BEFORE_YEAR = 18;
/** A word for a code, right before it; any word but those for numbers in groups of four. */
const BEFORE_CODE =
  /(?<!\p{L})(?:pin|cvv2?|cvc2?|csc|otp|code|ext|extension|room|suite|apt|unit|zip|plz|visa|mastercard|amex|card)\.?:?\s$/iu;
const BEHIND_WORD =
  /(?<!\p{L})(?!(?:parcel|tracking|shipment|sendung|paket|colis|iban|account|acct|konto|conto|cuenta|compte)\p{L}{0,8}\.?:?\s$)\p{L}{3,12}\.?:?\s$/iu;
/** The end of a word of three letters or more; two letters begin the IBAN of an account. */
const LABELLED = /\p{L}{3}$/u;
const ATTACHED_BEFORE = new RegExp(String.raw`[${PART_OF_WORD}]-?$|[\p{L}\p{N}_]_-?$|\d\.$`, 'u');
const ATTACHED_AFTER = new RegExp(String.raw`^-?[${PART_OF_WORD}]|^-?_[\p{L}\p{N}_]|^@|^\.\d`, 'u');
/** An end that may still turn out to be attached to something: a decimal point, or a high surrogate that may begin a letter. */
const UNDECIDED_END = /(?:\.|-?_|-?[\ud800-\udbff])$/;

/** An international telephone number: a plus sign and at most 15 digits (ITU-T E.164). */
function isTelephone(text: string, run: DigitRun, digits: number): boolean {
  return digits <= 15 && text[run.start - 1] === '+';
}

/** Whether an adjacent letter or decimal point makes the run part of something longer, such as a hash or an identifier. */
function isAttached(text: string, run: Place): boolean {
  return isAttachedBefore(text, run.start) || isAttachedAfter(text, run.end);
}

/** Whether a group is at an end of the run that is attached to something longer. */
function isTied(text: string, run: Place, group: Place): boolean {
  return (group.start === run.start && isAttachedBefore(text, run.start)) || (group.end === run.end && isAttachedAfter(text, run.end));
}

/** Whether an unbroken number is joined to the name of a card's number, as in names of fields and files. */
function isJoinedToName(text: string, { start, end, groups }: DigitRun): boolean {
  return groups.length === 1 && end - start > FEW_SPLIT_DIGITS && CARD_NAME.test(text.slice(Math.max(0, start - MAX_NAME), start));
}

const CARD_NAME = /(?:^|[^a-z])(?:(?:credit|debit|bank|my)[_-]?)?(?:card|visa|mastercard|amex|cardno)(?:[_-]?(?:no|nr|num|number))?[_-]?$/i;
const MAX_NAME = 32;

function isAttachedBefore(text: string, start: number): boolean {
  return ATTACHED_BEFORE.test(text.slice(Math.max(0, start - 3), start));
}

function isAttachedAfter(text: string, end: number): boolean {
  return ATTACHED_AFTER.test(text.slice(end, end + 3));
}
