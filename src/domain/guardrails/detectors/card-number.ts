import type { Detector, Finding, GuardPart } from '../../../ports/guard.ts';
import { isCardNumber } from './card-issuers.ts';
import { digitStretch, groupsInRun, measureRun, nextDigit, readDigitRun, trailingDigitRun, type DigitRun } from './digit-run.ts';

/** Group sizes a card number is printed in; inside a run of more digits only these are believed. */
const LAYOUTS: readonly (readonly number[])[] = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];

/** Runs of more digits than this are tables of numbers: there only an unbroken group can be a card. */
const TABLE_DIGITS = 40;
const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;
/** No run of TABLE_DIGITS digits is longer than this, in characters. */
const MAX_HELD = 256;

/**
 * Finds payment card numbers: 13 to 19 digits, unbroken or with single spaces or hyphens, of a known
 * issuer's prefix and length, with a correct Luhn digit and nothing attached that makes them part of
 * something longer.
 */
export const cardNumberDetector: Detector = {
  name: 'card_number',
  directions: ['input', 'output'],
  inspect(part: GuardPart): readonly Finding[] {
    const { text } = part;
    let stretch = digitStretch(text, 0, MIN_CARD_DIGITS);
    if (stretch === undefined) return NONE;
    const findings: Finding[] = [];
    const extent = { end: 0, digits: 0 };
    for (; stretch !== undefined; stretch = digitStretch(text, stretch.end, MIN_CARD_DIGITS)) {
      for (let index = stretch.start; index < stretch.end; index = nextDigit(text, extent.end)) {
        const { end, digits } = measureRun(text, index, extent);
        if (digits < MIN_CARD_DIGITS) continue;
        const cards = digits > TABLE_DIGITS ? cardsInTable(text, index, end) : cardsIn(text, readDigitRun(text, index), digits);
        for (const card of cards) {
          findings.push({ detector: 'card_number', category: 'credit_card', part: part.id, start: card.start, end: card.end, score: 1 });
        }
      }
    }
    return findings;
  },
  tail(text: string): number {
    const from = Math.max(0, text.length - MAX_HELD);
    const run = trailingDigitRun(text.slice(from).replace(UNDECIDED_END, ''), TABLE_DIGITS);
    if (run === undefined) return text.length;
    if (run.digits <= TABLE_DIGITS) return from + run.start;
    return run.lastGroupDigits <= MAX_CARD_DIGITS ? from + run.lastGroupStart : text.length;
  },
};

const NONE: readonly Finding[] = [];

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The unbroken groups of a table that are cards. What is tied to one end of it says nothing of the numbers before it, which a stream has let go by then. */
function cardsInTable(text: string, start: number, end: number): readonly Place[] {
  return groupsInRun(text, start, MIN_CARD_DIGITS, MAX_CARD_DIGITS).filter(
    (group) => isCardNumber(group.digits) && !isTied(text, { start, end }, group),
  );
}

function cardsIn(text: string, run: DigitRun, digits: number): readonly Place[] {
  if (isAttached(text, run) || isTelephone(text, run, digits)) return [];
  if (digits <= MAX_CARD_DIGITS && isCardNumber(run.groups.map((group) => group.digits).join(''))) return [run];
  const found: Place[] = [];
  let index = 0;
  while (index < run.groups.length) {
    const count = cardAt(run, index);
    const first = run.groups[index];
    const last = run.groups[index + count - 1];
    if (count > 0 && first !== undefined && last !== undefined) found.push({ start: first.start, end: last.end });
    index += Math.max(1, count);
  }
  return found;
}

/** How many groups from `index` on make a card number; 0 for none. */
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

const ATTACHED_BEFORE = /[\p{L}\p{N}_]-?$|\d\.$/u;
const ATTACHED_AFTER = /^-?[\p{L}\p{N}_]|^\.\d/u;
/** What may still turn into something attached: a decimal point, or half of a letter beyond the basic plane. */
const UNDECIDED_END = /(?:\.|-?[\ud800-\udbff])$/;

/** An international telephone number: a plus sign and at most 15 digits (ITU-T E.164). */
function isTelephone(text: string, run: DigitRun, digits: number): boolean {
  return digits <= 15 && text[run.start - 1] === '+';
}

/** Whether a letter or a decimal point ties the run to something longer, such as a hash or an identifier. */
function isAttached(text: string, run: Place): boolean {
  return isAttachedBefore(text, run.start) || isAttachedAfter(text, run.end);
}

/** Whether a group stands at an end of the run that is tied to something longer. */
function isTied(text: string, run: Place, group: Place): boolean {
  return (group.start === run.start && isAttachedBefore(text, run.start)) || (group.end === run.end && isAttachedAfter(text, run.end));
}

function isAttachedBefore(text: string, start: number): boolean {
  return ATTACHED_BEFORE.test(text.slice(Math.max(0, start - 3), start));
}

function isAttachedAfter(text: string, end: number): boolean {
  return ATTACHED_AFTER.test(text.slice(end, end + 3));
}
