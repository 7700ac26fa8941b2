import { bestClass } from '../../core/class-scores.ts';
import type { JudgeTurn } from '../../core/turn-ends.ts';
import type { TranscriptWord } from '../../ports/speech.ts';
import type { ClassScores } from './ctc.ts';
import type { SequenceReading } from './sequence-recogniser.ts';
import { ENDS_SENTENCE, LANGUAGE } from './written-form.ts';

/** Above this certainty of its letters (natural logarithm), the first recogniser's words are believed. */
const SURE = -0.1;

/** Below this, the second is believed whatever it thinks of its own reading. */
const LOST = -0.25;

/** How much the second's doubt about its own reading speaks for the first. */
const DOUBT = 0.25;

/**
 * How sure a recogniser is of its letters: the mean probability of the best class, as a natural logarithm, over the frames in which that is
 * a letter or a space. 0 without any, as nothing is doubtful about silence.
 */
export function letterCertainty({ scores, frames, classes }: ClassScores): number {
  let sum = 0;
  let letters = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const row = scores.subarray(frame * classes, (frame + 1) * classes);
    const best = bestClass(row);
    if (best === 0) continue;
    sum += row[best] ?? 0;
    letters += 1;
  }
  return letters === 0 ? 0 : sum / letters;
}

/** Whether the second reading is the better one, given the certainty of the first one's letters. */
export function isBetter(reading: SequenceReading, certainty: number): boolean {
  if (!reading.finished || reading.words.length === 0 || certainty > SURE) return false;
  return certainty <= LOST || certainty - DOUBT * reading.certainty <= SURE;
}

/** Below this certainty of the second (natural logarithm), what is said may be in a language that neither knows. */
const STRANGE = -0.3;

/** Whether what is said sounds like no English, given the certainty of the first one's letters. */
export function isStrange({ words, certainty, finished }: SequenceReading, letters: number): boolean {
  return letters <= SURE && (!finished || words.length === 0 || certainty < STRANGE);
}

/** What was heard in audio, by the pieces in which it was said, and how sure the recogniser is that wrote it, as a natural logarithm. */
export interface PieceReading {
  readonly pieces: readonly (readonly TranscriptWord[])[];
  readonly certainty: number;
}

const SIGNS = /[^\p{L}\p{N}]+$/u;

/**
 * The pieces in front of which a new sentence may begin that the reading of all of them together does not show: no sentence ends in front
 * of the pause, but one could, by its words.
 */
export function doubtfulStarts({ pieces }: PieceReading, judge: JudgeTurn): number[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces.slice(0, index).flat();
    const last = before.at(-1)?.text;
    if (piece.length === 0 || last === undefined || ENDS_SENTENCE.test(last)) return [];
    const text = before.map((word) => word.text).join(' ');
    return judge({ text: text.replace(SIGNS, ''), language: LANGUAGE }) === 'unfinished' ? [] : [index];
  });
}

/** Whether the recogniser is at least as sure of pieces that were read together as of the same apart, word by word. */
export function isBetterTogether(together: PieceReading, apart: readonly PieceReading[]): boolean {
  let [words, sum] = [0, 0];
  for (const { pieces, certainty } of apart) {
    const count = pieces.flat().length;
    words += count;
    if (count > 0) sum += certainty * count;
  }
  return words === 0 || together.certainty >= sum / words;
}
