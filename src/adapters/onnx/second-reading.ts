import { bestClass, type ClassScores } from './ctc.ts';
import type { SequenceReading } from './sequence-recogniser.ts';

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
