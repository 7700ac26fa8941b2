import { charsetModels, type CharsetModel, type Letters } from './charset-letters.ts';

/** How many bytes are read in every charset. */
const SAMPLE_BYTES = 8192;

/** Logarithms of the likelihood of what no list of letters has. */
const ASCII = -2.5;
const CONTROL = -14;
const UNLISTED = -12;
const BROKEN = /(?!\s)\p{Cc}|\uFFFD/u;
const UPPER_CASE = -0.4;
/** Of a letter beside a Latin one, as an accented one would be read in another script, and of a capital within a word. */
const FOREIGN_NEIGHBOUR = -4;
const CAPITAL_WITHIN = -3;
/** Of a word of one letter, which a sign may be read as. */
const LONE_LETTER = -3;
const LONE_LETTERS = /(?<![\p{L}\p{M}])(?=[^\0-\x7F])[\p{Lu}\p{Ll}](?![\p{L}\p{M}])/gu;
/** Of a letter or a sign where words of the languages that have it hardly ever do, which is how letters of other charsets look. */
const MISPLACED = -3;
const MISPLACED_ACCENTS = new RegExp(
  [
    // Italian, French, Danish, Portuguese and Spanish: Czech, Romanian and Polish letters have the same bytes.
    String.raw`[ìòù](?=\p{L})|[èøæ](?=[aeiouyáéíóúý])|æ(?!\p{L})|ã(?=[bcdfghjklmnpqrstvwxz])|(?<=[bcdfgjkpqtvwxz])ã(?!\p{L})`,
    String.raw`[ªº](?=\p{L})|(?<!\p{L})ý|õ(?!e)|ñ(?![aeiouáéíóú])`,
    // What no Russian word begins with or has within.
    String.raw`(?<!\p{L})[ьъы]|[бвгджзклмнпрстфхцчшщ]{4}`,
    String.raw`(?<=\p{L})[^\p{L}\p{M}\0-\x7F’‘–·](?=\p{L})`,
  ].join('|'),
  'giu',
);
/** Greek, Hebrew and Arabic letters of the end of a word within one, and the reverse. */
const MISPLACED_FORMS = /σ(?!\p{L})|[ςךםןףץةى](?=\p{L})|[כמנצ](?!\p{L})/gu;

const SIGNS: ReadonlyMap<string, number> = new Map([
  ...Array.from('“”‘’–—…«»„€°№§©®·•\u00A0', (sign) => [sign, -6] as const),
  ...Array.from('¹²³½¼¾±×µ´`¿¡£¥ºª™‚‹›', (sign) => [sign, -7] as const),
  ...Array.from('、。，；：？！（）「」『』【】《》・ー～\u3000％／￥', (sign) => [sign, -7] as const),
]);

/** What a charset makes of a sample, independent of the language. */
interface Reading {
  /** Lower-case characters outside of ASCII by how often they occur. */
  readonly counts: ReadonlyMap<string, number>;
  /** The logarithm of the likelihood of all else. */
  readonly rest: number;
}

/** A charset in which bytes may be a text. */
export interface LikelyCharset {
  readonly charset: string;
  /** The mean logarithm of the likelihood of its characters: above -8 for texts, below -10 for what is none. */
  readonly likelihood: number;
}

/**
 * The charsets in which bytes may be a text, the most likely first, by the frequencies of the letters of languages and by how words are
 * written. A few words are enough, unless they are words in two charsets.
 */
export function likelyCharsets(bytes: Uint8Array): LikelyCharset[] {
  // All that is before the first byte that is not ASCII is the same in each, but for the letter it may follow.
  const first = bytes.findIndex((byte) => byte > 127);
  const start = Math.max(0, first - 2 + (first % 2));
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const { narrow, wide } = charsetModels();
  return ordered(sample, bytes.length % 2 === 0 ? [...narrow, ...wide] : narrow);
}

/** The same of the two orders of bytes of UTF-16. */
export function likelyWideCharsets(bytes: Uint8Array): LikelyCharset[] {
  return ordered(bytes.subarray(0, SAMPLE_BYTES), charsetModels().wide);
}

function ordered(sample: Uint8Array, models: readonly CharsetModel[]): LikelyCharset[] {
  const found = models.map(({ charset, prior, languages }) => {
    // As a stream, since the sample may end within a character.
    const text = new TextDecoder(charset).decode(sample, { stream: true });
    const { counts, rest } = readingOf(text);
    const sum = prior + rest + Math.max(...languages.map((letters) => sumOf(counts, letters)));
    return { charset, sum, likelihood: sum / Math.max(1, text.length) };
  });
  return found.toSorted((one, other) => other.sum - one.sum).map(({ charset, likelihood }) => ({ charset, likelihood }));
}

function sumOf(counts: ReadonlyMap<string, number>, letters: Letters): number {
  let sum = 0;
  for (const [character, count] of counts) sum += count * (letters.get(character) ?? SIGNS.get(character) ?? UNLISTED);
  return sum;
}

function readingOf(text: string): Reading {
  const counts = new Map<string, number>();
  let rest = 0;
  let before = '';
  for (const character of text) {
    // Its small form is two characters.
    const lower = character === 'İ' ? 'ı' : character.toLowerCase();
    if (BROKEN.test(character)) rest += CONTROL;
    else if (character <= '\u007F') rest += ASCII;
    else {
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      if (lower !== character) rest += UPPER_CASE;
    }
    rest += costOfPair(before, character);
    before = character;
  }
  rest += LONE_LETTER * (text.match(LONE_LETTERS)?.length ?? 0);
  for (const misplaced of [MISPLACED_ACCENTS, MISPLACED_FORMS]) rest += MISPLACED * (text.match(misplaced)?.length ?? 0);
  return { counts, rest };
}

/** What speaks against two characters standing next to each other. */
function costOfPair(before: string, character: string): number {
  if (before <= '\u007F' && character <= '\u007F') return 0;
  if (!LETTER.test(character)) return 0;
  if (!LETTER.test(before)) return LEADING_SIGN.test(before) ? FOREIGN_NEIGHBOUR : 0;
  if (LATIN.test(before) !== LATIN.test(character)) return FOREIGN_NEIGHBOUR;
  return isLower(before) && isUpper(character) ? CAPITAL_WITHIN : 0;
}

/** Signs that do not begin words. */
const LEADING_SIGN = /[©®±×·•§¹²³¼½¾]/;
const LETTER = /[\p{L}\p{M}]/u;
const LATIN = /\p{Script=Latin}/u;
const isLower = (character: string): boolean => character !== character.toUpperCase();
const isUpper = (character: string): boolean => character !== character.toLowerCase();
