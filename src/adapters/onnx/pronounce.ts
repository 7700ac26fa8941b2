import { type Lexicon, SOUNDS } from './lexicon.ts';

/** Derives a word's sounds from its spelling, in practice by a network. */
export type SpellingReader = (word: string) => Promise<readonly string[]>;

/** The names of the letters. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  a: 'ey1',
  b: 'b iy1',
  c: 's iy1',
  d: 'd iy1',
  e: 'iy1',
  f: 'eh1 f',
  g: 'jh iy1',
  h: 'ey1 ch',
  i: 'ay1',
  j: 'jh ey1',
  k: 'k ey1',
  l: 'eh1 l',
  m: 'eh1 m',
  n: 'eh1 n',
  o: 'ow1',
  p: 'p iy1',
  q: 'k y uw1',
  r: 'aa1 r',
  s: 'eh1 s',
  t: 't iy1',
  u: 'y uw1',
  v: 'v iy1',
  w: 'd ah1 b ah0 l y uw0',
  x: 'eh1 k s',
  y: 'w ay1',
  z: 'z iy1',
};

/** In letters: longer words are in no dictionary, and the network's work grows with length. */
const LONGEST_SPELLED = 40;
/** Least letters of a word without its ending, and of either half of a compound. */
const SHORTEST_PART = 3;

const VOICELESS = new Set(['p', 't', 'k', 'f', 'th']);
const SIBILANT = new Set(['s', 'z', 'sh', 'zh', 'ch', 'jh']);
const KNOWN = new Set(SOUNDS);

/** Whether a sound is a vowel, whatever its stress. */
export function isVowel(sound: string): boolean {
  return /\d$/.test(sound);
}

/** The sounds of a letter's name. Throws a RangeError for anything but a letter from a to z. */
export function letterName(letter: string): readonly string[] {
  const name = LETTER_NAMES[letter];
  if (name === undefined) throw new RangeError(`${JSON.stringify(letter)} is no letter`);
  return name.split(' ');
}

/** A word's given pronunciation, ARPAbet with stress digits; undefined if it contains an unknown sound. */
export function readPronunciation(text: string): readonly string[] | undefined {
  const sounds = text.trim().toLowerCase().split(/\s+/);
  return sounds.every((sound) => KNOWN.has(sound)) ? sounds : undefined;
}

/**
 * The sounds of one word in isolation: from the lexicon, or from parts found there (endings, compounds), or else from its spelling. Words
 * are lower case, a-z and apostrophes.
 */
export async function pronounceWord(word: string, lexicon: Lexicon, readSpelling: SpellingReader): Promise<readonly string[]> {
  const known = lexicon.lookUp(word) ?? inflected(word, lexicon) ?? compound(word, lexicon);
  if (known !== undefined) return known;
  const letters = word.replaceAll("'", '').slice(0, LONGEST_SPELLED);
  if (letters === '') return [];
  if (letters.length === 1) return letterName(letters);
  // Without a vowel letter it is not pronounceable as a word.
  if (!/[aeiouy]/.test(letters)) return Array.from(letters, letterName).flat();
  return await readSpelling(letters);
}

/** A known word with an ending that does not change the sounds before it. */
function inflected(word: string, lexicon: Lexicon): readonly string[] | undefined {
  const possessive = /^(.+?)(?:'s|s'?)$/.exec(word)?.[1];
  const plural = possessive === undefined ? undefined : lexicon.lookUp(possessive);
  if (plural !== undefined) return [...plural, ...pluralSounds(plural)];
  const es = /^(.+(?:s|z|x|sh|ch))es$/.exec(word)?.[1];
  const hissing = es === undefined ? undefined : lexicon.lookUp(es);
  if (hissing !== undefined) return [...hissing, 'ih0', 'z'];
  const past = base(word, 'ed', lexicon);
  if (past !== undefined) return [...past, ...pastSounds(past)];
  const going = base(word, 'ing', lexicon);
  if (going !== undefined) return [...going, 'ih0', 'ng'];
  const adverb = /^(.+)ly$/.exec(word)?.[1];
  const adjective = adverb === undefined || adverb.length < SHORTEST_PART ? undefined : lexicon.lookUp(adverb);
  return adjective === undefined ? undefined : [...adjective, 'l', 'iy0'];
}

/** The sounds of the verb before an ending: unchanged, with its silent e restored, or with its doubled letter once. */
function base(word: string, ending: string, lexicon: Lexicon): readonly string[] | undefined {
  if (!word.endsWith(ending)) return undefined;
  const stem = word.slice(0, -ending.length);
  if (stem.length < SHORTEST_PART) return undefined;
  const once = stem.at(-1) === stem.at(-2) ? lexicon.lookUp(stem.slice(0, -1)) : undefined;
  return lexicon.lookUp(stem) ?? lexicon.lookUp(`${stem}e`) ?? once;
}

function pluralSounds(sounds: readonly string[]): readonly string[] {
  const last = sounds.at(-1) ?? '';
  if (SIBILANT.has(last)) return ['ih0', 'z'];
  return [VOICELESS.has(last) ? 's' : 'z'];
}

function pastSounds(sounds: readonly string[]): readonly string[] {
  const last = sounds.at(-1) ?? '';
  if (last === 't' || last === 'd') return ['ih0', 'd'];
  return [VOICELESS.has(last) || last === 's' || last === 'sh' || last === 'ch' ? 't' : 'd'];
}

/** A compound of two known words, trying the longest first word first; the second word loses its main stress. */
function compound(word: string, lexicon: Lexicon): readonly string[] | undefined {
  for (let cut = word.length - SHORTEST_PART - 1; cut > SHORTEST_PART; cut -= 1) {
    const first = lexicon.lookUp(word.slice(0, cut));
    const second = first === undefined ? undefined : lexicon.lookUp(word.slice(cut));
    if (first !== undefined && second !== undefined) return [...first, ...second.map((sound) => sound.replace(/1$/, '2'))];
  }
  return undefined;
}
