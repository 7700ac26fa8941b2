import { isOver, MOVED } from './tense.ts';

/** A date in a text. */
export interface ResolvedDate {
  /** With the precision of the text: `2026-11-21`, `2026-11` or `2026`. */
  readonly date: string;
  /** The words of the date, and where they end in the text. */
  readonly words: string;
  readonly end: number;
  /** Whether the words are relative to the day on which they were said. */
  readonly isRelative: boolean;
}

const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

const WEEKDAY = `(${WEEKDAYS.join('|')})`;
const MONTH = `(${MONTHS.join('|')}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?)`;
const COUNT = `(\\d{1,3}|an?|${NUMBERS.slice(1).join('|')}|a couple of|a few)`;
const UNIT = `(day|week|month|year)s?`;
/** A day that comes every year, which is no date. */
const YEARLY = /\b(?:birthdays?|anniversary)(?:['’]s| is| are| falls)\b|\bborn\b|\bevery year\b/i;
/** Behind this stands the day that something was moved to. */
const MOVED_TO = new RegExp(
  `\\b${MOVED}\\b[^.;!?]{0,80}? (?:to|until|till) (?=(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|\\d{4}-\\d|${WEEKDAY}|${MONTH} \\d|next|today|tomorrow)\\b)`,
  'i',
);

type Reader = (match: RegExpMatchArray, day: Date, text: string) => string | undefined;

/** Patterns, longer ones first, with their meaning relative to `day` (midnight, UTC). */
const RULES: readonly { readonly pattern: RegExp; readonly isRelative: boolean; readonly read: Reader }[] = [
  rule(`\\b(\\d{4})-(\\d{2})-(\\d{2})\\b`, false, ([, y, m, d]) => dayText(new Date(Date.UTC(Number(y), Number(m) - 1, Number(d))))),
  rule(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})\\b`, false, ([, d, m, y]) => dated(y, m, d)),
  rule(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, false, ([, m, d, y]) => dated(y, m, d)),
  rule(`\\b${MONTH},? (\\d{4})\\b`, false, ([, m, y]) => dated(y, m)),
  rule(`\\b(?:the )?day (before yesterday|after tomorrow)\\b`, true, ([, which], day) =>
    dayText(shifted(day, which?.toLowerCase() === 'after tomorrow' ? 2 : -2)),
  ),
  rule(`\\b(yesterday|last night|today|tonight|this (?:morning|afternoon|evening)|tomorrow)\\b`, true, ([, word = ''], day) =>
    dayText(shifted(day, /^(?:yesterday|last)/i.test(word) ? -1 : /^tomorrow/i.test(word) ? 1 : 0)),
  ),
  rule(`\\b${COUNT} ${UNIT} ago\\b`, true, ([, count, unit], day) => moved(day, unit, -countOf(count))),
  rule(`\\bin ${COUNT} ${UNIT}\\b(?! ago)`, true, ([, count, unit], day) => moved(day, unit, countOf(count))),
  rule(`\\b(last|this past|next|this(?: coming)?) ${WEEKDAY}\\b`, true, ([, which = '', name], day) => {
    const back = /^last$|past/i.test(which);
    return dayText(weekday(day, name, back));
  }),
  rule(`\\b(last|this past|next|this(?: coming)?) weekend\\b`, true, ([, which = ''], day) => {
    const back = /^last$|past/i.test(which);
    const near = weekday(day, 'saturday', back);
    return dayText(/^next/i.test(which) && day.getUTCDay() !== 6 ? shifted(near, 7) : near);
  }),
  rule(`\\b(last|this|next) (week|month|year)\\b`, true, ([, which = '', unit], day) => {
    const by = /^last/i.test(which) ? -1 : /^next/i.test(which) ? 1 : 0;
    return unit?.toLowerCase() === 'week' && by === 0 ? undefined : moved(day, unit, by);
  }),
  rule(`\\b(last|this|next) ${MONTH}\\b`, true, ([, which = '', name], day) => {
    const month = monthOf(name);
    const year = day.getUTCFullYear();
    const isLater = month > day.getUTCMonth();
    const by = /^last/i.test(which) ? (isLater || month === day.getUTCMonth() ? -1 : 0) : /^next/i.test(which) && !isLater ? 1 : 0;
    return `${year + by}-${two(month + 1)}`;
  }),
  rule(`\\b(?:on|for) ${WEEKDAY}\\b`, true, (match, day, text) => dayText(weekday(day, match[1], saysOver(match, text)))),
  // What was moved to a day is looked at from there on.
  rule(`^ +(?:the )?${WEEKDAY}\\b`, true, ([, name], day) => dayText(weekday(day, name))),
  rule(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b`, true, (match, day, text) => nearest(day, match[2], match[1], match, text)),
  rule(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, true, (match, day, text) => nearest(day, match[1], match[2], match, text)),
  rule(`\\b(?:in|since|until) ((?:19|20)\\d{2})\\b`, false, ([, y]) => y),
];

