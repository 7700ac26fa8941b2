import { crossWeighted, isBalticCheck, luhn, remainder, weighted } from './checksums.ts';
import {
  isBelgianCompany,
  isCzechCompany,
  isDanishCompany,
  isFinnishCompany,
  isFrenchCompany,
  isPolishTaxpayer,
  isSpanishCompany,
} from './company-numbers.ts';
import { isIrish, isMod11And10, isPortuguese } from './identity-numbers.ts';
import { isDutch, isSpanish } from './national-numbers.ts';

/** Form of the number behind the country, and its check; both by the rules of the member states as the VIES service has them. */
type Rule = readonly [form: RegExp, isValid?: (own: string) => boolean];

/** Austrian: digits doubled as by Luhn, and four more. */
function isAustrianCompany(code: string): boolean {
  const digits = code.slice(1);
  return (10 - ((crossWeighted(digits, [1, 2, 1, 2, 1, 2, 1]) + 4) % 10)) % 10 === Number(digits.charAt(7));
}

/** British: 97 less a weighted sum, with 55 more for numbers given out since 2010. */
function isBritishCompany(code: string): boolean {
  const sum = weighted(code, [8, 7, 6, 5, 4, 3, 2]) + Number(code.slice(7, 9));
  return (sum % 97 === 0 || (sum + 55) % 97 === 0) && !code.startsWith('000');
}

/** Dutch: that of a citizen, or since 2020 by ISO 7064 (MOD 97,10) with the letters as numbers. */
function isDutchTrader(code: string): boolean {
  const digits = Array.from(`NL${code}`, (character) => String(Number.parseInt(character, 36))).join('');
  return isDutch(code.slice(0, 9)) || remainder(digits, 97) === 1;
}

/** French: the company's number behind two characters, which, if they are digits, follow from it. */
function isFrenchTrader(code: string): boolean {
  const company = code.slice(2);
  if (!isFrenchCompany(company)) return false;
  return !/^\d\d/.test(code) || (12 + 3 * (Number(company) % 97)) % 97 === Number(code.slice(0, 2));
}

/** Greek taxpayer number (AFM). */
export function isTaxedGreek(digits: string): boolean {
  return (weighted(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(digits.charAt(8)) && !/^0+$/.test(digits);
}

/** Romanian fiscal code (CUI). */
function isRomanianCompany(digits: string): boolean {
  return ((weighted(digits.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(digits.at(-1));
}

/** Slovenian, modulo 11. */
function isSlovenianCompany(digits: string): boolean {
  return (11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits.charAt(7));
}

const RULES: Readonly<Record<string, Rule>> = {
  AT: [/^U\d{8}$/, isAustrianCompany],
  BE: [/^[01]\d{9}$/, isBelgianCompany],
  BG: [/^\d{9,10}$/],
  CY: [/^\d{8}[A-Z]$/],
  CZ: [/^\d{8,10}$/, (own) => own.length > 8 || isCzechCompany(own)],
  DE: [/^[1-9]\d{8}$/, isMod11And10],
  DK: [/^\d{8}$/, isDanishCompany],
  EE: [/^\d{9}$/, (own) => weighted(own, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0],
  EL: [/^\d{9}$/, isTaxedGreek],
  ES: [/^[A-Z\d]\d{7}[A-Z\d]$/, (own) => (/^[\dXYZ]/.test(own) ? isSpanish(own) : isSpanishCompany(own))],
  FI: [/^\d{8}$/, isFinnishCompany],
  FR: [/^[A-HJ-NP-Z\d]{2}\d{9}$/, isFrenchTrader],
  GB: [/^\d{9}(?:\d{3})?$/, isBritishCompany],
  HR: [/^\d{11}$/, isMod11And10],
  HU: [/^\d{8}$/, (own) => (10 - (weighted(own, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === Number(own.charAt(7))],
  IE: [/^\d{7}[A-W][A-IW]?$/, isIrish],
  IT: [/^\d{11}$/, luhn],
  LT: [/^(?:\d{9}|\d{12})$/, isBalticCheck],
  LU: [/^\d{8}$/, (own) => Number(own.slice(0, 6)) % 89 === Number(own.slice(6))],
  LV: [/^\d{11}$/],
  MT: [/^\d{8}$/, (own) => weighted(own, [3, 4, 6, 7, 8, 9]) % 37 === 37 - Number(own.slice(6))],
  NL: [/^\d{9}B\d{2}$/, isDutchTrader],
  PL: [/^\d{10}$/, isPolishTaxpayer],
  PT: [/^\d{9}$/, isPortuguese],
  RO: [/^[1-9]\d{1,9}$/, isRomanianCompany],
  SE: [/^\d{10}01$/, (own) => luhn(own.slice(0, 10))],
  SI: [/^[1-9]\d{7}$/, isSlovenianCompany],
  SK: [/^[1-9]\d{9}$/, (own) => remainder(own, 11) === 0],
  XI: [/^\d{9}(?:\d{3})?$/, isBritishCompany],
};

/**
 * Whether a code, in capitals and without separators, is a number for value added tax of its country: those of the European
 * Union, of Great Britain and Northern Ireland. Bulgaria, Cyprus and Latvia are known by their form alone.
 */
export function isVatNumber(code: string): boolean {
  const rule = RULES[code.slice(0, 2)];
  if (rule === undefined) return false;
  const [form, isValid] = rule;
  const own = code.slice(2);
  return form.test(own) && !/^0+$/.test(own) && isValid?.(own) !== false;
}
