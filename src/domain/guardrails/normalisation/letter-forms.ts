/** Korean syllables are composed by rule from jamo, starting from these codes. */
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FIRST_LEAD = 0x1100;
const FIRST_VOWEL = 0x1161;
const BEFORE_TAILS = 0x11a7;
const VOWELS = 21;
const TAILS = 28;

/** Whether a UTF-16 code unit is a Korean syllable. */
export function isSyllable(code: number): boolean {
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;
}

/**
 * Writes the jamo of a syllable after `from` and returns where they end. Decomposing makes inflected forms share a prefix that
 * their syllables do not.
 */
export function writeSyllable(code: number, written: Uint16Array, from: number): number {
  const place = code - FIRST_SYLLABLE;
  const tail = place % TAILS;
  const both = (place - tail) / TAILS;
  const vowel = both % VOWELS;
  written[from] = FIRST_LEAD + (both - vowel) / VOWELS;
  written[from + 1] = FIRST_VOWEL + vowel;
  if (tail === 0) return from + 2;
  written[from + 2] = BEFORE_TAILS + tail;
  return from + 3;
}

/** Hebrew and Arabic. */
const FIRST_SEMITIC = 0x590;
const LAST_SEMITIC = 0x6ff;
/** Vowel points and cantillation marks, which few people write, and the tatweel that stretches a word. */
const POINTS = /\u0640|\p{M}/gu;
/** Letters that are interchanged in typing: forms of alef, yeh, kaf and heh. */
const ARABIC_FORMS: Readonly<Record<string, string>> = {
  '\u0622': '\u0627',
  '\u0623': '\u0627',
  '\u0625': '\u0627',
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  '\u0629': '\u0647',
  '\u06c0': '\u0647',
};

/** Whether a UTF-16 code unit is Hebrew or Arabic. */
export function isSemitic(code: number): boolean {
  return code >= FIRST_SEMITIC && code <= LAST_SEMITIC;
}

/** Folds Hebrew and Arabic to how they are usually typed. */
export function foldSemitic(folded: string): string {
  return folded
    .replace(POINTS, '')
    .replace(/[\u0622\u0623\u0625\u0671\u0649\u06cc\u06a9\u0629\u06c0]/g, (letter) => ARABIC_FORMS[letter] ?? letter);
}
