import type { Pcm } from './speech.ts';

/** A stretch in which somebody speaks, in seconds from the beginning of the audio; `end` is past its last sample. */
export interface SpeechStretch {
  readonly start: number;
  readonly end: number;
}

export interface DetectOptions {
  readonly signal?: AbortSignal;
}

/** Tells where audio of any rate, level and length holds speech. Throws `provider_unavailable` when its engine cannot run. */
export interface VoiceActivity {
  /** In order and apart from each other; none for silence, noise and music. */
  detect(audio: Pcm, options?: DetectOptions): Promise<readonly SpeechStretch[]>;
}
