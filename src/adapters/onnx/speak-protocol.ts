import type { SpokenSentence } from '../../ports/spoken-text.ts';
import type { SessionRequest } from './protocol.ts';

/** What a speaker's worker loads: the voice model, the network for unknown words, and the lexicon. */
export interface SpeakSessionRequest extends SessionRequest {
  /** Paths that node:fs reads. */
  readonly spellingModelPath: string;
  readonly lexiconPath: string;
  /** The ids of the voice model's phonemes, one character each. */
  readonly phonemes: Readonly<Record<string, number>>;
}

/** One sentence in one voice. */
export interface SpeakRequest {
  readonly sentence: SpokenSentence;
  /** What the pitch is multiplied by. */
  readonly pitch: number;
  /** How fast the samples will be played, of their own speed: as much is taken off their duration. */
  readonly formants: number;
  /** 0.25 to 4; 2 is twice as fast. */
  readonly pace: number;
}

/** Mono samples in -1..1. */
export interface SpeakResult {
  readonly samples: Float32Array<ArrayBuffer>;
}
