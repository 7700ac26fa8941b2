import { cardinalWords, digitWords, fractionWords, labelWords, numberWords, ordinalWords, pluralWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';
import { vulgarFraction } from './units.ts';

const NUMBER = '(\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,30})?|\\d{1,400}(?:\\.\\d{1,30})?|\\.\\d{1,30})';
/** A run of this many digits without commas is an identifier (an account, an order) and is read digit by digit. */
const LABEL_DIGITS = 10;
const SIGNS: Readonly<Record<string, string>> = { '+': 'plus', '±': 'plus or minus', '~': 'about', '≈': 'about' };
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  b: 'billion',
  bn: 'billion',
  tn: 'trillion',
};
/** What is counted by the thousand or million rather than measured: «10m users» are not metres. */
const MANY =
  '(?:people|users|views|visitors|visits|subscribers|customers|downloads|followers|members|copies|households|jobs|voters|viewers|records|rows|tokens|requests|parameters|years|likes|stars|words|lines|steps|posts|files|units|rps|qps|tps)';
/** Where «bps» are hundredths of a percent rather than bits per second. */
const INTEREST = /\b(?:rates?|yields?|fed|ecb|bank|spreads?|hikes?|cuts?|treasur(?:y|ies)|bonds?|coupons?|margins?|basis|percent)\b|%/i;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function quantity(written: string): string {
  return /^\d+$/.test(written) && written.length >= LABEL_DIGITS ? digitWords(written) : numberWords(written);
}

function power(written: string): string {
  const plain = written
    .split('')
    .map((digit) => (SUPERSCRIPTS.includes(digit) ? String(SUPERSCRIPTS.indexOf(digit)) : digit === '⁻' ? '-' : digit))
    .join('');
  if (plain === '2') return 'squared';
  if (plain === '3') return 'cubed';
  return `to the ${/^[-−]/.test(plain) ? 'minus ' : ''}${cardinalWords(plain)}`;
}

/** Numbers in thousands, millions and more, tried before units, since an m can also be a metre. */
export const SCALE_RULES: readonly ReadingRule[] = [
  {
    pattern: /(\d{1,4}(?:\.\d{1,2})?)\s?bps(?![A-Za-z])/y,
    say: ([, points = ''], { before, after }) => (INTEREST.test(before + after) ? `${numberWords(points)} basis points` : undefined),
  },
  {
    pattern: new RegExp(`${NUMBER}\\s?(mn|bn|tn)(?![A-Za-z\\d])`, 'y'),
    say: ([, number = '', scale = '']) => `${numberWords(number)} ${SCALES[scale] ?? ''}`,
  },
  {
    pattern: /(\d{1,3}(?:\.\d{1,2})?)\s?[-–]\s?(\d{1,3}(?:\.\d{1,2})?)[kK](?![A-Za-z\d])/y,
    say: ([, from = '', to = '']) => `${numberWords(from)} to ${numberWords(to)} thousand`,
  },
  {
    pattern: new RegExp(`${NUMBER}([kKmMbB])(?= ${MANY}\\b)`, 'y'),
    say: ([, number = '', scale = '']) => `${numberWords(number)} ${SCALES[scale.toLowerCase()] ?? ''}`,
  },
];

