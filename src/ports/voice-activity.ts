import type { Pcm } from './speech.ts';

/** A stretch of speech, in seconds from the beginning of the audio; `end` is after its last sample. */
export interface SpeechStretch {
  readonly start: number;
  readonly end: number;
}

export interface DetectOptions {
  readonly signal?: AbortSignal;
}

/** Detects speech in audio of any rate, level and length. Throws `provider_unavailable` if its engine cannot run. */
export interface VoiceActivity {
  /** In order, without overlap; none for silence, noise and music. */
  detect(audio: Pcm, options?: DetectOptions): Promise<readonly SpeechStretch[]>;
}

/**
 * The probability of speech, 0 to 1, for each 10 ms of audio, the last of which may be shorter. A frame's value depends on at most 6 s
 * before it and 0.16 s after it. Throws as `detect` does.
 */
export type SpeechProbability = (audio: Pcm, signal: AbortSignal) => Promise<Float32Array>;
