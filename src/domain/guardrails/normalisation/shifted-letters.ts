import { wordHash } from '../../../core/word-hash.ts';
import { COMMON_WORDS, IS_COMMON, isEnglish, MAX_SAMPLE } from './common-words.ts';
import { IS_WORD, type TextTokens } from './text-tokens.ts';

const LETTERS = 26;
const FIRST = 97;
/** Letters of English in per mille, a to z (Lewand, Cryptological Mathematics, 2000). */
const PER_MILLE = [
  81.7, 14.9, 27.8, 42.5, 127, 22.3, 20.2, 60.9, 69.7, 1.5, 7.7, 40.3, 24.1, 67.5, 75.1, 19.3, 1, 59.9, 63.3, 90.6, 27.6, 9.8, 23.6, 1.5,
  19.7, 0.7,
];
const LOG_LIKELY = Float64Array.from(PER_MILLE, (share) => Math.log(share));

/** Substitutions of letters by others, each as the 26 letters that it is read as: Caesar's with every shift, and Atbash. */
const ALPHABETS: readonly Uint8Array[] = [
  ...Array.from({ length: LETTERS }, (_, shift) => Uint8Array.from({ length: LETTERS }, (_letter, letter) => (letter + shift) % LETTERS)),
  Uint8Array.from({ length: LETTERS }, (_, letter) => LETTERS - 1 - letter),
];

/** A passage of fewer words or letters says too little. */
const LEAST_WORDS = 4;
const LEAST_LETTERS = 24;
/** By so much per letter the log likelihood of a substitution must exceed that of the text as written. */
const LEAST_GAIN = 0.4;
/** With so many letters and so great a gain the frequencies say nearly enough. */
const MANY_LETTERS = 40;
const LIKELY_GAIN = 0.7;
/** The likeliest substitutions that are tried: the frequencies of a short passage are not decisive. */
const TRIED = 4;

const COMMON_HASHES: ReadonlySet<number> = new Set(COMMON_WORDS.map(wordHash));

/** Quick filter: whether a text has a passage whose letters might be shifted. It looks for the one that `shiftedPassage` reads. */
export function mayBeShifted({ text, count, starts, ends, hashes, kinds }: TextTokens): boolean {
  let [from, to, most] = [0, 0, 0];
  let [runFrom, words] = [0, 0];
  for (let token = 0; token < count; token += 1) {
    if (((kinds[token] ?? 0) & IS_WORD) === 0) continue;
    const end = ends[token] ?? 0;
    if (end > MAX_SAMPLE) break;
    if (COMMON_HASHES.has(hashes[token] ?? 0)) {
      words = 0;
      continue;
    }
    if (words === 0) runFrom = starts[token] ?? 0;
    words += 1;
    if (words > most) [from, to, most] = [runFrom, end, words];
  }
  return most >= LEAST_WORDS && likelier(text.slice(from, to)).length > 0;
}

/**
 * A text, or the lines of its longest passage without a common English word, read with other letters: shifted by one to 25 places in
 * the alphabet, or the alphabet backwards. Undefined if no such reading of that passage is English. Only the first `MAX_SAMPLE` characters are looked at.
 */
export function shiftedPassage(text: string): string | undefined {
  const sample = text.slice(0, MAX_SAMPLE).toLowerCase();
  const passage = longestUncommon(sample);
  if (passage === undefined) return undefined;
  for (const { alphabet, isLikely } of likelier(passage.text)) {
    const read = (written: string): string =>
      written.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(FIRST + (alphabet[letter.charCodeAt(0) - FIRST] ?? 0)));
    if (!isEnglish(read(passage.text), isLikely)) continue;
    // A word of the passage may look like a common one, which ended it too early.
    const whole = read(sample);
    if (isEnglish(whole)) return whole;
    const end = sample.indexOf('\n', passage.from + passage.text.length);
    return read(sample.slice(sample.lastIndexOf('\n', passage.from) + 1, end < 0 ? sample.length : end));
  }
  return undefined;
}

function longestUncommon(text: string): { readonly from: number; readonly text: string } | undefined {
  let longest = { from: 0, to: 0, words: 0 };
  let run = longest;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const end = index + word.length;
    if (IS_COMMON.has(word)) run = { from: end, to: end, words: 0 };
    else {
      run = { from: run.words === 0 ? index : run.from, to: end, words: run.words + 1 };
      if (run.words > longest.words) longest = run;
    }
  }
  return longest.words < LEAST_WORDS ? undefined : { from: longest.from, text: text.slice(longest.from, longest.to) };
}

/** The alphabets in which a passage is likelier English than as written, the likeliest first, and which of them are so by much. */
function likelier(passage: string): readonly { readonly alphabet: Uint8Array; readonly isLikely: boolean }[] {
  const counts = new Uint32Array(LETTERS);
  let letters = 0;
  for (let index = 0; index < passage.length; index += 1) {
    const letter = (passage.charCodeAt(index) | 0x20) - FIRST;
    if (letter < 0 || letter >= LETTERS) continue;
    counts[letter] = (counts[letter] ?? 0) + 1;
    letters += 1;
  }
  if (letters < LEAST_LETTERS) return [];
  const likelihoods = ALPHABETS.map((alphabet) => {
    let sum = 0;
    for (let letter = 0; letter < LETTERS; letter += 1) sum += (counts[letter] ?? 0) * (LOG_LIKELY[alphabet[letter] ?? 0] ?? 0);
    return { alphabet, sum };
  });
  const written = likelihoods[0]?.sum ?? 0;
  return likelihoods
    .filter(({ sum }) => sum >= written + LEAST_GAIN * letters)
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, TRIED)
    .map(({ alphabet, sum }, place) => ({
      alphabet,
      isLikely: place === 0 && letters >= MANY_LETTERS && sum >= written + LIKELY_GAIN * letters,
    }));
}
