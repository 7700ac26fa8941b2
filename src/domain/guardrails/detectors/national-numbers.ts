import { remainder, weighted } from './checksums.ts';

/** Check digits of national identity numbers. All take the number without separators, letters in upper case. */

/** Dutch citizen service number (BSN), by the eleven test. */
export function isDutch(digits: string): boolean {
  return Number(digits) > 0 && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** Brazilian taxpayer number (CPF), with two check digits modulo 11. */
export function isBrazilian(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  const check = (count: number): number => {
    const rest =
      (weighted(
        digits,
        Array.from({ length: count }, (_, index) => count + 1 - index),
      ) *
        10) %
      11;
    return rest === 10 ? 0 : rest;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Polish PESEL: a date of birth with the century encoded in the month, and a check digit. */
export function isPolish(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 20;
  const day = Number(digits.slice(4, 6));
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/**
 * French social security number (NIR) with its key, 97 minus the remainder modulo 97; Corsican departments 2A and 2B count as 19
 * and 18.
 */
export function isFrench(code: string): boolean {
  const digits = code.replace('2A', '19').replace('2B', '18');
  const month = Number(digits.slice(3, 5));
  if (!/^\d{15}$/.test(digits) || !((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50)) return false;
  return 97 - remainder(digits.slice(0, 13), 97) === Number(digits.slice(13));
}

/** Spanish DNI or NIE, whose letter encodes the remainder modulo 23. */
export function isSpanish(code: string): boolean {
  const number = code.replace(/^X/, '0').replace(/^Y/, '1').replace(/^Z/, '2').slice(0, 8);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === code.at(-1);
}

/** British NHS number, with a check digit modulo 11. */
export function isBritish(digits: string): boolean {
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && check % 11 === Number(digits[9]) && !/^(\d)\1+$/.test(digits);
}
