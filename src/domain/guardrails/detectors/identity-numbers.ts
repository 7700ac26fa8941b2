import { crossWeighted, isBalticCheck, luhn, remainder, weighted } from './checksums.ts';

/**
 * Check digits and embedded dates of national identity numbers, besides those of `national-numbers`. All take upper-case letters
 * and no separators.
 */

/** Whether a two-digit month and day are plausible. */
function isDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

/** Whether all digits are the same. */
function isOneDigit(digits: string): boolean {
  return /^(\d)\1+$/.test(digits);
}

/** ISO 7064 MOD 11,10: German tax numbers, Croatian OIB. */
export function isMod11And10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index += 1) {
    const sum = (digits.charCodeAt(index) - 48 + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.at(-1)) && !isOneDigit(digits);
}

/** Values of characters at odd positions of an Italian tax code. */
const ITALIAN_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italian tax code (codice fiscale): names, date and place of birth, and a check letter. */
export function isItalian(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const unit = code.charCodeAt(index);
    const value = unit < 58 ? unit - 48 : unit - 65;
    sum += index % 2 === 0 ? (ITALIAN_ODD[value] ?? 0) : value;
  }
  return code.charCodeAt(15) === 65 + (sum % 26);
}

/** Chinese resident identity number (GB 11643), with its check digit modulo 11. */
export function isChinese(code: string): boolean {
  return (
    weighted(code, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11 ===
    [1, 0, 10, 9, 8, 7, 6, 5, 4, 3, 2].indexOf(chineseCheck(code))
  );
}

function chineseCheck(code: string): number {
  return code.endsWith('X') ? 10 : Number(code.at(-1));
}

/** South Korean resident registration number issued before October 2020, when the check digit was abandoned. */
export function isKorean(digits: string): boolean {
  return (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(digits[12]);
}

/** Finnish personal identity code. */
export function isFinnish(code: string): boolean {
  const digits = code.replaceAll(/[^0-9]/g, '').slice(0, 6) + code.slice(-4, -1);
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits) % 31] === code.at(-1);
}

