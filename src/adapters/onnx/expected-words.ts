import { distance } from 'fastest-levenshtein';
import { bestClass } from '../../core/class-scores.ts';
import type { TranscriptWord } from '../../ports/speech.ts';
import type { ClassScores } from './ctc.ts';
import { pathScore, type FrameRange } from './path-score.ts';
import type { WordLanguageModel } from './word-language-model.ts';
import { ALPHABET, FRAME_SECONDS } from './word-reader.ts';
import { capital } from './written-form.ts';
import { lettersOf } from './written-words.ts';

/** Log-probability of a word in any context from which it is so common that it is recognised without being expected. */
const COMMON = -11.5;
/** Shorter words sound like others too often. */
const LEAST_LETTERS = 3;
/** One name may be heard as so many words. */
const MOST_HEARD = 3;
/**
 * How much worse an expected word may fit, for each of its letters (natural logarithm): than the best letters there, and than the words that
 * were heard. Common words are seldom heard where they were not said.
 */
const TOLERANCE = { toBest: 1.8, toHeard: 0.8 };
const TOLERANCE_FOR_COMMON = { toBest: 0.8, toHeard: 0 };
/** Where an uncommon word was heard that is spelled nearly like it: up to this share of its letters differ. */
const TOLERANCE_FOR_ALIKE = { toBest: 3, toHeard: 1.6 };
const ALIKE = 0.34;

/** What stands between the parts of a word. */
const PART_END = /[\s\p{Pd}_]+/u;

/** A word that may be said, as it is written and as it sounds. */
export interface ExpectedWord {
  readonly text: string;
  /** Small letters of the recogniser's alphabet. */
  readonly letters: string;
  /** The classes of its letters; of several parts («Jean-Luc») as one word, and with a space between them. */
  readonly spellings: readonly Uint8Array[];
}

/** The expected words that help: spelled with letters, not too short, and not so common that the word model knows them well. */
export function helpfulWords(texts: readonly string[], language: WordLanguageModel | undefined): ExpectedWord[] {
  return texts
    .filter((text) => !/\d/.test(text))
    .map((text) => spelledAs(text, lettersOf(text)))
    .filter(({ letters }) => letters.length >= LEAST_LETTERS && !isCommon(letters, language));
}

function spelledAs(text: string, letters: string): ExpectedWord {
  const apart = text.split(PART_END).map(lettersOf).filter(Boolean).join(' ');
  return { text, letters, spellings: [...new Set([letters, apart])].map(classesOf) };
}

function isCommon(letters: string, language: WordLanguageModel | undefined): boolean {
  if (language === undefined) return false;
  const { tree, score, unknown } = language;
  let node = 0;
  for (let at = 0; at < letters.length && node >= 0; at += 1) node = tree.child(node, letters.charCodeAt(at));
  const word = node < 0 ? -1 : tree.wordAt(node);
  return word >= 0 && score(-1, unknown, word) >= COMMON;
}

/** Heard words `from` to `to`, exclusive, that an expected one replaces. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Undefined if the same letters were heard. */
  readonly confidence: number | undefined;
  readonly gain: number;
}

/**
 * Writes expected words where the sound fits them nearly as well as what was heard: the letters' scores are searched for them, as in the
 * word spotter of Andrusenko et al. 2024 (arXiv:2406.07096), but only where words were heard. The words' seconds begin
 * with the frames, and `language` is the recogniser's. Time grows with words times expected words.
 */
export function writeExpected(
  scores: ClassScores,
  heard: readonly TranscriptWord[],
  expected: readonly ExpectedWord[],
  language: WordLanguageModel | undefined,
): TranscriptWord[] {
  if (expected.length === 0) return [...heard];
  const spelled = heard.map(({ text }) => lettersOf(text));
  const borders = bordersOf(heard, scores.frames);
  const best = bestScores(scores);
  const found: Replacement[] = [];
  for (let from = 0; from < heard.length; from += 1) {
    for (let to = from + 1; to <= Math.min(heard.length, from + MOST_HEARD) && spelled[to - 1] !== ''; to += 1) {
      const range = { from: borders[from] ?? 0, to: borders[to] ?? scores.frames };
      const top = (best[range.to] ?? 0) - (best[range.from] ?? 0);
      const letters = spelled.slice(from, to);
      const areCommon = letters.every((word) => isCommon(word, language));
      for (const word of fitting(scores, range, letters, expected, { top, areCommon })) found.push({ from, to, ...word });
    }
  }
  return replaced(heard, apart(found));
}

