/** Lengths allowed for a number whose first digits (as many as `from` has) are in `from..to`. */
interface IssuerRange {
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

/** Issuer prefixes and lengths of payment card numbers (ISO/IEC 7812; ranges published by the networks). */
const RANGES: readonly IssuerRange[] = [
  { from: 4, to: 4, lengths: [13, 16, 19] },
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  { from: 36, to: 36, lengths: [14, 16, 17, 18, 19] },
  { from: 38, to: 39, lengths: [14, 16, 17, 18, 19] },
  { from: 50, to: 50, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: 51, to: 55, lengths: [16] },
  { from: 56, to: 58, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: 60, to: 60, lengths: [16] },
  { from: 62, to: 62, lengths: [16, 17, 18, 19] },
  { from: 63, to: 63, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: 65, to: 65, lengths: [16, 17, 18, 19] },
  { from: 67, to: 67, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { from: 81, to: 81, lengths: [16, 17, 18, 19] },
  { from: 82, to: 82, lengths: [16] },
  { from: 300, to: 305, lengths: [14, 16, 17, 18, 19] },
  { from: 309, to: 309, lengths: [14, 16, 17, 18, 19] },
  { from: 644, to: 649, lengths: [16, 17, 18, 19] },
  { from: 1800, to: 1800, lengths: [15] },
  { from: 2131, to: 2131, lengths: [15] },
  { from: 2200, to: 2205, lengths: [16, 17, 18, 19] },
  { from: 2221, to: 2720, lengths: [16] },
  { from: 3528, to: 3589, lengths: [16, 17, 18, 19] },
  { from: 3500, to: 3527, lengths: [16] },
  { from: 3590, to: 3599, lengths: [16] },
  { from: 6011, to: 6011, lengths: [16, 17, 18, 19] },
  { from: 8600, to: 8600, lengths: [16] },
  { from: 9792, to: 9792, lengths: [16] },
  { from: 9860, to: 9860, lengths: [16] },
];

/** Whether a string of ASCII digits is a card number by issuer prefix, length and check digit. */
export function isCardNumber(digits: string): boolean {
  return isIssued(digits) && passesLuhn(digits) && !isOneDigit(digits);
}

function isOneDigit(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

function isIssued(digits: string): boolean {
  return RANGES.some(({ from, to, lengths }) => {
    const prefix = Number(digits.slice(0, String(from).length));
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
}

/** Luhn check digit (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, double = false; index >= 0; index -= 1, double = !double) {
    const digit = digits.charCodeAt(index) - 48;
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum % 10 === 0;
}

/** Around JCB's range: no network has these prefixes, but made-up card numbers do, since lists of prefixes give JCB's as 35. */
const UNASSIGNED = /^35(?:[01]|2[0-7]|9)/;

/** Whether a network has the prefix of a card number. */
export function isAssigned(digits: string): boolean {
  return !UNASSIGNED.test(digits);
}