/** Swiss old-age insurance number (AHV), with the check digit of EAN-13. */
export function isSwiss(digits: string): boolean {
  return weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** Belgian national number: 97 minus the remainder modulo 97, with a 2 prepended for births since 2000. */
export function isBelgian(digits: string): boolean {
  const check = Number(digits.slice(9));
  const own = digits.slice(0, 9);
  return 97 - remainder(own, 97) === check || 97 - remainder(`2${own}`, 97) === check;
}

/** Chilean RUT. */
export function isChilean(code: string): boolean {
  const digits = code.slice(0, -1).padStart(8, '0');
  const check = 11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === code.at(-1) && !isOneDigit(code.slice(0, -1));
}

/** Argentine CUIT or CUIL. */
export function isArgentine(digits: string): boolean {
  return (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(digits[10]);
}

const CURP_ORDER = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Mexican CURP. */
export function isMexican(code: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += CURP_ORDER.indexOf(code.charAt(index)) * (18 - index);
  return (10 - (sum % 10)) % 10 === Number(code[17]);
}

/** Singaporean NRIC or FIN. */
export function isSingaporean(code: string): boolean {
  const first = code.charAt(0);
  const sum = weighted(code.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (first === 'T' || first === 'G' ? 4 : first === 'M' ? 3 : 0);
  if (first === 'M') return 'KLJNPQRTUWX'[10 - (sum % 11)] === code.at(-1);
  return (first === 'S' || first === 'T' ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK')[sum % 11] === code.at(-1);
}

/** Hong Kong identity card number. */
export function isHongKongese(code: string): boolean {
  const own = code.slice(0, -1).padStart(8, ' ');
  let sum = code.endsWith('A') ? 10 : Number(code.at(-1));
  for (let index = 0; index < 8; index += 1) {
    const unit = own.charCodeAt(index);
    sum += (9 - index) * (unit === 32 ? 36 : unit < 58 ? unit - 48 : unit - 55);
  }
  return sum % 11 === 0;
}

/** Thai identity number. */
export function isThai(digits: string): boolean {
  return (11 - (weighted(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits[12]);
}

/** Russian insurance number (SNILS). */
export function isInsuredRussian(digits: string): boolean {
  const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (rest === 100 ? 0 : rest) === Number(digits.slice(9)) && !isOneDigit(digits.slice(0, 9));
}

/** Russian taxpayer number (INN) of a person, with two check digits modulo 11. */
export function isTaxedRussian(digits: string): boolean {
  const first = (weighted(digits, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  const second = (weighted(digits, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  return first === Number(digits[10]) && second === Number(digits[11]) && !isOneDigit(digits);
}

/** German insurance number (RVNR); the letter counts as its position in the alphabet. */
export function isInsuredGerman(code: string): boolean {
  const digits = code.replace(/[A-Z]/, (letter) => String(letter.charCodeAt(0) - 64).padStart(2, '0'));
  return crossWeighted(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === Number(digits[12]);
}

/** Swedish personal number: a date of birth, or one with 60 added to the day, and a Luhn digit. */
export function isSwedish(digits: string): boolean {
  const own = digits.slice(-10);
  return isDay(own.slice(2, 4), String(Number(own.slice(4, 6)) % 60)) && luhn(own);
}

/** Norwegian birth number, with two check digits modulo 11. */
export function isNorwegian(digits: string): boolean {
  return (
    isDay(String(Number(digits.slice(2, 4)) % 40), String(Number(digits.slice(0, 2)) % 40)) &&
    weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

/** Danish personal number: a date of birth and four digits, without a check digit since 2007. */
export function isDanish(digits: string): boolean {
  return isDay(digits.slice(2, 4), digits.slice(0, 2));
}

/** Czech or Slovak birth number: women's months are 50 higher, and numbers of ten digits are divisible by 11. */
export function isCzech(digits: string): boolean {
  if (!isDay(String((Number(digits.slice(2, 4)) % 50) % 20), digits.slice(4, 6))) return false;
  return digits.length === 9 || remainder(digits, 11) === 0 || (remainder(digits.slice(0, 9), 11) === 10 && digits.endsWith('0'));
}

/** Romanian personal numeric code (CNP). */
export function isRomanian(digits: string): boolean {
  const rest = weighted(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return isDay(digits.slice(3, 5), digits.slice(5, 7)) && (rest === 10 ? 1 : rest) === Number(digits[12]);
}

/** Bulgarian civil number (EGN). */
export function isBulgarian(digits: string): boolean {
  const rest = weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11;
  return isDay(String(Number(digits.slice(2, 4)) % 20), digits.slice(4, 6)) && rest % 10 === Number(digits[9]);
}

/** Estonian or Lithuanian personal code. */
export function isBaltic(digits: string): boolean {
  return isDay(digits.slice(3, 5), digits.slice(5, 7)) && isBalticCheck(digits);
}

/** Turkish identity number. */
export function isTurkish(digits: string): boolean {
  const odd = weighted(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(digits, [0, 1, 0, 1, 0, 1, 0, 1]);
  const all = weighted(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  return (((odd * 7 - even) % 10) + 10) % 10 === Number(digits[9]) && all % 10 === Number(digits[10]);
}

/** South African identity number: a date of birth, a citizenship digit, and a Luhn digit. */
export function isSouthAfrican(digits: string): boolean {
  return isDay(digits.slice(2, 4), digits.slice(4, 6)) && /^[01]$/.test(digits.charAt(10)) && luhn(digits);
}

/** Taiwanese identity number; the letter counts as two digits. */
export function isTaiwanese(code: string): boolean {
  const place = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(code.charAt(0)) + 10;
  return weighted(`${place}${code.slice(1)}`, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}

/** Malaysian identity number: date and place of birth. */
export function isMalaysian(digits: string): boolean {
  const place = Number(digits.slice(6, 8));
  return (
    isDay(digits.slice(2, 4), digits.slice(4, 6)) && place > 0 && ![17, 18, 19, 20, 69, 70, 73, 80, 81, 94, 95, 96, 97].includes(place)
  );
}

/** Japanese individual number (My Number). */
export function isJapanese(digits: string): boolean {
  const rest = weighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits[11]);
}

/** Indonesian identity number: place of issue, and a date of birth with 40 added to women's days. */
export function isIndonesian(digits: string): boolean {
  return isDay(digits.slice(8, 10), String(Number(digits.slice(6, 8)) % 40)) && Number(digits.slice(0, 2)) > 10;
}

/** Portuguese taxpayer number (NIF). */
export function isPortuguese(digits: string): boolean {
  const rest = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits[8]);
}

/** Austrian insurance number: three digits, a check digit, and a date of birth. */
export function isAustrian(digits: string): boolean {
  const sum = weighted(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]);
  return isDay(String(((Number(digits.slice(6, 8)) - 1) % 12) + 1), digits.slice(4, 6)) && sum % 11 === Number(digits[3]);
}

/** Irish PPS number. */
export function isIrish(code: string): boolean {
  const second = code.length > 8 ? code.charCodeAt(8) - 64 : 0;
  const rest = (weighted(code, [8, 7, 6, 5, 4, 3, 2]) + (second === 23 ? 0 : second) * 9) % 23;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[rest] === code.charAt(7);
}

/** Greek insurance number (AMKA): a date of birth and a Luhn digit. */
export function isGreek(digits: string): boolean {
  return isDay(digits.slice(2, 4), digits.slice(0, 2)) && luhn(digits);
}

/** Israeli identity number. */
export function isIsraeli(digits: string): boolean {
  return luhn(digits.padStart(9, '0')) && !isOneDigit(digits);
}

/** Australian Medicare number. */
export function isAustralianPatient(digits: string): boolean {
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(digits[8]);
}

/** New Zealand taxpayer number (IRD). */
export function isNewZealander(digits: string): boolean {
  const own = digits.padStart(9, '0');
  const check = (weights: readonly number[]): number => (11 - (weighted(own, weights) % 11)) % 11;
  const first = check([3, 2, 7, 6, 5, 4, 3, 2]);
  return (first === 10 ? check([7, 4, 3, 2, 5, 2, 7, 6]) : first) === Number(own[8]);
}

/** Mobile device number (IMEI). */
export function isDevice(digits: string): boolean {
  return luhn(digits) && !isOneDigit(digits);
}

/** Check digit of travel documents (ICAO 9303); a filler counts as 0. */
function isChecked(code: string, check: string): boolean {
  let sum = 0;
  for (let index = 0; index < code.length; index += 1) {
    const character = code.charAt(index);
    sum += ([7, 3, 1][index % 3] ?? 0) * (character === '<' ? 0 : Number.parseInt(character, 36));
  }
  return sum % 10 === Number(check);
}

/** Number of a German identity card, with or without its check digit. */
export function isGermanCard(code: string): boolean {
  return code.length < 10 ? (code.match(/\d/g)?.length ?? 0) > 1 : isChecked(code.slice(0, 9), code.slice(9));
}

/** Lower line of a machine-readable passport: check digits of the number, the date of birth and the date of expiry. */
export function isMachineRead(line: string): boolean {
  return (
    isChecked(line.slice(0, 9), line.charAt(9)) &&
    isChecked(line.slice(13, 19), line.charAt(19)) &&
    isChecked(line.slice(21, 27), line.charAt(27))
  );
}
