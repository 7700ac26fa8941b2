import { crossWeighted, luhn, weighted } from './checksums.ts';

/** Check digits of the numbers of patients and insured people, and of those who treat them. All take no separators. */

/** German number of an insured person (KVNR): a letter, counted as two digits, and a check by doubling as Luhn does. */
export function isInsuredPatient(code: string): boolean {
  const digits = String(code.charCodeAt(0) - 64).padStart(2, '0') + code.slice(1);
  return crossWeighted(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) % 10 === Number(digits.charAt(10));
}

/** US number of a provider of care (NPI): Luhn with the prefix of health cards of the USA in front. */
export function isProvider(digits: string): boolean {
  return luhn(`80840${digits}`);
}

/** Number of a patient of British Columbia, modulo 11. */
export function isColumbian(digits: string): boolean {
  return 11 - (weighted(digits.slice(1), [2, 4, 8, 5, 10, 9, 7, 3]) % 11) === Number(digits.charAt(9));
}

/** Brazilian health card (CNS), modulo 11. */
export function isBrazilianPatient(digits: string): boolean {
  return weighted(digits, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Health index of New Zealand (NHI, HISO 10046): three letters and four digits modulo 11, or two digits and two letters modulo 24 (23 in examples of the draft). */
export function isNewZealandPatient(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < 6; index += 1) {
    const character = code.charAt(index);
    sum += (7 - index) * (/\d/.test(character) ? Number(character) : LETTERS.indexOf(character) + 1);
  }
  const last = code.charAt(6);
  if (/\d/.test(last)) return sum % 11 !== 0 && (11 - (sum % 11)) % 10 === Number(last);
  return LETTERS.charAt(23 - (sum % 24)) === last || LETTERS.charAt(22 - (sum % 23)) === last;
}

/** Spanish insurance number (NAF): the remainder modulo 97; a number under ten million counts with the province times ten million. */
export function isInsuredSpaniard(digits: string): boolean {
  const [province, own] = [digits.slice(0, 2), digits.slice(2, 10)];
  const number = Number(own) < 10_000_000 ? Number(own) + Number(province) * 10_000_000 : Number(province + own);
  return number % 97 === Number(digits.slice(10));
}

/** Portuguese insurance number (NISS). */
export function isInsuredPortuguese(digits: string): boolean {
  return 9 - (weighted(digits, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === Number(digits.charAt(10));
}

/** Civil number of Kuwait, with the century in front of a date of birth, modulo 11. */
export function isKuwaiti(digits: string): boolean {
  return 11 - (weighted(digits, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11) === Number(digits.charAt(11));
}
