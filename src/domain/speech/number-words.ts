const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion'];
/** More digits than this are read one by one, as nobody reads a longer number as a quantity. */
const LONGEST_QUANTITY = 15;
const IRREGULAR_ORDINALS = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);

/** A whole number below 100 in words. */
function belowHundred(value: number): string {
  if (value < 20) return SMALL[value] ?? '';
  const tens = TENS[Math.floor(value / 10)] ?? '';
  return value % 10 === 0 ? tens : `${tens} ${SMALL[value % 10] ?? ''}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return belowHundred(rest);
  return `${SMALL[hundreds] ?? ''} hundred${rest === 0 ? '' : ` ${belowHundred(rest)}`}`;
}

/** Digits one by one; «0» is «zero», or «oh» as in a telephone or house number. */
export function digitWords(digits: string, zero: 'zero' | 'oh' = 'zero'): string {
  return digits
    .split('')
    .map((digit) => (digit === '0' ? zero : (SMALL[Number(digit)] ?? '')))
    .join(' ');
}

/** A quantity from its digits (commas ignored): «1,234» is one thousand two hundred thirty four. Long or zero-led runs go digit by digit. */
export function cardinalWords(written: string): string {
  const digits = written.replace(/\D/g, '');
  if (digits.length > LONGEST_QUANTITY || /^0\d/.test(digits)) return digitWords(digits);
  if (Number(digits) === 0) return 'zero';
  const words: string[] = [];
  for (let scale = Math.floor((digits.length - 1) / 3); scale >= 0; scale -= 1) {
    const end = digits.length - scale * 3;
    const value = Number(digits.slice(Math.max(0, end - 3), end));
    if (value > 0) words.push(`${belowThousand(value)}${SCALES[scale] ?? ''}`);
  }
  return words.join(' ');
}

/** The ordinal of a whole number: «21» is twenty first. */
export function ordinalWords(written: string): string {
  const words = cardinalWords(written).split(' ');
  const last = words.pop() ?? '';
  const ordinal = IRREGULAR_ORDINALS.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(' ');
}

/** A number as written, with commas, sign and decimals: «-3.14» is minus three point one four. */
export function numberWords(written: string): string {
  const sign = /^[-−–]/.test(written) ? 'minus ' : written.startsWith('+') ? 'plus ' : '';
  const [whole = '', decimals] = written.replace(/^[-−–+]/, '').split('.');
  if (decimals === undefined || decimals === '') return sign + cardinalWords(whole);
  return `${sign}${whole === '' ? 'zero' : cardinalWords(whole)} point ${digitWords(decimals)}`;
}

/** A year, or a four-figure house number: «1984» nineteen eighty four, «1905» nineteen oh five, «2005» two thousand five. */
export function yearWords(written: string): string {
  const value = Number(written);
  if (written.length !== 4 || value < 1000 || Math.floor(value / 10) === 200) return cardinalWords(written);
  const century = Math.floor(value / 100);
  const rest = value % 100;
  if (rest === 0) return century % 10 === 0 ? cardinalWords(written) : `${belowHundred(century)} hundred`;
  return `${belowHundred(century)} ${rest < 10 ? 'oh ' : ''}${belowHundred(rest)}`;
}

/** A number used as a name (a house number, a flight, a model): «380» three eighty, «1532» fifteen thirty two. */
export function labelWords(digits: string): string {
  if (digits.startsWith('0')) return digitWords(digits);
  if (digits.length < 3 || /^\d00$|^\d000$/.test(digits)) return cardinalWords(digits);
  if (digits.length === 3) {
    const rest = Number(digits.slice(1));
    return `${SMALL[Number(digits[0])] ?? ''} ${rest < 10 ? 'oh ' : ''}${belowHundred(rest)}`;
  }
  return digits.length === 4 ? yearWords(digits) : digitWords(digits);
}

const ROMAN = new Map('IVXLCDM'.split('').map((letter, index) => [letter, [1, 5, 10, 50, 100, 500, 1000][index] ?? 0]));

/** The value of a well-formed Roman numeral below 4000, or undefined. */
export function romanValue(written: string): number | undefined {
  if (!/^(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(written)) return undefined;
  const values = written.split('').map((letter) => ROMAN.get(letter) ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** The plural of the last word of a spoken number: nineteen nineties, two thirds. */
export function pluralWords(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : words.endsWith('x') ? `${words}es` : `${words}s`;
}

/** «3/4» in words: three quarters; a fraction with a large denominator is «over». */
export function fractionWords(numerator: string, denominator: string): string {
  const below = Number(denominator);
  if (below < 2 || (below > 20 && ![25, 32, 50, 64, 100, 1000].includes(below))) {
    return `${cardinalWords(numerator)} over ${cardinalWords(denominator)}`;
  }
  const one = Number(numerator) === 1;
  const name = below === 2 ? (one ? 'half' : 'halves') : below === 4 ? 'quarter' : ordinalWords(denominator);
  return `${cardinalWords(numerator)} ${one || below === 2 ? name : pluralWords(name)}`;
}
