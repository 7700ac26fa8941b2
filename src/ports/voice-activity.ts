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
