import { isAsciiLetter } from './ascii.ts';
import { isAstralLetter, SURROGATES } from './character-classes.ts';
import { spaced } from './run-together.ts';

/** Minimum number of consecutive spaced letters for any to be joined. */
export const LEAST_JOINED = 5;

/** Quick filter: whether letters of a text may stand in a list: `i, g, n, o, r, e`. */
export function mayBeListed(text: string): boolean {
  let [listed, last] = [0, 0];
  for (let at = text.indexOf(', '); at >= 0; at = text.indexOf(', ', at + LISTED_APART - 1)) {
    listed = at - last === LISTED_APART ? listed + 1 : 0;
    if (listed >= LEAST_JOINED) return true;
    last = at;
  }
  return false;
}

/** Distance of two commas with a blank and a letter between. */
const LISTED_APART = 3;

/** Joins the letters of spaced-out words such as `i g n o r e` or `s.a.y m.e`; undefined if there are none. */
export function joinSpacedLetters(written: string): string | undefined {
  const text = mayBeListed(written) ? written.replaceAll(LISTED, ',') : written;
  if (!mayHaveSpacedLetters(text) || !SPREAD.test(text)) return undefined;
  return text.replaceAll(WIDE_GAP, WORD_GAP).replaceAll(ROW, joined).replaceAll(WORD_GAP, ' ');
}

/** What stands between letters that are listed. */
const LISTED = /(?<=(?<![\p{L}\d])\p{L}), (?=\p{L}(?![\p{L}\d]))/gu;
/** Signs that separate letters. */
const SIGN = String.raw`[ .*_|,/~+=:;·•\n-]`;
const SPREAD = new RegExp(String.raw`(?<![\p{L}\d])\p{L}(?:${SIGN}\p{L}){4}(?![\p{L}\d])`, 'u');
const ROW = new RegExp(String.raw`(?<![\p{L}\d])\p{L}(?:${SIGN}\p{L}){1,4096}(?![\p{L}\d])`, 'gu');
const ALL_SIGNS = new RegExp(SIGN, 'g');
/** What separates words: more spaces than one, or the sign for a space where signs separate everything. */
const WIDE_GAP = / {2,16}|([.*_|,/~+=:;·•\n-]) \1/g;

/** The joined letters. If most are separated by signs other than spaces, a space separates words; if nothing does, the words are told. */
function joined(letters: string): string {
  const blanks = letters.match(/ /g)?.length ?? 0;
  const signs = (letters.length >> 1) - blanks;
  const said = letters.replaceAll(ALL_SIGNS, (sign) => (sign === ' ' && signs > blanks ? sign : ''));
  return /^[a-z]{20,}$/.test(said) ? (spaced(said) ?? said) : said;
}

/** Prefilter: whether four separators stand two places apart, each after a letter, as all spaced-out words have. */
export function mayHaveSpacedLetters(text: string): boolean {
  return holdsPairs(text) ? hasSignsAmongPairs(text) : hasSigns(text);
}

/** Whether a text may contain characters of two code units. */
function holdsPairs(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) >= SURROGATES) return true;
  return false;
}

/** Of four places two apart, one is a multiple of eight or right after one, so only those are read. */
function hasSigns(text: string): boolean {
  const { length } = text;
  for (let place = 0; place < length; place += 8) {
    if (isSpreadSign(text, place) && hasSignsAround(text, place)) return true;
    if (place + 1 < length && isSpreadSign(text, place + 1) && hasSignsAround(text, place + 1)) return true;
  }
  return false;
}

const SPREAD_SIGN = Uint8Array.from({ length: 128 }, (_, code) => (' -.*_|,/~+=:;\n'.includes(String.fromCharCode(code)) ? 1 : 0));
const SPREAD_SIGNS = 4;

function isSpreadSign(text: string, place: number): boolean {
  return SPREAD_SIGN[text.charCodeAt(place)] === 1 && mayEndLetter(text.charCodeAt(place - 1));
}

/** Whether a code unit can be the end of a letter of any alphabet. */
function mayEndLetter(code: number): boolean {
  return isAsciiLetter(code) || code > 127;
}

function hasSignsAround(text: string, place: number): boolean {
  let count = 1;
  for (let index = place - 2; index >= 0 && isSpreadSign(text, index); index -= 2) count += 1;
  for (let index = place + 2; index < text.length && isSpreadSign(text, index); index += 2) count += 1;
  return count >= SPREAD_SIGNS;
}

function hasSignsAmongPairs(text: string): boolean {
  const { length } = text;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    // A letter of two code units shifts the separators.
    if (code >= SURROGATES && isAstralLetter(text, index, code)) return true;
    const isSign = code < 128 && SPREAD_SIGN[code] === 1 && mayEndLetter(text.charCodeAt(index - 1));
    if ((index & 1) === 0) even = isSign ? even + 1 : 0;
    else odd = isSign ? odd + 1 : 0;
    if (even === SPREAD_SIGNS || odd === SPREAD_SIGNS) return true;
  }
  return false;
}

/** Stands for the wide gap between two spaced-out words; a control character that no text needs. */
const WORD_GAP = '\u0001';
