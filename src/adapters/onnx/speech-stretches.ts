import type { SpeechStretch } from '../../ports/voice-activity.ts';

/** The detector gives one probability per 10 ms. */
export const FRAMES_PER_SECOND = 100;

/** How probabilities become stretches. Missing fields are taken from `STRETCH_DEFAULTS`. */
export interface StretchOptions {
  /** A stretch begins at a frame with at least this probability, 0 to 1. */
  readonly onset: number;
  /** A stretch continues while frames have at least this probability; at most `onset`. */
  readonly offset: number;
  /** Shorter runs by themselves are clicks or bumps, which neither begin nor lengthen a stretch. */
  readonly minRunSeconds: number;
  /** Shorter stretches are dropped. */
  readonly minSpeechSeconds: number;
  /** Stretches with a shorter gap are merged. */
  readonly minSilenceSeconds: number;
  /** Padding before each stretch; stretches that then touch are merged. */
  readonly leadSeconds: number;
  /** Padding after each stretch. */
  readonly trailSeconds: number;
}

const STRETCH_DEFAULTS: StretchOptions = {
  onset: 0.5,
  offset: 0.35,
  minRunSeconds: 0.05,
  minSpeechSeconds: 0.08,
  minSilenceSeconds: 0.3,
  leadSeconds: 0.03,
  trailSeconds: 0.05,
};

/** The stretches of speech, by hysteresis over the speech probability of each 10 ms: in order, without overlap, within the audio. */
export function speechStretches(probabilities: Float32Array, options: Partial<StretchOptions> = {}): SpeechStretch[] {
  const { onset, offset, minRunSeconds, minSpeechSeconds, minSilenceSeconds, leadSeconds, trailSeconds } = {
    ...STRETCH_DEFAULTS,
    ...options,
  };
  const long = runs(probabilities, onset, Math.min(onset, offset)).filter(({ start, end }) => end - start >= toFrames(minRunSeconds));
  const spoken = joined(long, toFrames(minSilenceSeconds));
  const [lead, trail] = [toFrames(leadSeconds), toFrames(trailSeconds)];
  const padded = spoken
    .filter(({ start, end }) => end - start >= toFrames(minSpeechSeconds))
    .map(({ start, end }) => ({ start: Math.max(0, start - lead), end: Math.min(probabilities.length, end + trail) }));
  return joined(padded, 1).map(({ start, end }) => ({ start: start / FRAMES_PER_SECOND, end: end / FRAMES_PER_SECOND }));
}

function toFrames(seconds: number): number {
  return Math.round(seconds * FRAMES_PER_SECOND);
}

/** Frame ranges: from a frame that reaches `onset` to the first later one below `offset`. */
function runs(probabilities: Float32Array, onset: number, offset: number): SpeechStretch[] {
  const found: SpeechStretch[] = [];
  let start: number | undefined;
  for (let frame = 0; frame <= probabilities.length; frame += 1) {
    const probability = probabilities[frame] ?? Number.NEGATIVE_INFINITY;
    if (start === undefined && probability >= onset) start = frame;
    if (start === undefined || probability >= offset) continue;
    found.push({ start, end: frame });
    start = undefined;
  }
  return found;
}

/** Merges stretches with fewer than `gap` frames between them. */
function joined(stretches: readonly SpeechStretch[], gap: number): SpeechStretch[] {
  const result: SpeechStretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    if (last !== undefined && stretch.start - last.end < gap) result[result.length - 1] = { start: last.start, end: stretch.end };
    else result.push(stretch);
  }
  return result;
}