/** Plain numbers: versions, fractions, powers, ranges, ordinals, signed and decimal numbers. */
export const NUMBER_RULES: readonly ReadingRule[] = [
  {
    pattern: /(?:v|[vV]ersion |V(?=\d{1,6}\.\d))(\d{1,6}(?:\.\d{1,6}){0,4})(?:-(alpha|beta|rc|preview)(?:\.?(\d{1,3}))?)?(?![\w])/y,
    say: ([, parts = '', stage, step]) =>
      `version ${parts
        .split('.')
        .map((part) => cardinalWords(part))
        .join(
          ' point ',
        )}${stage === undefined ? '' : stage === 'rc' ? ' R C' : ` ${stage}`}${step === undefined ? '' : ` ${cardinalWords(step)}`}`,
  },
  {
    pattern: /(\d{1,3}(?:\.\d{1,3}){3})(?:\/(\d{1,2}))?(?!\w|\.\d)/y,
    say: ([, address = '', prefix]) => {
      const parts = address.split('.');
      if (parts.some((part) => Number(part) > 255)) return undefined;
      return `${parts.map((part) => cardinalWords(part)).join(' dot ')}${prefix === undefined ? '' : ` slash ${cardinalWords(prefix)}`}`;
    },
  },
  {
    pattern: /(\d{1,3}(?:\.\d{3}){2,6})(?:,(\d{1,4}))?(?![\w]|[.,]\d)|(\d{1,3}(?:\.\d{3}){1,6}),(\d{1,2})(?![\w]|[.,]\d)/y,
    say: ([, whole, decimals, other = '', cents]) => {
      const fraction = decimals ?? cents;
      return numberWords(`${(whole ?? other).replace(/\./g, '')}${fraction === undefined ? '' : `.${fraction}`}`);
    },
  },
  {
    pattern: /(\d{1,3})s(?![A-Za-z])/y,
    say: ([, age = ''], { before }) => (/\b(?:under|over)[- ]$/i.test(before) ? pluralWords(cardinalWords(age)) : undefined),
  },
  {
    pattern: /\d{1,6}(?:\.\d{1,6}){2,5}(?!\w)/y,
    say: ([whole = '']) =>
      whole
        .split('.')
        .map((part) => cardinalWords(part))
        .join(' point '),
  },
  { pattern: /24\/7(?!\w)/y, say: () => 'twenty four seven' },
  { pattern: /9\/11(?!\w)/y, say: () => 'nine eleven' },
  { pattern: /50\/50(?!\w)/y, say: () => 'fifty fifty' },
  {
    pattern: /20\/(\d{2,3})(?= (?:vision|hindsight|eyesight|sight|acuity)\b)/y,
    say: ([, distance = '']) => `twenty ${labelWords(distance)}`,
  },
  {
    pattern: /(\d{2}|[2-9])\/([248]|16)(?=[ -](?:time|rhythms?|grooves?|signatures?)\b)/y,
    say: ([, beats = '', unit = '']) => `${cardinalWords(beats)} ${cardinalWords(unit)}`,
  },
  {
    pattern: /([-−]?)(\d{1,4}[ -])?(\d{1,4})[/⁄](\d{1,4})(th|rd|nd|ths|rds)?(?![\w/])/y,
    say: ([, sign = '', whole, numerator = '', denominator = '']) =>
      `${sign === '' ? '' : 'minus '}${whole === undefined ? '' : `${cardinalWords(whole)} and `}${fractionWords(numerator, denominator)}`.replace(
        /and one (half|quarter)$/,
        'and a $1',
      ),
  },
  {
    pattern: /(\d{1,9})?\s?([½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/y,
    say: ([, whole, sign = '']) =>
      whole === undefined
        ? vulgarFraction(sign)
        : `${cardinalWords(whole)} and ${vulgarFraction(sign).replace(/^one quarter$/, 'a quarter')}`,
  },
  {
    pattern: new RegExp(`([-−]?)${NUMBER}(?:[eE]([+-]?\\d{1,4})|\\s?[×x*]\\s?10(?:\\^([+-]?\\d{1,4})|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})))(?![\\w])`, 'y'),
    say: ([, sign = '', number = '', e, caret, raised]) =>
      `${sign === '' ? '' : 'minus '}${numberWords(number)} times ten ${power((e ?? caret ?? raised ?? '').replace('+', ''))
        .replace(/^squared$/, 'to the two')
        .replace(/^cubed$/, 'to the three')}`,
  },
  {
    pattern: new RegExp(`${NUMBER}(?:\\^([-−]?\\d{1,4})|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}))(?![\\w])`, 'y'),
    say: ([, base = '', caret, raised]) => `${numberWords(base)} ${power(caret ?? raised ?? '')}`,
  },
  {
    pattern: /(\d{1,3}(?:,\d{3}){0,4}|\d{1,12})(st|nd|rd|th)\s?[-–]\s?(\d{1,12})(?:st|nd|rd|th)(?![A-Za-z])/iy,
    say: ([, from = '', , to = '']) => `${ordinalWords(from)} to ${ordinalWords(to)}`,
  },
  {
    pattern: /(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:st|nd|rd|th)(?![A-Za-z])/iy,
    say: ([, digits = '']) => ordinalWords(digits.replace(/,/g, '')),
  },
  {
    pattern: new RegExp(`([-−]?)${NUMBER}(?:[-–—]|\\s[-–]\\s)${NUMBER}(?![\\w]|[-–][\\w])`, 'y'),
    say: ([whole = '', sign = '', from = '', to = ''], { before }) => {
      if (/[A-Za-z]-?$/.test(before)) return undefined;
      const read = /\s/.test(whole) ? numberWords : quantity;
      return `${sign === '' ? '' : 'minus '}${read(from)} to ${read(to)}`;
    },
  },
  {
    pattern: new RegExp(`([-−–+±~≈])${NUMBER}(?![\\w])`, 'y'),
    say: ([, sign = '', number = ''], { before }) => (/[\w)]$/.test(before) ? undefined : `${SIGNS[sign] ?? 'minus'} ${quantity(number)}`),
  },
  { pattern: /(?:#|№\s?|\b[Nn]o\. |\b[Nn]os\. )(\d{1,9})(?![\w])/y, say: ([, digits = '']) => `number ${cardinalWords(digits)}` },
  { pattern: /\d{1,15}(?=[A-Za-z])/y, say: ([digits = '']) => labelWords(digits) },
  {
    pattern: new RegExp(NUMBER, 'y'),
    say: ([, number = ''], { before }) => (/[A-Za-z]-?$/.test(before) && /^\d+$/.test(number) ? labelWords(number) : quantity(number)),
  },
];
