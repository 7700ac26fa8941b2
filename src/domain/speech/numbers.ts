import { cardinalWords, digitWords, fractionWords, labelWords, numberWords, ordinalWords, romanValue } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';
import { vulgarFraction } from './units.ts';

const NUMBER = '(\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,30})?|\\d{1,400}(?:\\.\\d{1,30})?|\\.\\d{1,30})';
/** A run of this many digits without commas is an identifier (an account, an order) and is read digit by digit. */
const LABEL_DIGITS = 10;
const SIGNS: Readonly<Record<string, string>> = { '+': 'plus', '±': 'plus or minus', '~': 'about', '≈': 'about' };
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

/** Plain numbers: versions, fractions, powers, ranges, ordinals, signed and decimal numbers. */
export const NUMBER_RULES: readonly ReadingRule[] = [
  {
    pattern: /(?:[vV](?:ersion )?)(\d{1,6}(?:\.\d{1,6}){0,4})(?:-(alpha|beta|rc|preview)(?:\.?(\d{1,3}))?)?(?![\w])/y,
    say: ([, parts = '', stage, step]) =>
      `version ${parts
        .split('.')
        .map((part) => cardinalWords(part))
        .join(
          ' point ',
        )}${stage === undefined ? '' : stage === 'rc' ? ' R C' : ` ${stage}`}${step === undefined ? '' : ` ${cardinalWords(step)}`}`,
  },
  {
    pattern: /\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/y,
    say: ([whole = '']) =>
      whole
        .split('.')
        .map((part) => cardinalWords(part))
        .join(' dot '),
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
    pattern: new RegExp(`([-−]?)${NUMBER}(?:[-–—]|\\s[-–—−]\\s)${NUMBER}(?![\\w]|[-–][\\w])`, 'y'),
    say: ([whole = '', sign = '', from = '', to = ''], { after }) => {
      if (/\s[-−–]\s/.test(whole))
        return /^\s?=/.test(after) ? `${numberWords(from)} minus ${numberWords(to)}` : `${numberWords(from)} to ${numberWords(to)}`;
      return `${sign === '' ? '' : 'minus '}${quantity(from)} to ${quantity(to)}`;
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

const REGNAL =
  /\b(?:King|Queen|Pope|Emperor|Tsar|Henry|Louis|Charles|George|Edward|Elizabeth|William|James|Richard|John|Paul|Pius|Benedict|Napoleon|Philip|Catherine|Nicholas|Alexander|Frederick|Mary|Ramses|Leo|Victoria|Francis|Ferdinand|Juan|Carlos|Innocent|Gregory|Clement|Wilhelm) $/;
const COUNTED =
  /\b(?:chapter|part|book|volume|vol\.|act|scene|section|article|appendix|phase|type|world war|super bowl|rocky|class|stage|level|title|figure|table|canto|psalm|grade|war|final fantasy|apollo|saturn) $/i;

/** Roman numerals after a ruler's name (ordinal) or a counted noun (cardinal). */
export const ROMAN_RULES: readonly ReadingRule[] = [
  {
    pattern: /([IVXLCDM]{1,15})(?![A-Za-z’'])/y,
    say: ([, written = ''], { before, after }) => {
      const value = romanValue(written);
      if (value === undefined || (written === 'I' && /^(?: [a-z]|')/.test(after) && !COUNTED.test(before))) return undefined;
      if (COUNTED.test(before)) return cardinalWords(String(value));
      return REGNAL.test(before) && value < 40 ? `the ${ordinalWords(String(value))}` : undefined;
    },
  },
];
