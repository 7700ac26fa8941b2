/** Mono audio: samples in -1..1 at `sampleRate` Hz. */
export interface Pcm {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** A stretch of what was said, in seconds from the beginning of the audio. */
export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A word that was said, in seconds from the beginning of the audio, and how sure the engine is of it, 0 to 1. */
export interface TranscriptWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
}

/** What was said: text, its BCP-47 language, and the length of the audio it came from. */
export interface Transcript {
  readonly text: string;
  readonly language: string;
  readonly durationInSeconds: number;
  /** In order; only from engines that tell times. */
  readonly segments?: readonly TranscriptSegment[];
  /** In order; only from engines that tell words apart. */
  readonly words?: readonly TranscriptWord[];
  /** The mean over the words of how sure the engine is, 0 to 1; only where words are and it tells. */
  readonly confidence?: number;
}

export interface TranscribeOptions {
  readonly model?: string;
  readonly language?: string;
  readonly signal?: AbortSignal;
}

/** Turns speech into text. Throws `provider_unavailable` when its engine cannot be loaded. */
export interface SpeechToText {
  readonly model: string;
  transcribe(audio: Pcm, options?: TranscribeOptions): Promise<Transcript>;
}

export interface Voice {
  readonly id: string;
  readonly language: string;
  readonly gender?: 'female' | 'male';
  readonly description?: string;
}

export interface SynthesizeOptions {
  readonly voice?: string;
  /** 0.25 to 4, 1 is the voice's own pace. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

/**
 * Turns text into speech, one chunk a sentence, so that playing can begin before the text is done.
 * Throws `invalid_input` for an unknown voice and `provider_unavailable` when its engine cannot run.
 */
export interface TextToSpeech {
  readonly model: string;
  readonly voices: readonly Voice[];
  synthesize(text: string, options?: SynthesizeOptions): AsyncIterable<Pcm>;
}
