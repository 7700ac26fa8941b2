/** Mono audio: samples in -1..1 at `sampleRate` Hz. */
export interface Pcm {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** A segment of a transcript, in seconds from the beginning of the audio. */
export interface TranscriptSegment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A word of a transcript, in seconds from the beginning of the audio, with its confidence, 0 to 1. */
export interface TranscriptWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
}

/** A transcript: text, the BCP-47 language it is in, and the length of the audio. */
export interface Transcript {
  readonly text: string;
  readonly language: string;
  readonly durationInSeconds: number;
  /** In order; only from engines with timestamps. */
  readonly segments?: readonly TranscriptSegment[];
  /** In order; only from engines with word timestamps. */
  readonly words?: readonly TranscriptWord[];
  /** Mean confidence of the words, 0 to 1; only if the engine reports it. */
  readonly confidence?: number;
}

export interface TranscribeOptions {
  readonly model?: string;
  readonly language?: string;
  /** The languages that it may be in, where none is named; those of them that a recogniser does not know are `invalid_input`. */
  readonly possibleLanguages?: readonly string[];
  /** The language in which the same people spoke before; it counts as the likelier one where the language is found out. */
  readonly spokenBefore?: string;
  /** Words that may be said, as they are written, such as names; recognisers that cannot use them ignore them. */
  readonly expected?: readonly string[];
  /** Whether the text is to be in English, whatever is spoken. Recognisers that cannot write it so throw `invalid_input`. */
  readonly translate?: boolean;
  /** Who asks, such as the name of an API key or the id of a live session; those who ask take turns. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Called with each next piece of the text as soon as it is known. Joined by spaces, the pieces are the transcript's text. */
  readonly onText?: (text: string) => void;
  /**
   * Called once, if the recogniser doubts that the first speech is in a language of its own; if it resolves to true, the recogniser ends
   * with an empty transcript. Only recognisers that know when to doubt call it.
   */
  readonly onDoubt?: () => Promise<boolean>;
}

/** Transcribes speech. Throws `provider_unavailable` if its engine cannot be loaded. */
export interface SpeechToText {
  readonly model: string;
  /** Throws `invalid_input`, naming the field, for what it would refuse; only from recognisers that know beforehand. */
  check?(options: Pick<TranscribeOptions, 'model' | 'language' | 'possibleLanguages' | 'translate'>): void;
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
  /** 0.25 to 4; 1 is the voice's normal speed. */
  readonly speed?: number;
  /** Who asks, as in TranscribeOptions. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/**
 * Synthesises speech, one chunk per sentence, so that playback can start early. Throws `invalid_input` for an unknown voice and
 * `provider_unavailable` if its engine cannot run.
 */
export interface TextToSpeech {
  readonly model: string;
  readonly voices: readonly Voice[];
  /**
   * Throws `invalid_input` for an unknown voice, which may have other names than those listed, and `provider_unavailable` if its voices
   * cannot be found out; only from synthesisers that know beforehand.
   */
  checkVoice?(voice: string): Promise<void>;
  synthesize(text: string, options?: SynthesizeOptions): AsyncIterable<Pcm>;
}
