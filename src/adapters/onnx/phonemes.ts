import type { SpokenToken } from '../../ports/spoken-text.ts';
import { weakForm } from './function-words.ts';
import { isVowel } from './pronounce.ts';

/** A word, or a letter said by its name, with its sounds. */
interface Said {
  readonly kind: 'word' | 'letter';
  readonly text: string;
  readonly sounds: readonly string[];
}

/** What a sentence says, with its sounds. */
export type SaidToken = Said | (SpokenToken & { readonly kind: 'break' });

/**
 * ARPAbet in the alphabet of Kokoro's English voices, which is that of misaki: IPA with capitals for diphthongs
 * (https://github.com/hexgrad/misaki, EN_PHONES.md).
 */
const PHONEMES: Readonly<Record<string, string>> = {
  aa: 'ɑ',
  ae: 'æ',
  ah: 'ʌ',
  ao: 'ɔ',
  aw: 'W',
  ay: 'I',
  b: 'b',
  ch: 'ʧ',
  d: 'd',
  dh: 'ð',
  eh: 'ɛ',
  er: 'ɜɹ',
  ey: 'A',
  f: 'f',
  g: 'ɡ',
  hh: 'h',
  ih: 'ɪ',
  iy: 'i',
  jh: 'ʤ',
  k: 'k',
  l: 'l',
  m: 'm',
  n: 'n',
  ng: 'ŋ',
  ow: 'O',
  oy: 'Y',
  p: 'p',
  r: 'ɹ',
  s: 's',
  sh: 'ʃ',
  t: 't',
  th: 'θ',
  uh: 'ʊ',
  uw: 'u',
  v: 'v',
  w: 'w',
  y: 'j',
  z: 'z',
  zh: 'ʒ',
};
const [SCHWA, SCHWA_R, SYLLABIC, REDUCED, FLAP] = ['ə', 'əɹ', 'ᵊ', 'ᵻ', 'T'];
const STRESSES: readonly string[] = ['', '\u02c8', '\u02cc'];
const [, MAIN = '', SECONDARY = ''] = STRESSES;
const VOWEL = /[AIOWYiuæɑəɐɛɪʊʌɔɜ]/;

/**
 * The phonemes of a sentence, words separated by spaces, pauses by their marks, of several marks in a row the first. Empty if nothing is
 * said.
 */
export function toPhonemes(tokens: readonly SaidToken[]): string {
  let text = '';
  for (const [index, token] of tokens.entries()) {
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    if (token.kind === 'break') {
      if (before !== undefined && before.kind !== 'break') text += token.mark;
    } else if (token.kind === 'letter') {
      text += (before?.kind === 'letter' ? '' : gap(text)) + letterPhonemes(token.sounds, next?.kind === 'letter');
    } else {
      text += gap(text) + wordPhonemes(token, next, text === '');
    }
  }
  return text;
}

function gap(text: string): string {
  return text === '' ? '' : ' ';
}

/** Of an acronym the last letter has the main stress. */
function letterPhonemes(sounds: readonly string[], more: boolean): string {
  const text = phonemesOf(sounds);
  return more ? text.replace(MAIN, SECONDARY) : text;
}

/** A word is weak within a phrase only, and at the beginning of a sentence not entirely. */
function wordPhonemes({ text, sounds }: Said, next: SaidToken | undefined, first: boolean): string {
  const within = next !== undefined && next.kind !== 'break';
  const weak = within ? weakForm(text, isVowel(next.sounds[0] ?? '')) : undefined;
  if (weak === undefined) return phonemesOf(sounds);
  return first && text !== 'the' && text !== 'a' && !weak.includes(SECONDARY) ? weak.replace(VOWEL, `${SECONDARY}$&`) : weak;
}

/** The phonemes of one word: stress stands before its vowel. */
export function phonemesOf(sounds: readonly string[]): string {
  return sounds.map((sound, index) => phonemeOf(sounds, sound, index)).join('');
}

function phonemeOf(sounds: readonly string[], sound: string, index: number): string {
  const [before, after] = [sounds[index - 1] ?? '', sounds[index + 1] ?? ''];
  if ((sound === 'ih0' || sound === 'ah0') && isEnding(before, after, index + 2 === sounds.length)) return REDUCED;
  if (sound === 'ah0') return isSyllabic(before, after, sounds[index + 2]) ? SYLLABIC : SCHWA;
  if (sound === 'er0') return SCHWA_R;
  if (sound === 't' && isFlapped(before, after)) return FLAP;
  const stress = STRESSES[Number(/\d$/.exec(sound)?.[0] ?? 0)] ?? '';
  return stress + (PHONEMES[sound.replace(/\d$/, '')] ?? '');
}

/** Whether a schwa is only the voice of the l or n after it: «little», «thousand». */
function isSyllabic(before: string, after: string, second: string | undefined): boolean {
  if (isVowel(before) || ['', 'w', 'y'].includes(before) || (second !== undefined && isVowel(second))) return false;
  if (after === 'l') return before !== 'r';
  return after === 'n' && ['t', 'd', 's', 'z', 'f', 'v', 'th'].includes(before);
}

/** Whether an unstressed vowel is that of an ending, «wanted» or «horses». */
function isEnding(before: string, after: string, last: boolean): boolean {
  if (!last) return false;
  return after === 'd' ? before === 't' || before === 'd' : after === 'z' && ['s', 'z', 'sh', 'zh', 'ch', 'jh'].includes(before);
}

/** Whether American English taps a t: between vowels, before one without stress. */
function isFlapped(before: string, after: string): boolean {
  return (isVowel(before) || before === 'r') && after.endsWith('0');
}
