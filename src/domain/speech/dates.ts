import { cardinalWords, digitWords, ordinalWords, pluralWords, yearWords } from './number-words.ts';
import { closing, type ReadingRule } from './reading-rule.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const DAY = '(0?[1-9]|[12]\\d|3[01])';
const YEAR = '(\\d{4})(?![\\d,.:]?\\d)';

function monthName(written: string): string {
  return MONTHS.find((month) => month.startsWith(written.slice(0, 3).toLowerCase())) ?? '';
}

/** Words before a day written as «12/31», which would otherwise be a fraction. */
const ON_DAY =
  /\b(?:on|due|dated|until|since|deadline is|date is|birthday is|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?) $/i;
/** Before seconds, where «30s» is no decade. */
const LASTING = /(?:\b(?:after|within|every|for|takes?|took|lasts?|lasted|waits?|waited|timeout|than|under|is|was|of)|[~<>≤=]) ?$/i;
const BY_DAY = /\b(?:by|before|after) $/i;
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

function dayName(written: string): string {
  return DAYS.find((day) => day.startsWith(written.slice(0, 3).toLowerCase())) ?? '';
}

function calendarDate(year: string, month: string, day: string): string | undefined {
  const name = MONTHS[Number(month) - 1];
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
  return `${name} ${ordinalWords(String(Number(day)))} ${year.length === 2 ? shortYear(year) : yearWords(year)}`;
}

/** A day without its year; undefined where there is no such day. */
function dayOfMonth(day: number, month: number): string | undefined {
  const name = MONTHS[month - 1];
  return name === undefined || day < 1 || day > 31 ? undefined : `${name} ${ordinalWords(String(day))}`;
}

function shortYear(year: string): string {
  return yearWords(`${Number(year) < 50 ? '20' : '19'}${year}`);
}

function clock(hour: string, minute: string): string {
  if (Number(minute) === 0) return Number(hour) <= 12 ? cardinalWords(String(Number(hour))) : `${cardinalWords(hour)} hundred`;
  return `${cardinalWords(String(Number(hour)))} ${Number(minute) < 10 ? `oh ${cardinalWords(String(Number(minute)))}` : cardinalWords(minute)}`;
}

function wholeHour(hour: string, minute: string): string {
  if (Number(minute) !== 0) return Number(hour) === 0 ? `zero ${clock('0', minute).replace(/^zero /, '')}` : clock(hour, minute);
  if (Number(hour) === 0) return 'midnight';
  return Number(hour) <= 12 ? `${cardinalWords(String(Number(hour)))} o'clock` : clock(hour, minute);
}

function militaryTime(hour: string, minute: string): string {
  const hours = hour.startsWith('0') ? digitWords(hour, 'oh') : cardinalWords(hour);
  return `${hours} ${minute === '00' ? 'hundred' : minute.startsWith('0') ? digitWords(minute, 'oh') : cardinalWords(minute)}`;
}

function half(written: string): string {
  return /^a/i.test(written) ? ' A M' : ' P M';
}

const HALF = '(a\\.m\\.?|p\\.m\\.?|am|pm)(?![A-Za-z])';

