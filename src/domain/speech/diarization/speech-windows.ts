import type { SpeechStretch } from '../../../ports/voice-activity.ts';

/** A piece of a stretch of speech, in seconds from the beginning of the audio. */
export interface SpeechWindow extends SpeechStretch {
  /** The place of its stretch among all. */
  readonly stretch: number;
}

/**
 * Overlapping windows of a length over each stretch, the last of which ends with the stretch; one window for a stretch that is no longer.
 * No window reaches beyond a pause, behind which somebody else may speak.
 */
export function speechWindows(stretches: readonly SpeechStretch[], windowSeconds: number, hopSeconds: number): SpeechWindow[] {
  return stretches.flatMap(({ start, end }, stretch) => {
    const further = Math.max(0, Math.ceil((end - start - windowSeconds) / hopSeconds - ROUNDING));
    // Evenly, so that the last window is no copy of the one before it.
    const hop = further === 0 ? 0 : (end - start - windowSeconds) / further;
    return Array.from({ length: further + 1 }, (_, index) => {
      const from = start + index * hop;
      return { stretch, start: from, end: Math.min(end, from + windowSeconds) };
    });
  });
}

/** Far below a sample. */
const ROUNDING = 1e-6;
