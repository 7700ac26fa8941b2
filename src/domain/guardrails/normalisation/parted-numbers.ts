import { isDigitOfAny } from './ascii-variants.ts';
import { isAsciiLetter, isDigit } from './ascii.ts';

/** Spaces and hyphens other than ASCII's that part the digits of a number. */
const SPACES = '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';
const HYPHENS = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d';
/** All of them, as the content of a regular-expression class. */
export const SIGNS = SPACES + HYPHENS;
/** By code, the code of what each stands for; 0 for any other character. */
const SAID = new Uint8Array(0xff0e);
for (const [signs, said] of [
  [SPACES, ' '],
  [HYPHENS, '-'],
] as const)
  for (const sign of signs) SAID[sign.charCodeAt(0)] = said.charCodeAt(0);

/** How far a number is read on either side of a sign, in characters. */
const REACH = 32;
/** With fewer digits signs part an amount, a range or a time. */
const LEAST_DIGITS = 6;
/** An account number with its country up to a sign. */
const ACCOUNT = new RegExp(String.raw`(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ ${SIGNS}-]?[A-Za-z0-9]){0,30}$`);
const YEAR = /(?<!\d)(?:1\d|20)\d\d$/;
const YEAR_BEHIND = /^(?:1\d|20)\d\d(?!\d)/;

/**
 * What a sign in a text stands for, if it parts the digits of a number or the groups of an account: a space or a hyphen;
 * undefined for any other character or place.
 */
export function partingAt(raw: string, at: number, code: number): string | undefined {
  const said = SAID[code] ?? 0;
  if (said === 0) return undefined;
  return partsDigits(raw, at, said) || partsAccount(raw, at) ? String.fromCharCode(said) : undefined;
}

/** Whether a sign is within a number of some digits, other than two years. */
function partsDigits(raw: string, at: number, said: number): boolean {
  const [before, behind] = [raw.charCodeAt(at - 1), raw.charCodeAt(at + 1)];
  if (!isDigitOfAny(before) && before !== CLOSE) return false;
  if (!isDigitOfAny(behind) && behind !== OPEN && !isLastLetter(raw, at + 1)) return false;
  const digits = digitsTowards(raw, at, -1, LEAST_DIGITS);
  if (digits < LEAST_DIGITS && digits + digitsTowards(raw, at, 1, LEAST_DIGITS - digits) < LEAST_DIGITS) return false;
  return said !== HYPHEN || !YEAR.test(raw.slice(Math.max(0, at - 5), at)) || !YEAR_BEHIND.test(raw.slice(at + 1, at + 6));
}

const HYPHEN = 0x2d;
const OPEN = 0x28;
const CLOSE = 0x29;

/** Number of digits on one side of a sign, up to so many, as far as no more than two characters in a row part them. */
function digitsTowards(raw: string, at: number, step: 1 | -1, most: number): number {
  let digits = 0;
  let gap = 1;
  for (let index = at + step; index >= 0 && index < raw.length && digits < most && Math.abs(index - at) <= REACH; index += step) {
    const code = raw.charCodeAt(index);
    if (isDigitOfAny(code)) {
      digits += 1;
      gap = 0;
    } else if (gap < 2 && (IN_NUMBER.includes(raw.charAt(index)) || (SAID[code] ?? 0) !== 0)) gap += 1;
    else break;
  }
  return digits;
}

const IN_NUMBER = ' -.()/';

/** Whether a check letter is at a place, and the word ends with it. */
function isLastLetter(raw: string, at: number): boolean {
  const behind = raw.charCodeAt(at + 1);
  return isAsciiLetter(raw.charCodeAt(at)) && !isAsciiLetter(behind) && !isDigitOfAny(behind);
}

function partsAccount(raw: string, at: number): boolean {
  return (
    isInAccount(raw.charCodeAt(at - 1)) && isInAccount(raw.charCodeAt(at + 1)) && ACCOUNT.test(raw.slice(Math.max(0, at - REACH - 8), at))
  );
}

function isInAccount(code: number): boolean {
  return isDigit(code) || isAsciiLetter(code);
}
