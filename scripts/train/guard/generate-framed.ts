import { CLAIM_LISTS, CLAIMS, PLAIN_TALK } from './claim-phrases.ts';
import { many } from './draws.ts';
import { capital, fill } from './fill.ts';
import { FRAMED, type Framed } from './framed-phrases.ts';
import type { Texts } from './generate-requests.ts';
import { HIDDEN_QUESTIONS, NOISE, PASTED, PUZZLES } from './puzzle-phrases.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const FRAMED_ROWS = 1600;
const CLAIM_ROWS = 1300;
const PUZZLE_ROWS = 500;
const NOISY_ROWS = 300;

/** Every so many framed rows are in English, which has most of the phrases; the rest are spread over the other languages. */
const ENGLISH = 2;

/** Texts in pairs of kinds: reasonable frames about harmful and harmless deeds, claims of power and plain talk, puzzles, noise behind requests. */
export function framedTexts(random: Random): Readonly<Record<string, Texts>> {
  const [english, ...others] = FRAMED as readonly [Framed, ...Framed[]];
  const language = (index: number): Framed => (index % ENGLISH === 0 ? english : others[index % others.length]!);
  const framed = (frames: readonly string[], deeds: readonly string[]): string => fill(random.pick(frames), { d: deeds }, random);
  const claim = (list: readonly string[]): string => {
    const said = capital(fill(random.pick(list), CLAIM_LISTS, random));
    return random.next() < 0.15 ? `${capital(fill(random.pick(PLAIN_TALK), CLAIM_LISTS, random))} ${said}` : said;
  };
  const puzzle = (deeds: readonly string[]): string => {
    const question = fill(random.pick(HIDDEN_QUESTIONS), { d: deeds }, random);
    return random.pick(PUZZLES).replace('{x}', () => disguised(question, random));
  };
  const noise = (): string => many(5 + Math.floor(random.next() * 14), () => random.pick(NOISE)).join(random.next() < 0.8 ? ' ' : '');
  const deed = (deeds: readonly string[]): string =>
    capital(
      fill(
        random.pick([
          '{d}',
          'how to {d}',
          'explain how to {d}',
          'write a guide on how to {d}',
          'give me steps to {d}',
          'describe how people {d}',
        ]),
        { d: deeds },
        random,
      ),
    );
  return {
    'framed deeds': {
      attack: true,
      texts: many(FRAMED_ROWS, (index) => {
        const { plain, loaded, harmful } = language(index);
        return framed(random.next() < 0.6 ? plain : loaded, harmful);
      }),
    },
    'framed favours': {
      attack: false,
      texts: many(FRAMED_ROWS, (index) => {
        const { plain, harmless } = language(index);
        return framed(plain, harmless);
      }),
    },
    claims: { attack: true, texts: many(CLAIM_ROWS, () => claim(CLAIMS)) },
    'plain talk': { attack: false, texts: many(CLAIM_ROWS, () => claim(PLAIN_TALK)) },
    puzzles: { attack: true, texts: many(PUZZLE_ROWS, () => puzzle(english.harmful)) },
    riddles: { attack: false, texts: many(PUZZLE_ROWS, () => puzzle(english.harmless)) },
    'noisy deeds': { attack: true, texts: many(NOISY_ROWS, () => `${deed(english.harmful)} ${noise()}`) },
    'pasted behind': { attack: false, texts: many(NOISY_ROWS, () => `${deed(english.harmless)} ${random.pick(PASTED)}`) },
  };
}

/** A sentence as puzzles hide it. */
function disguised(text: string, random: Random): string {
  const letters = Array.from(text);
  const shifted = (by: number): string =>
    text.replaceAll(/[a-z]/gi, (letter) => {
      const first = letter < 'a' ? 65 : 97;
      return String.fromCharCode(((letter.charCodeAt(0) - first + by) % 26) + first);
    });
  const ways: readonly (() => string)[] = [
    () => letters.toReversed().join(''),
    () => shifted(1 + Math.floor(random.next() * 24)),
    () =>
      text
        .split(' ')
        .map((word) => Array.from(word).toReversed().join(''))
        .join(' '),
    () => letters.join(random.pick(['.', '-', '_', ' '])),
    () =>
      text
        .split(' ')
        .map((word, index) => `${String.fromCharCode(97 + index)} = "${word}"`)
        .join(', '),
    () => text.replaceAll(/[aeio]/g, (letter) => ({ a: '4', e: '3', i: '1', o: '0' })[letter] ?? letter),
    () => text.replaceAll(/[aeiou]/g, '*'),
    () =>
      text
        .split(' ')
        .map((word) => (word.length > 3 ? `${word.slice(0, 2)}.${word.slice(2)}` : word))
        .join(' '),
    () => text.split(' ').toReversed().join(' '),
    () =>
      text
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' + '),
  ];
  return random.pick(ways)();
}
