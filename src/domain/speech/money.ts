import { cardinalWords, numberWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

/** The names of a currency: singular and plural of its unit and of its hundredth. */
type Currency = readonly [one: string, many: string, cent: string, cents: string];

const DOLLAR: Currency = ['dollar', 'dollars', 'cent', 'cents'];
const CURRENCIES: Readonly<Record<string, Currency>> = {
  $: DOLLAR,
  '€': ['euro', 'euros', 'cent', 'cents'],
  '£': ['pound', 'pounds', 'penny', 'pence'],
  '￡': ['pound', 'pounds', 'penny', 'pence'],
  '¥': ['yen', 'yen', 'sen', 'sen'],
  '₹': ['rupee', 'rupees', 'paisa', 'paise'],
  '₩': ['won', 'won', 'jeon', 'jeon'],
  '₽': ['ruble', 'rubles', 'kopek', 'kopeks'],
  '₨': ['rupee', 'rupees', 'paisa', 'paise'],
  '₦': ['naira', 'naira', 'kobo', 'kobo'],
  '₱': ['peso', 'pesos', 'centavo', 'centavos'],
  '฿': ['baht', 'baht', 'satang', 'satang'],
  '₫': ['dong', 'dong', 'hao', 'hao'],
  '₪': ['shekel', 'shekels', 'agora', 'agorot'],
  '₴': ['hryvnia', 'hryvnias', 'kopek', 'kopeks'],
  '₺': ['lira', 'lira', 'kurus', 'kurus'],
  Rs: ['rupee', 'rupees', 'paisa', 'paise'],
  R$: ['real', 'reais', 'centavo', 'centavos'],
  '₿': ['bitcoin', 'bitcoins', 'cent', 'cents'],
  USD: ['U S dollar', 'U S dollars', 'cent', 'cents'],
  EUR: ['euro', 'euros', 'cent', 'cents'],
  GBP: ['pound', 'pounds', 'penny', 'pence'],
  JPY: ['yen', 'yen', 'sen', 'sen'],
  CHF: ['swiss franc', 'swiss francs', 'centime', 'centimes'],
  CAD: ['canadian dollar', 'canadian dollars', 'cent', 'cents'],
  AUD: ['australian dollar', 'australian dollars', 'cent', 'cents'],
  INR: ['rupee', 'rupees', 'paisa', 'paise'],
  CNY: ['yuan', 'yuan', 'fen', 'fen'],
};
const COUNTRIES: Readonly<Record<string, string>> = {
  US: 'U S ',
  A: 'australian ',
  AU: 'australian ',
  C: 'canadian ',
  CA: 'canadian ',
  HK: 'hong kong ',
  NZ: 'new zealand ',
  S: 'singapore ',
};
const SCALES: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  mm: 'million',
  b: 'billion',
  bn: 'billion',
  t: 'trillion',
  tn: 'trillion',
};

const SIGN = '(?:R\\$|[$€£￡¥₹₩₽₨₦₱฿₫₪₴₺₿]|Rs\\.?(?=\\s?\\d))';
const CODE = '(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|CNY)';
const AMOUNT =
  '(\\d{1,3}(?:\\.\\d{3}){1,6},\\d{2}(?!,?\\d)|\\d{1,9},\\d{2}(?!,?\\d)|\\d{1,2}(?:,\\d{2}){1,5},\\d{3}(?!,?\\d)(?:\\.\\d{1,4})?|\\d{1,3}(?:,\\d{3}){1,6}(?:\\.\\d{1,4})?|\\d{1,18}(?:\\.\\d{1,4})?|\\.\\d{1,4})';
const SCALE = '(?:\\s?(thousand|million|billion|trillion|lakh|crore)\\b|(k|K|mn|mm|M|m|bn|B|b|tn|T)(?![A-Za-z]))?';

function scaleWord(word: string | undefined, letter: string | undefined): string {
  return word ?? SCALES[(letter ?? '').toLowerCase()] ?? '';
}

