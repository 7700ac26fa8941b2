import type { ClassScores } from './ctc.ts';

/** A word, the frames of its letters (`to` is exclusive), and its confidence from 0 to 1. */
export interface AlignedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly confidence: number;
}

/**
 * Aligns the words of a text: the best path of its letters and blanks through the frames (Viterbi; Graves et al. 2006). A word's confidence
 * is the geometric mean, over its letters, of the letter's highest posterior in its frames. Empty if the text is empty or has more letters
 * than fit into the frames. Time and memory grow with frames times letters.
 */
export function alignWords({ scores, frames, classes }: ClassScores, alphabet: string, text: string): AlignedWord[] {
  const letters = Array.from(text, (letter) => alphabet.indexOf(letter) + 1);
  const states = letters.length * 2 + 1;
  if (letters.length === 0 || frames === 0) return [];
  const classAt = Uint8Array.from({ length: states }, (_, state) => (state % 2 === 0 ? 0 : (letters[(state - 1) / 2] ?? 0)));
  const classOf = (state: number): number => classAt[state] ?? 0;
  const steps = new Uint8Array(frames * states);
  let chances = new Float64Array(states).fill(-Infinity);
  for (let frame = 0; frame < frames; frame += 1) {
    const next = new Float64Array(states).fill(-Infinity);
    for (let state = 0; state < states; state += 1) {
      let [most, step] = [frame === 0 ? (state < 2 ? 0 : -Infinity) : (chances[state] ?? -Infinity), 0];
      const skips = state % 2 === 1 && classOf(state) !== classOf(state - 2);
      const furthest = frame === 0 ? 0 : Math.min(state, skips ? 2 : 1);
      for (let back = 1; back <= furthest; back += 1) {
        const chance = chances[state - back] ?? -Infinity;
        if (chance > most) [most, step] = [chance, back];
      }
      steps[frame * states + state] = step;
      next[state] = most + (scores[frame * classes + classOf(state)] ?? -Infinity);
    }
    chances = next;
  }
  let state = (chances[states - 1] ?? -Infinity) >= (chances[states - 2] ?? -Infinity) ? states - 1 : states - 2;
  if (chances[state] === -Infinity) return [];
  const spans = letters.map(() => ({ from: frames, to: 0, best: -Infinity }));
  for (let frame = frames - 1; frame >= 0; frame -= 1) {
    const span = state % 2 === 1 ? spans[(state - 1) / 2] : undefined;
    if (span !== undefined) {
      span.from = frame;
      span.to = Math.max(span.to, frame + 1);
      span.best = Math.max(span.best, scores[frame * classes + classOf(state)] ?? -Infinity);
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
