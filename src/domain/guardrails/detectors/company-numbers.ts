import { crossWeighted, luhn, remainder, weighted } from './checksums.ts';

/**
 * Check digits of the numbers under which registers and tax offices know companies, many of which are those of a person who
 * trades alone. All take upper-case letters and no separators.
 */

/** Prefixes that the campuses of the US tax office (IRS) never gave out. */
const NO_CAMPUS: ReadonlySet<string> = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));

/** US employer number (EIN), which has no check digit: one with a prefix that the tax office gives out, and no example of one. */
export function isUsEmployer(digits: string): boolean {
  return !NO_CAMPUS.has(digits.slice(0, 2)) && !/^(\d)\1+$/.test(digits.slice(2));
}

/** French company number (SIREN), or with five more digits that of its place of business (SIRET), where the post office has a rule of its own. */
export function isFrenchCompany(digits: string): boolean {
  if (/^0+$/.test(digits) || !luhn(digits.slice(0, 9))) return false;
  return luhn(digits) || (digits.startsWith('356000000') && Array.from(digits, Number).reduce((sum, digit) => sum + digit, 0) % 5 === 0);
}

/** Letters that stand for the check digit of a Spanish company. */
const SPANISH = 'JABCDEFGHI';

/** Spanish company number (CIF), by Luhn: the kind of company decides whether the check is a digit or a letter. */
export function isSpanishCompany(code: string): boolean {
  const [kind, last] = [code.charAt(0), code.charAt(8)];
  const letter = SPANISH.indexOf(last);
  if (letter < 0) return !/[NPQRSW]/.test(kind) && luhn(code.slice(1));
  return !/[ABEH]/.test(kind) && luhn(code.slice(1, 8) + letter);
}

/** Polish register of the economy (REGON), of nine digits, or of fourteen for a part of a company. */
export function isPolishCompany(digits: string): boolean {
  const own = (weighted(digits, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 === Number(digits.charAt(8));
  if (digits.length === 9) return own && !/^0+$/.test(digits);
  return own && (weighted(digits, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === Number(digits.charAt(13));
}

/** Polish taxpayer number (NIP). */
export function isPolishTaxpayer(digits: string): boolean {
  return weighted(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(digits.charAt(9)) && !/^0+$/.test(digits);
}

/** Belgian company number: 97 minus the remainder modulo 97. */
export function isBelgianCompany(digits: string): boolean {
  return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8)) && /^[01][1-9]/.test(digits);
}

/** Swedish organisation number: a Luhn digit, and no date. */
export function isSwedishCompany(digits: string): boolean {
  return digits.charCodeAt(2) >= TWO && luhn(digits);
}

const TWO = 50;

/** Norwegian organisation number, modulo 11. */
export function isNorwegianCompany(digits: string): boolean {
  return (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits.charAt(8));
}

/** Danish company number (CVR), modulo 11. */
export function isDanishCompany(digits: string): boolean {
  return weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 && !digits.startsWith('0');
}

/** Finnish business identity code (Y-tunnus), modulo 11. */
export function isFinnishCompany(digits: string): boolean {
  return (11 - (weighted(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(digits.charAt(7));
}

/** Swiss company number (UID), modulo 11. */
export function isSwissCompany(code: string): boolean {
  const digits = code.replaceAll(/\D/g, '');
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(digits.charAt(8));
}

/** Czech company number (IČO), modulo 11. */
export function isCzechCompany(digits: string): boolean {
  return (11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits.charAt(7));
}

/** Australian business number (ABN): one less at the front, and divisible by 89. */
export function isAustralianBusiness(digits: string): boolean {
  return (weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0 && !digits.startsWith('0');
}

/** Australian company number (ACN), modulo 10. */
export function isAustralianCompany(digits: string): boolean {
  return (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === Number(digits.charAt(8));
}

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Indian number for the tax on goods and services (GSTIN): every other of its characters doubled, as Luhn does, in base 36. */
export function isIndianTaxpayer(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < 14; index += 1) {
    const product = BASE_36.indexOf(code.charAt(index)) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return BASE_36.charAt((36 - (sum % 36)) % 36) === code.charAt(14);
}

const CHINESE = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Chinese code of social credit (GB 32100), modulo 31. */
export function isChineseCompany(code: string): boolean {
  const sum = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28].reduce(
    (all, weight, index) => all + weight * CHINESE.indexOf(code.charAt(index)),
    0,
  );
  return CHINESE.charAt((31 - (sum % 31)) % 31) === code.charAt(17);
}

/** South Korean business registration number. */
export function isKoreanCompany(digits: string): boolean {
  const sum = weighted(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor(((digits.charCodeAt(8) - 48) * 5) / 10);
  return (10 - (sum % 10)) % 10 === Number(digits.charAt(9));
}

/** Japanese corporate number, whose first digit is the check, modulo 9. */
export function isJapaneseCompany(code: string): boolean {
  const digits = code.replace(/^T/, '');
  return 9 - (weighted(digits.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9) === Number(digits.charAt(0));
}

/** Taiwanese company number; a seven in the seventh place counts as one or as none. */
export function isTaiwaneseCompany(digits: string): boolean {
  const sum = crossWeighted(digits, [1, 2, 1, 2, 1, 2, 4, 1]);
  return sum % 5 === 0 || (digits.charAt(6) === '7' && (sum + 1) % 5 === 0);
}

/** Turkish taxpayer number (VKN). */
export function isTurkishTaxpayer(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 9; index += 1) {
    const shifted = (digits.charCodeAt(index) - 48 + 9 - index) % 10;
    sum += shifted === 9 ? 9 : (shifted * 2 ** (9 - index)) % 9;
  }
  return (10 - (sum % 10)) % 10 === Number(digits.charAt(9));
}

/** Russian taxpayer number (INN) of a company. */
export function isTaxedRussianCompany(digits: string): boolean {
  return (weighted(digits, [2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === Number(digits.charAt(9)) && !/^0+$/.test(digits);
}

/** Russian register number of a company (OGRN, 13 digits) or of a person who trades alone (OGRNIP, 15 digits). */
export function isRegisteredRussian(digits: string): boolean {
  const own = digits.slice(0, -1);
  return remainder(own, digits.length - 2) % 10 === Number(digits.at(-1));
}

/**
 * Brazilian company number (CNPJ), in which since July 2026 letters stand among the first twelve characters; each counts as its
 * ASCII code less 48.
 */
export function isBrazilianCompany(code: string): boolean {
  const check = (weights: readonly number[]): number => {
    const rest = weighted(code, weights) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const last = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return check(last.slice(1)) === Number(code.charAt(12)) && check(last) === Number(code.charAt(13)) && !/^(.)\1+$/.test(code);
}

/** Peruvian taxpayer number (RUC). */
export function isPeruvian(digits: string): boolean {
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits.charAt(10));
}

/** Venezuelan taxpayer number (RIF); the letter in front counts as a digit. */
export function isVenezuelan(code: string): boolean {
  const rest = ('VEJPG'.indexOf(code.charAt(0)) + 1) * 4 + weighted(code.slice(1), [3, 2, 7, 6, 5, 4, 3, 2]);
  const check = 11 - (rest % 11);
  return (check > 9 ? 0 : check) === Number(code.charAt(9));
}

/** Canadian business number with the account of a programme behind it: nine digits by Luhn. */
export function isCanadianBusiness(code: string): boolean {
  return luhn(code.slice(0, 9)) && !code.startsWith('00');
}