/**
 * The first date in a sentence, relative to when it was said, in UTC. A day and month without a year, or a weekday, is the next one, or
 * the last one if the sentence speaks of it as over; a birthday has no year. What was moved to another day has that one. Undefined if
 * there is none.
 */
export function resolveDate(text: string, saidAt: Date): ResolvedDate | undefined {
  const day = new Date(Date.UTC(saidAt.getUTCFullYear(), saidAt.getUTCMonth(), saidAt.getUTCDate()));
  // The day that it had before stands in front.
  const moved = MOVED_TO.exec(text);
  const from = moved === null ? 0 : moved.index + moved[0].length;
  const found = firstDate(' '.repeat(from) + text.slice(from), day);
  return found ?? (from === 0 ? undefined : firstDate(text, day));
}

function firstDate(text: string, day: Date): ResolvedDate | undefined {
  for (const { pattern, isRelative, read } of RULES) {
    const match = pattern.exec(text);
    const date = match === null ? undefined : read(match, day, text);
    if (match !== null && date !== undefined) return { date, words: match[0].trim(), end: match.index + match[0].length, isRelative };
  }
  return undefined;
}

/** The sentence with the dates of its relative words inserted: "yesterday (2026-11-20)". */
export function withResolvedDate(text: string, saidAt: Date): { readonly text: string; readonly date?: string } {
  const found = resolveDate(text, saidAt);
  if (found === undefined) return { text };
  if (!found.isRelative) return { text, date: found.date };
  return { text: `${text.slice(0, found.end)} (${found.date})${text.slice(found.end)}`, date: found.date };
}

function rule(pattern: string, isRelative: boolean, read: Reader) {
  return { pattern: new RegExp(pattern, 'i'), isRelative, read };
}

function shifted(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function dayText(day: Date): string | undefined {
  return Number.isNaN(day.getTime()) ? undefined : day.toISOString().slice(0, 10);
}

function countOf(words = ''): number {
  const text = words.toLowerCase();
  if (/^an?$/.test(text)) return 1;
  if (text === 'a couple of') return 2;
  if (text === 'a few') return 3;
  const number = NUMBERS.indexOf(text);
  return number === -1 ? Number(text) : number;
}

/** With the precision of the unit: two months ago is a month, two weeks ago a day. */
function moved(day: Date, unit = '', by = 0): string | undefined {
  const year = day.getUTCFullYear();
  switch (unit.toLowerCase()) {
    case 'day':
      return dayText(shifted(day, by));
    case 'week':
      return dayText(shifted(day, 7 * by));
    case 'month':
      return new Date(Date.UTC(year, day.getUTCMonth() + by, 1)).toISOString().slice(0, 7);
    default:
      return String(year + by);
  }
}

/** The next such weekday after the day, or the last one before it. */
function weekday(day: Date, name = '', back = false): Date {
  const wanted = WEEKDAYS.indexOf(name.toLowerCase());
  const ahead = (wanted - day.getUTCDay() + 7) % 7;
  if (back) return shifted(day, ahead === 0 ? -7 : ahead - 7);
  return shifted(day, ahead === 0 ? 7 : ahead);
}

function monthOf(name = ''): number {
  const start = name.toLowerCase().slice(0, 3);
  return MONTHS.findIndex((month) => month.startsWith(start));
}

/** A day or month of a year; undefined for a day that does not exist. */
function dated(year = '', month = '', day?: string): string | undefined {
  const index = monthOf(month);
  if (day === undefined) return `${year}-${two(index + 1)}`;
  const date = new Date(Date.UTC(Number(year), index, Number(day)));
  return date.getUTCMonth() === index && date.getUTCDate() === Number(day) ? dayText(date) : undefined;
}

function nearest(day: Date, month = '', date = '', match: RegExpMatchArray, text: string): string | undefined {
  const year = day.getUTCFullYear();
  const here = YEARLY.test(text) ? undefined : dated(String(year), month, date);
  if (here === undefined) return undefined;
  const isLater = here > (dayText(day) ?? '');
  if (saysOver(match, text)) return isLater ? dated(String(year - 1), month, date) : here;
  return isLater || here === dayText(day) ? here : dated(String(year + 1), month, date);
}

/** Whether a text speaks of a day as over; a preposition before it is none of its words. */
function saysOver(match: RegExpMatchArray, text: string): boolean {
  const begin = (match.index ?? 0) + (/^(?:on|for) /i.exec(match[0])?.[0].length ?? 0);
  return isOver(text, begin, (match.index ?? 0) + match[0].length);
}