/** Dates, times of day and years, in American, European, ISO and long forms. */
export const DATE_RULES: readonly ReadingRule[] = [
  {
    pattern: /(Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun)\s?[-–]\s?(Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat|Sun)(?![a-z])/y,
    say: ([, from = '', to = '']) => `${dayName(from)} to ${dayName(to)}`,
  },
  { pattern: new RegExp(`${MONTH}[-–]${MONTH}(?![a-z])`, 'y'), say: ([, from = '', to = '']) => `${monthName(from)} to ${monthName(to)}` },
  {
    pattern: /(\d{4})([-/.])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?(?![\d-]|[/.]\d)/y,
    say: ([, year = '', , month = '', day = '', hour, minute = '', zone]) => {
      const date = calendarDate(year, month, day);
      if (date === undefined || hour === undefined) return date;
      return `${date} at ${wholeHour(hour, minute)}${zone === 'Z' ? ' U T C' : ''}`;
    },
  },
  {
    pattern: /(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-]\d|\d)/y,
    say: ([, first = '', mark, second = '', year = '']) => {
      if (mark !== '/' && year.length !== 4) return undefined;
      const dayFirst = mark === '.' ? Number(second) <= 12 : Number(first) > 12;
      return dayFirst ? calendarDate(year, second, first) : calendarDate(year, first, second);
    },
  },
  {
    pattern: /(?!9\/11(?!\d))(\d{1,2})\/(\d{1,2})(?![\w/%"”]|[.,]\d|\s?[=+×*÷]|\s(?:of|in|inch|inches|cups?|miles?)\b)/y,
    say: ([, month = '', day = ''], { before, after }) => {
      const [first, second] = [Number(month), Number(day)];
      if (!ON_DAY.test(before) && !(second > 12 && BY_DAY.test(before)) && !/^ \((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(after))
        return undefined;
      return first > 12 ? dayOfMonth(first, second) : dayOfMonth(second, first);
    },
  },
  {
    pattern: /(UTC|GMT)\s?([-−–+])\s?(\d{1,2})(?::?(\d{2}))?(?!\w)/y,
    say: ([, zone = '', sign = '', hours = '', minutes = '00']) =>
      `${zone.split('').join(' ')} ${sign === '+' ? 'plus' : 'minus'} ${cardinalWords(String(Number(hours)))}${Number(minutes) === 0 ? '' : ` ${cardinalWords(minutes)}`}`,
  },
  { pattern: /(Tues?|Thu(?:rs?)?|Fri)(?![A-Za-z.])/y, say: ([, day = '']) => dayName(day) },
  { pattern: new RegExp(`(Mon|Wed|Sat|Sun)(?=\\)|,? (?:\\d{1,2}(?![\\w:])|${MONTH}\\b))`, 'y'), say: ([, day = '']) => dayName(day) },
  {
    pattern: new RegExp(`${DAY}-${MONTH}-(\\d{4}|\\d{2})(?![\\w-])`, 'y'),
    say: ([, day = '', month = '', year = '']) =>
      `the ${ordinalWords(String(Number(day)))} of ${monthName(month)} ${year.length === 2 ? shortYear(year) : yearWords(year)}`,
  },
  {
    pattern: new RegExp(`${DAY}(?:st|nd|rd|th)?\\s?[-–]\\s?${DAY}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?![A-Za-z])(?:,? ${YEAR})?`, 'y'),
    say: ([, first = '', last = '', month = '', year], { before }) => {
      if (/^may$/.test(month)) return undefined;
      const [the, joint] = [/\bthe $/i.test(before) ? '' : 'the ', /\bbetween (?:the )?$/i.test(before) ? 'and' : 'to'];
      const [from, to] = [first, last].map((day) => ordinalWords(String(Number(day))));
      return `${the}${from} ${joint} the ${to} of ${monthName(month)}${year === undefined ? '' : ` ${yearWords(year)}`}`;
    },
  },
  {
    pattern: new RegExp(`${DAY}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?![A-Za-z])(\\.?)(?:,? ${YEAR})?`, 'y'),
    say: ([, day = '', month = '', stop = '', year], { before, after }) => {
      if (/^may$/.test(month)) return undefined;
      const the = /\bthe $/i.test(before) ? '' : 'the ';
      const end = year === undefined ? closing(stop, after) : ` ${yearWords(year)}`;
      return `${the}${ordinalWords(String(Number(day)))} of ${monthName(month)}${end}`;
    },
  },
  {
    pattern: new RegExp(
      `${MONTH}\\.? ${DAY}(?:st|nd|rd|th)?(?:\\s?[-–]\\s?${DAY}(?:st|nd|rd|th)?)?(?![\\d:]|[.,]\\d)(?:(,?) ${YEAR})?`,
      'y',
    ),
    say: ([, month = '', day = '', lastDay, comma = '', year]) => {
      const to = lastDay === undefined ? '' : ` to ${ordinalWords(String(Number(lastDay)))}`;
      const rest = year === undefined ? '' : `${comma === '' ? '' : ' ,'} ${yearWords(year)}`;
      return `${monthName(month)} ${ordinalWords(String(Number(day)))}${to}${rest}`;
    },
  },
  {
    pattern: new RegExp(`${MONTH}\\.? ${YEAR}`, 'y'),
    say: ([, month = '', year = '']) => `${monthName(month)} ${yearWords(year)}`,
  },
  {
    pattern: new RegExp(`(\\d{1,2})(?::(\\d{2}))?\\s?(?:${HALF})?\\s?[-–]\\s?(\\d{1,2})(?::(\\d{2}))?\\s?${HALF}`, 'iy'),
    say: ([, hour = '', minute = '00', firstHalf, end = '', endMinute = '00', lastHalf = ''], { after }) =>
      `${clock(hour, minute)}${firstHalf === undefined ? '' : half(firstHalf)} to ${clock(end, endMinute)}${half(lastHalf)}${closing(lastHalf, after)}`,
  },
  {
    pattern: /(\d{1,2}):([0-5]\d)\s?[-–]\s?(\d{1,2}):([0-5]\d)(?!\d)/y,
    say: ([, hour = '', minute = '', end = '', endMinute = '']) => `${clock(hour, minute)} to ${clock(end, endMinute)}`,
  },
  {
    pattern: new RegExp(`(\\d{1,2})(?:[:.]([0-5]\\d))?\\s?${HALF}`, 'iy'),
    say: ([, hour = '', minute = '00', written = ''], { after }) => `${clock(hour, minute)}${half(written)}${closing(written, after)}`,
  },
  {
    pattern: /(\d{1,3}):(\d{1,3})[-–](\d{1,3})(?![\d:])/y,
    say: ([, chapter = '', verse = '', last = '']) => {
      const minute = verse.startsWith('0') ? digitWords(verse, 'oh') : cardinalWords(verse);
      return `${cardinalWords(chapter)}${Number(verse) === 0 ? '' : ` ${minute}`} to ${cardinalWords(last)}`;
    },
  },
  {
    pattern: /(\d{1,2}):([0-5]\d)\.(\d{1,3})(?![\d:])/y,
    say: ([, minute = '', second = '', rest = '']) =>
      `${cardinalWords(minute)} ${second.startsWith('0') ? digitWords(second, 'oh') : cardinalWords(second)} point ${digitWords(rest)}`,
  },
  {
    pattern: /(\d{1,2})\s?[-–]\s?(\d{1,2}):([0-5]\d)(?!\d)/y,
    say: ([, hour = '', end = '', minute = '']) => `${clock(hour, '00')} to ${clock(end, minute)}`,
  },
  { pattern: /[-–](?=(?:noon|midnight)\b)/y, say: () => 'to' },
  {
    pattern: /(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])/y,
    say: ([, hour = '', minute = '', second = '']) =>
      `${cardinalWords(String(Number(hour)))} ${[minute, second].map((part) => (part.startsWith('0') ? digitWords(part, 'oh') : cardinalWords(part))).join(' ')}`,
  },
  {
    pattern: /([01]\d|2[0-3])([0-5]\d) (?:hours|hrs)\b/y,
    say: ([, hour = '', minute = ''], { before }) =>
      hour.startsWith('0') || /\b(?:at|by|from|until|before|after|to) $/i.test(before) ? `${militaryTime(hour, minute)} hours` : undefined,
  },
  {
    pattern: /([01]?\d|2[0-4]):([0-5]\d)(?![\d:]|,\d{3})/y,
    say: ([, hour = '', minute = ''], { before }) =>
      /\b(?:ratio|odds|scale)\b[^.]{0,12}$/i.test(before) ? undefined : wholeHour(hour, minute),
  },
  {
    pattern: /(\d{1,3}):(\d{1,3}):(\d{1,3})(?![\d:])/y,
    say: ([whole = '']) =>
      whole
        .split(':')
        .map((part) => cardinalWords(part))
        .join(' to '),
  },
  {
    pattern: /(\d{1,4}):(\d{1,3}(?:,\d{3}){1,3})(?![\d:])/y,
    say: ([, left = '', right = '']) => `${cardinalWords(left)} to ${cardinalWords(right)}`,
  },
  {
    pattern: /(\d{1,4})(?::|\s:\s)(\d{1,4})(?![\d:])/y,
    say: ([, left = '', right = '']) => `${cardinalWords(left)} to ${cardinalWords(right)}`,
  },
  {
    pattern: /['’]?(\d{2}|\d{3}0)['’]?s(?![A-Za-z])/y,
    say: ([written = '', digits = ''], { before }) =>
      digits.endsWith('0') && !(/^\d0s$/.test(written) && LASTING.test(before)) ? pluralWords(yearWords(digits)) : undefined,
  },
  {
    pattern: /['’](\d{2})(?![\dA-Za-z"'.])/y,
    say: ([, digits = '']) => (digits.startsWith('0') ? digitWords(digits, 'oh') : cardinalWords(digits)),
  },
];

/** Years on their own and year ranges; tried after all rules that give a four-digit number another meaning. */
export const YEAR_RULES: readonly ReadingRule[] = [
  {
    pattern: /((?:1[1-9]|20)\d\d)\s?[-–—/]\s?((?:1[1-9]|20)\d\d|\d\d)(?![\d,.]\d|\d|[A-Za-z])/y,
    say: ([, from = '', to = '']) => `${yearWords(from)} to ${to.length === 2 ? cardinalWords(to) : yearWords(to)}`,
  },
  {
    pattern: /(\d{1,4}) ?(BCE|BC|CE|AD|B\.C\.|A\.D\.)(?![A-Za-z])/y,
    say: ([, year = '', era = ''], { after }) => `${yearWords(year)} ${era.replace(/\./g, '').split('').join(' ')}${closing(era, after)}`,
  },
  {
    pattern: /(10\d\d)(?=[,.;:)!?](?!\d)|$| (?:the|a|he|she|it|they|we|[A-Z][a-z]+)\b)/y,
    say: ([, year = ''], { before }) =>
      /\b(?:in|since|by|until|year|of|around|before|after) $/i.test(before) ? yearWords(year) : undefined,
  },
  {
    pattern:
      /((?:1[1-9]|20)\d\d)(?![\dA-Za-z%°]|[,.:/]\d| (?:dollars|euros|pounds|yen|people|users|words|calories|miles|feet|points|items|pages|times|steps|lines|tokens)\b)/y,
    say: ([, year = '']) => yearWords(year),
  },
];