function amountWords(written: string, scale: string, currency: Currency, country = ''): string {
  const [one, many, cent, cents] = currency;
  const amount = /,\d{2}$/.test(written) ? written.replace(/\./g, '').replace(',', '.') : written;
  if (scale !== '') return `${numberWords(amount)} ${scale} ${country}${many}`;
  const [whole = '', fraction = ''] = amount.replace(/,/g, '').split('.');
  if (fraction !== '' && fraction.length !== 2) return `${numberWords(amount)} ${country}${many}`;
  const units = /^0*$/.test(whole) ? '' : `${cardinalWords(whole)} ${country}${Number(whole) === 1 ? one : many}`;
  const rest = Number(fraction) === 0 ? '' : `${cardinalWords(String(Number(fraction)))} ${Number(fraction) === 1 ? cent : cents}`;
  if (units === '' && rest === '') return `zero ${country}${many}`;
  return units === '' || rest === '' ? units + rest : `${units} and ${rest}`;
}

/** Whether the sum precedes a noun, as in «$5 bill» or «$20-a-month», and so is in the singular. */
function adjectival(after: string): boolean {
  return /^(?:\s(?:bills?|notes?|gift|coupons?|vouchers?|tickets?|deal|company|project|loan|fund|fine|investment|contract|budget|house|lawsuit|startup)\b|-(?!\d)[a-z])/.test(
    after,
  );
}

/** Amounts of money with a symbol, a currency code or cents. */
export const MONEY_RULES: readonly ReadingRule[] = [
  // Of shares and of variables the name is said: «$AAPL», «$HOME».
  { pattern: /\$(?=[A-Z_]{2})/y, say: (_, { before }) => (/\w$/.test(before) ? undefined : '') },
  {
    pattern: new RegExp(
      `([-−–+]?)(US|AU|A|CA|C|HK|NZ|S)?(${SIGN}|${CODE} )\\s?([-−]?)${AMOUNT}${SCALE}(?:\\s?[-–]\\s?${SIGN}?${AMOUNT}${SCALE})?(?: ?(${CODE})\\b(?! ?\\d))?`,
      'y',
    ),
    say: (
      [, sign = '', country = '', mark = '', inner = '', amount = '', word, letter, last, lastWord, lastLetter, code],
      { before, after },
    ) => {
      const currency = CURRENCIES[code ?? mark.trim().replace('.', '')];
      // «ETH/USD 3,102» is a price in dollars of something else.
      if (currency === undefined || /[A-Za-z]\/$/.test(before)) return undefined;
      const minus = /[-−–]/.test(sign + inner) ? 'minus ' : '';
      const place = code === undefined ? (COUNTRIES[country] ?? '') : '';
      const scale = scaleWord(word, letter);
      if (last !== undefined) {
        const lastScale = scaleWord(lastWord, lastLetter);
        const first = scale === lastScale || scale === '' ? numberWords(amount) : `${numberWords(amount)} ${scale}`;
        return `${minus}${first} to ${amountWords(last, lastScale, currency, place)}`;
      }
      const named: Currency = adjectival(after) ? [currency[0], currency[0], currency[2], currency[3]] : currency;
      return minus + amountWords(amount, scale, named, place);
    },
  },
  {
    pattern: new RegExp(`([-−–]?)${AMOUNT}${SCALE}\\s?(${CODE}(?![A-Za-z])|[€£₹₽₫₴₺₪₿])`, 'y'),
    say: ([, sign = '', amount = '', word, letter, code = '']) => {
      const currency = CURRENCIES[code];
      return currency === undefined ? undefined : (sign === '' ? '' : 'minus ') + amountWords(amount, scaleWord(word, letter), currency);
    },
  },
  { pattern: /(\d{1,6})\s?¢/y, say: ([, cents = '']) => `${cardinalWords(cents)} ${Number(cents) === 1 ? 'cent' : 'cents'}` },
  {
    pattern: /(\d{1,6})p(?![A-Za-z0-9])/y,
    say: ([, pence = ''], { before }) =>
      /(?:cost|costs|only|for|price|pay|at|£)\s$/i.test(before) ? `${cardinalWords(pence)} P` : undefined,
  },
];
