import { bestClass } from '../../core/class-scores.ts';
import type { ClassScores } from './ctc.ts';

/** A word, the frames of its letters (`to` is exclusive), and its confidence from 0 to 1. */
export interface AlignedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

/** In a text to align, any letter: what is said for a figure, which is written without its letters. */
export const ANY_LETTER = '#';

/** What a frame without a letter costs within a word (natural logarithm), which has no pauses. */
const PAUSE_IN_WORD = 0.5;
/** What a frame costs beside the best class there if it belongs to no word: the text may lack something that is said. */
const LEFT_OUT = 2;
/** What a frame of any letter costs beside the best letter there. */
const UNNAMED = 0.3;
/** Least probability of a class, which keeps one misheard letter from moving a whole word. */
const LEAST = 0.00003;

const [BLANK, SPACE] = [0, 1];
/** Stands for `ANY_LETTER` among the classes. */
const ANY = 255;

/** What a text costs in each frame: a class by its number, any letter, and what belongs to no word. */
interface FrameCosts {
  readonly classes: Float32Array;
  readonly any: number;
  readonly outside: number;
}

/**
 * Aligns the words of a text, which single spaces part: the best path of its letters and blanks through the frames (Viterbi; Graves et al.
 * 2006), of which those between words may hold what the text does not have. A word's confidence is the geometric mean, over its letters, of
 * the letter's highest posterior in its frames. Empty if the text is empty or has more letters than fit into the frames. The alphabet begins
 * with the space. Time and memory grow with frames times letters.
 */
export function alignWords(scores: ClassScores, alphabet: string, text: string): AlignedWord[] {
  const letters = Uint8Array.from(text, (letter) => (letter === ANY_LETTER ? ANY : alphabet.indexOf(letter) + 1));
  const states = letters.length * 2 + 1;
  const { frames } = scores;
  if (letters.length === 0 || frames === 0) return [];
  const classAt = Uint8Array.from({ length: states }, (_, state) => (state % 2 === 0 ? BLANK : (letters[(state - 1) / 2] ?? BLANK)));
  const isWithin = Array.from(classAt, (_, state) => state % 2 === 0 && isLetter(classAt[state - 1]) && isLetter(classAt[state + 1]));
  const steps = new Uint8Array(frames * states);
  let chances = new Float64Array(states).fill(-Infinity);
  for (let frame = 0; frame < frames; frame += 1) {
    const costs = frameCosts(scores, frame);
    const next = new Float64Array(states).fill(-Infinity);
    for (let state = 0; state < states; state += 1) {
      let [most, step] = [frame === 0 ? (state < 2 ? 0 : -Infinity) : (chances[state] ?? -Infinity), 0];
      const skips = state % 2 === 1 && (classAt[state] !== classAt[state - 2] || classAt[state] === ANY);
      const furthest = frame === 0 ? 0 : Math.min(state, skips ? 2 : 1);
      for (let back = 1; back <= furthest; back += 1) {
        const chance = chances[state - back] ?? -Infinity;
        if (chance > most) [most, step] = [chance, back];
      }
      steps[frame * states + state] = step;
      if (most > -Infinity) next[state] = most + scoreOf(costs, classAt[state] ?? BLANK, isWithin[state] ?? false);
    }
    chances = next;
  }
  let state = (chances[states - 1] ?? -Infinity) >= (chances[states - 2] ?? -Infinity) ? states - 1 : states - 2;
  if (chances[state] === -Infinity) return [];
  const spans = Array.from(letters, () => ({ from: frames, to: 0, best: -Infinity }));
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    const span = state % 2 === 1 ? spans[(state - 1) / 2] : undefined;
    if (span !== undefined) {
      span.from = frame;
      span.to = Math.max(span.to, frame + 1);
      span.best = Math.max(span.best, heardScore(scores, frame, classAt[state] ?? BLANK));
    }
    state -= steps[frame * states + state] ?? 0;
  }
  let at = 0;
  return text.split(' ').map((word) => {
    const own = spans.slice(at, at + word.length);
    at += word.length + 1;
    const sum = own.reduce((total, { best }) => total + best, 0);
    return { text: word, from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0, confidence: Math.min(1, Math.exp(sum / word.length)) };
  });
}

function isLetter(index: number | undefined): boolean {
  return index !== undefined && index > SPACE;
}

function frameCosts({ scores, classes }: ClassScores, frame: number): FrameCosts {
  const costs = Float32Array.from(scores.subarray(frame * classes, (frame + 1) * classes), (score) => Math.log(Math.exp(score) + LEAST));
  const any = costs.reduce((most, score, index) => (index > SPACE ? Math.max(most, score) : most), -Infinity) - UNNAMED;
  return { classes: costs, any, outside: Math.max(costs[BLANK] ?? -Infinity, (costs[bestClass(costs)] ?? -Infinity) - LEFT_OUT) };
}

/** What a frame adds to a path that is at a class in it. */
function scoreOf({ classes, any, outside }: FrameCosts, index: number, isWithin: boolean): number {
  if (index === ANY) return any;
  if (index === SPACE) return Math.max(classes[SPACE] ?? -Infinity, outside);
  if (index !== BLANK) return classes[index] ?? -Infinity;
  return isWithin ? (classes[BLANK] ?? -Infinity) - PAUSE_IN_WORD : outside;
}

/** How surely a class was heard in a frame, as a natural logarithm; that of any letter is the likeliest one's. */
function heardScore({ scores, classes }: ClassScores, frame: number, index: number): number {
  const row = scores.subarray(frame * classes, (frame + 1) * classes);
  return index === ANY
    ? row.reduce((most, score, at) => (at > SPACE ? Math.max(most, score) : most), -Infinity)
    : (row[index] ?? -Infinity);
}
