import type { ClassScores } from './ctc.ts';

/** Frames, `to` exclusive. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

const [BLANK, SPACE] = [0, 1];

/**
 * The score of the best path of letters and blanks through a range of frames (Viterbi; Graves et al. 2006), as a natural logarithm;
 * spaces around the letters cost nothing. -Infinity if there are more letters than frames. Classes are those of `searchWords()`.
 */
export function pathScore({ scores, classes }: ClassScores, { from, to }: FrameRange, letters: Uint8Array): number {
  const states = letters.length * 2 + 1;
  let chances = new Float64Array(states).fill(-Infinity);
  let next = new Float64Array(states);
  for (let frame = from; frame < to; frame += 1) {
    const row = frame * classes;
    const blank = scores[row + BLANK] ?? -Infinity;
    const around = Math.max(blank, scores[row + SPACE] ?? -Infinity);
    for (let state = 0; state < states; state += 1) {
      let most = chances[state] ?? -Infinity;
      if (state > 0) most = Math.max(most, chances[state - 1] ?? -Infinity);
      const place = state >> 1;
      const letter = letters[place] ?? BLANK;
      const isLetter = (state & 1) === 1;
      if (isLetter && place > 0 && letter !== letters[place - 1]) most = Math.max(most, chances[state - 2] ?? -Infinity);
      // Before the first frame nothing has been said yet.
      if (frame === from) most = state < 2 ? 0 : -Infinity;
      next[state] = most + (isLetter ? (scores[row + letter] ?? -Infinity) : state === 0 || state === states - 1 ? around : blank);
    }
    [chances, next] = [next, chances];
  }
  return Math.max(chances[states - 1] ?? -Infinity, chances[states - 2] ?? -Infinity);
}
