import type { Pcm } from '../../ports/speech.ts';
import { FRAMES_PER_SECOND } from './speech-stretches.ts';

/** The detector's context around a frame, 5.54 s before it and 0.16 s after it, plus room for a resampler's edges. */
const BEFORE_SECONDS = 6;
const BEHIND_SECONDS = 1;

/** A chunk of audio for one run, and the frames of the run that are used. */
export interface ActivityChunk {
  readonly audio: Pcm;
  /** The first frame used; those before it only provide context. */
  readonly from: number;
  /** How many frames are used; at the end of the audio there may be fewer. */
  readonly frames: number;
}

/**
 * Cuts audio into overlapping chunks, so that memory stays bounded and every frame used has the value it would have in one run over
 * everything. The chunks share the samples they come from. Chunks begin at whole seconds, which are sample boundaries at any integer rate
 * and frame boundaries at 16 kHz.
 */
export function* activityChunks({ samples, sampleRate }: Pcm, chunkSeconds: number): Generator<ActivityChunk, void> {
  const seconds = samples.length / sampleRate;
  for (let start = 0; start < seconds; start += chunkSeconds) {
    const first = Math.max(0, start - BEFORE_SECONDS);
    const last = Math.ceil((start + chunkSeconds + BEHIND_SECONDS) * sampleRate);
    yield {
      audio: { samples: samples.subarray(Math.round(first * sampleRate), last), sampleRate },
      from: (start - first) * FRAMES_PER_SECOND,
      frames: chunkSeconds * FRAMES_PER_SECOND,
    };
  }
}
