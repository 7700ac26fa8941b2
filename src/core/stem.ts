/**
 * The stem of an English word by Porter's rules (Porter, "An algorithm for suffix stripping", 1980), as SQLite's FTS5
 * applies them: to words of lower case letters, 3 to 64 long. Other words stay as they are.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,64}$/.test(word)) return word;
  return tidy(stripLast(stripSuffix(stripSuffix(endInI(stripPast(stripPlural(word))), STEP_2, 0), STEP_3, 0)));
}

/** Suffixes and their replacements, applied if the part before them is long enough. */
const STEP_2 = pairs(
  'ational ate tional tion enci ence anci ance izer ize bli ble alli al entli ent eli e ousli ous ization ize ation ate ator ate alism al iveness ive fulness ful ousness ous aliti al iviti ive biliti ble logi log',
);
const STEP_3 = pairs('icate ic ative - alize al iciti ic ical ic ful - ness -');
const STEP_4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

function pairs(list: string): (readonly [suffix: string, becomes: string])[] {
  const words = list.split(' ');
  return words.flatMap((suffix, at) => (at % 2 === 0 ? [[suffix, (words[at + 1] ?? '').replace('-', '')] as const] : []));
}

/** Consonants as c, vowels as v; y is a vowel after a consonant. */
function shape(word: string): string {
  let shaped = '';
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shaped.endsWith('c'));
    shaped += isVowel ? 'v' : 'c';
  }
  return shaped;
}

/** How often vowels are followed by consonants: Porter's m. */
const measure = (word: string): number => shape(word).match(/v+c/g)?.length ?? 0;
const hasVowel = (word: string): boolean => shape(word).includes('v');
const endsInDouble = (word: string): boolean => word.at(-1) === word.at(-2) && shape(word).endsWith('c');
const endsShort = (word: string): boolean => shape(word).endsWith('cvc') && !/[wxy]$/.test(word);

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function stripPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = ['ed', 'ing'].find((ending) => word.endsWith(ending));
  const rest = suffix === undefined ? '' : word.slice(0, -suffix.length);
  if (!hasVowel(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsInDouble(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function endInI(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function stripSuffix(word: string, suffixes: typeof STEP_2, least: number): string {
  const [suffix, becomes] = longest(word, suffixes) ?? ['', ''];
  const rest = word.slice(0, word.length - suffix.length);
  return suffix !== '' && measure(rest) > least ? rest + becomes : word;
}

function longest(word: string, suffixes: typeof STEP_2): (typeof STEP_2)[number] | undefined {
  return suffixes.filter(([suffix]) => word.endsWith(suffix)).toSorted(([left], [right]) => right.length - left.length)[0];
}

function stripLast(word: string): string {
  const suffix = longest(
    word,
    STEP_4.map((one) => [one, ''] as const),
  )?.[0];
  if (suffix === undefined) return word;
  const rest = word.slice(0, -suffix.length);
  if (measure(rest) <= 1 || (suffix === 'ion' && !/[st]$/.test(rest))) return word;
  return rest;
}

function tidy(word: string): string {
  let tidied = word;
  if (tidied.endsWith('e')) {
    const rest = tidied.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) tidied = rest;
  }
  return tidied.endsWith('ll') && measure(tidied.slice(0, -1)) > 1 ? tidied.slice(0, -1) : tidied;
}
