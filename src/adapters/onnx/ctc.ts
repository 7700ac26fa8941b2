import { bestClass } from '../../core/class-scores.ts';

/** A model's log-probabilities of its classes in each frame; class 0 is the CTC blank. */
export interface ClassScores {
  /** Row-major, `frames` rows of `classes` values. */
  readonly scores: Float32Array;
  readonly frames: number;
  readonly classes: number;
}

/**
 * Greedy decoding of connectionist temporal classification (Graves et al. 2006): the best class of each frame, repeats merged, blanks
 * dropped. Class i + 1 is `alphabet[i]`. Blanks at the ends are trimmed and runs of spaces become one. Throws a RangeError if the alphabet
 * does not fit the classes.
 */
export function decodeGreedily({ scores, frames, classes }: ClassScores, alphabet: string): string {
  if (alphabet.length + 1 !== classes) throw new RangeError(`${classes} classes do not fit an alphabet of ${alphabet.length} and a blank`);
  if (scores.length < frames * classes) throw new RangeError(`${scores.length} values are fewer than ${frames} frames of ${classes}`);
  let text = '';
  let previous = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const best = bestClass(scores.subarray(frame * classes, (frame + 1) * classes));
    if (best !== previous && best !== 0) text += alphabet[best - 1] ?? '';
    previous = best;
  }
  return text.replace(/ +/g, ' ').trim();
}