/** Those of the expected words that fit where some were heard. */
function fitting(
  scores: ClassScores,
  range: FrameRange,
  heard: readonly string[],
  expected: readonly ExpectedWord[],
  { top, areCommon }: { readonly top: number; readonly areCommon: boolean },
): Omit<Replacement, 'from' | 'to'>[] {
  const joined = heard.join('');
  let heardScore: number | undefined;
  const found: Omit<Replacement, 'from' | 'to'>[] = [];
  for (const word of expected) {
    const { text, letters, spellings } = joined.endsWith("'s") ? possessive(word) : word;
    if (letters === joined) {
      found.push({ text, confidence: undefined, gain: Infinity });
      continue;
    }
    // Nothing sounds like what has half as many letters.
    if (letters.length * 2 < joined.length || letters.length > joined.length * 2) continue;
    const { toBest, toHeard } = areCommon ? TOLERANCE_FOR_COMMON : areAlike(letters, joined) ? TOLERANCE_FOR_ALIKE : TOLERANCE;
    const score = Math.max(...spellings.map((classes) => pathScore(scores, range, classes)));
    if (score < top - toBest * letters.length) continue;
    heardScore ??= pathScore(scores, range, classesOf(heard.join(' ')));
    const gain = score - heardScore + toHeard * letters.length;
    if (gain >= 0) found.push({ text, confidence: Math.min(1, Math.exp(score / letters.length)), gain });
  }
  return found;
}

function areAlike(one: string, other: string): boolean {
  return distance(one, other) <= ALIKE * Math.max(one.length, other.length);
}

function possessive({ text, letters }: ExpectedWord): ExpectedWord {
  return spelledAs(`${text}'s`, `${letters}'s`);
}

function classesOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => ALPHABET.indexOf(letter) + 1);
}

/** The frame at which each word begins, halfway between it and the one before, and at last the number of frames. */
function bordersOf(words: readonly TranscriptWord[], frames: number): number[] {
  const frameOf = (seconds: number): number => Math.min(frames, Math.max(0, seconds / FRAME_SECONDS));
  const borders = words.map((word, index) => {
    const before = words[index - 1];
    return before === undefined ? 0 : Math.round((frameOf(before.end) + frameOf(word.start)) / 2);
  });
  return [...borders, frames];
}

/** The score of the best class of each frame, added up to each frame. */
function bestScores({ scores, frames, classes }: ClassScores): Float64Array {
  const sums = new Float64Array(frames + 1);
  for (let frame = 0; frame < frames; frame += 1) {
    const row = scores.subarray(frame * classes, (frame + 1) * classes);
    sums[frame + 1] = (sums[frame] ?? 0) + (row[bestClass(row)] ?? 0);
  }
  return sums;
}

/** The best of those that share a word, in order of place. */
function apart(found: readonly Replacement[]): Replacement[] {
  const chosen: Replacement[] = [];
  for (const one of found.toSorted((a, b) => b.gain - a.gain || a.from - b.from)) {
    if (chosen.every(({ from, to }) => one.to <= from || to <= one.from)) chosen.push(one);
  }
  return chosen.toSorted((a, b) => a.from - b.from);
}

function replaced(heard: readonly TranscriptWord[], replacements: readonly Replacement[]): TranscriptWord[] {
  const words: TranscriptWord[] = [];
  let at = 0;
  for (const { from, to, text, confidence } of replacements) {
    const [first, last] = [heard[from], heard[to - 1]];
    if (first === undefined || last === undefined) continue;
    words.push(...heard.slice(at, from), {
      start: first.start,
      end: last.end,
      text: inPlaceOf(first.text, last.text, text),
      confidence: confidence ?? first.confidence,
    });
    at = to;
  }
  return [...words, ...heard.slice(at)];
}

/** An expected word with the signs around the words it replaces, and their capital if it has none of its own. */
function inPlaceOf(first: string, last: string, text: string): string {
  const before = /^[^\p{L}\p{N}]*/u.exec(first)?.[0] ?? '';
  const behind = /[^\p{L}\p{N}]*$/u.exec(last)?.[0] ?? '';
  return before + (/^[^\p{L}]*\p{Lu}/u.test(first) ? capital(text) : text) + behind;
}
