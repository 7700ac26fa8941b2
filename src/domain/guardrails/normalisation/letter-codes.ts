import { isEnglish, MAX_SAMPLE } from './common-words.ts';
import { spaced } from './run-together.ts';
import type { TextProfile } from './text-profile.ts';

/** Places of letters in the alphabet, in a row. */
const PLACES = /(?<![\d.,-])(?:(?:1\d|2[0-6]|[1-9])[-., /|_]{1,3}){14,4096}(?:1\d|2[0-6]|[1-9])(?![\d.,-]\d|\d)/g;
const LEAST_DIGITS = 15;
/** Distance of two digits of a row with a gap between. */
const MOST_APART = 4;
const A_ROW_OF_PLACES = new RegExp(PLACES.source);

/** The words of the spelling alphabet for radio (ITU Radio Regulations, appendix 14), in a row. */
const RADIO =
  /(?:(?<![a-z])(?:alf|alph)a|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiske?y|x-?ray|yankee|zulu)(?![a-z])[\s,./|;:-]{0,4}/g;
const RADIO_ROW = new RegExp(`(?:${RADIO.source}){10,4096}`, 'g');
/** In hardly a text that is spelled so all words of a row lack; and `the` and `you`, the most frequent words of English, in ROT47. */
const RADIO_HINTS = [
  ['tango', 'Tango', 'TANGO', 'november', 'November', 'NOVEMBER'],
  ['echo', 'Echo', 'ECHO'],
  ['oscar', 'Oscar', 'OSCAR', 'romeo', 'Romeo', 'ROMEO', 'sierra', 'Sierra', 'SIERRA'],
] as const;
const TURNED_HINTS = ['E96', 'J@F'] as const;
const [FIRST_SIGN, SIGNS, HALF] = [33, 94, 47];

const FIRST_LETTER = 97;

/** Quick filter: whether a text might spell letter by letter. No false negatives. */
export function maySpell(text: string, profile?: Pick<TextProfile, 'digits' | 'places'>): boolean {
  return maySpellByRadio(text) || hasOne(text, TURNED_HINTS) || (isChained(profile) && A_ROW_OF_PLACES.test(text));
}

/** Whether so many digits follow one another closely, no three of them without a gap. */
function isChained(profile: Pick<TextProfile, 'digits' | 'places'> | undefined): boolean {
  if (profile === undefined || profile.digits > profile.places.length) return true;
  const { digits, places } = profile;
  let chain = 0;
  for (let at = 1; at < digits; at += 1) {
    const place = places[at] ?? 0;
    const isThird = at > 1 && place - (places[at - 2] ?? 0) === 2;
    chain = isThird || place - (places[at - 1] ?? 0) > MOST_APART ? 0 : chain + 1;
    if (chain + 1 >= LEAST_DIGITS) return true;
  }
  return false;
}

function maySpellByRadio(text: string): boolean {
  return RADIO_HINTS.every((hints) => hasOne(text, hints));
}

function hasOne(text: string, hints: readonly string[]): boolean {
  return hints.some((hint) => text.includes(hint));
}

/**
 * What a text says that spells it letter by letter: by their places in the alphabet, by the words of the spelling alphabet, or with all
 * signs turned by 47 places. Only English; undefined if it says nothing in these ways.
 */
export function spelledOut(text: string, profile?: Pick<TextProfile, 'digits' | 'places'>): string | undefined {
  return (
    (isChained(profile) ? byPlaces(text) : undefined) ?? (maySpellByRadio(text) ? byRadio(text.toLowerCase()) : undefined) ?? turned(text)
  );
}

function byPlaces(text: string): string | undefined {
  return sayingOf(
    (text.match(PLACES) ?? []).map((row) => lettersOf(row.matchAll(/(\d+)(\D*)/g), (place) => FIRST_LETTER - 1 + Number(place))),
  );
}

function byRadio(text: string): string | undefined {
  return sayingOf(
    (text.match(RADIO_ROW) ?? []).map((row) => lettersOf(row.matchAll(/([a-z]+(?:-ray)?)([^a-z]*)/g), (word) => word.charCodeAt(0))),
  );
}

/** The letters of a row of signs, each with what stands behind it; words are parted by what most letters are not. */
function lettersOf(signs: Iterable<RegExpExecArray>, codeOf: (sign: string) => number): string {
  const all = Array.from(signs, ([, sign = '', gap = '']) => ({ letter: String.fromCharCode(codeOf(sign)), gap }));
  const counts = new Map<string, number>();
  for (const { gap } of all) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [''];
  const said = all.map(({ letter, gap }) => (gap === usual ? letter : `${letter} `)).join('');
  return said.trimEnd().includes(' ') ? said : (spaced(said.trimEnd()) ?? said);
}

function sayingOf(rows: readonly string[]): string | undefined {
  const said = rows.join('\n').trim();
  return isEnglish(said, true) ? said : undefined;
}

/** The lines of a text that are English with all their signs turned. */
function turned(text: string): string | undefined {
  if (!hasOne(text, TURNED_HINTS)) return undefined;
  const said = text
    .slice(0, MAX_SAMPLE)
    .split('\n')
    .map((line) => turnedBack(line).toLowerCase())
    .filter((line) => isEnglish(line, true))
    .join('\n');
  return said === '' ? undefined : said;
}

function turnedBack(text: string): string {
  return text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(((sign.charCodeAt(0) - FIRST_SIGN + HALF) % SIGNS) + FIRST_SIGN));
}
