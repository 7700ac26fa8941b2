import type { Pcm } from '../../ports/speech.ts';
import { FRAMES_PER_SECOND } from './speech-stretches.ts';

/** What the detector hears around a frame: 5.54 s before it and 0.16 s after it, and room for a resampler's edges. */
const BEFORE_SECONDS = 6;
const BEHIND_SECONDS = 1;

/** A piece of audio for one run, and which of the run's frames count. */
export interface ActivityChunk {
  readonly audio: Pcm;
  /** The first frame that counts; those before it only give the detector its past. */
  readonly from: number;
  /** How many count; at the end of the audio there may be fewer. */
  readonly frames: number;
}

/**
 * Cuts audio into overlapping chunks, so that memory stays bounded and every frame that counts comes out as it would in
 * one run over everything. The chunks share the samples they come from. Chunks begin at whole seconds: at any
 * whole rate they begin at a sample, and at 16 kHz at a frame.
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
