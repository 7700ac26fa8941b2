import type { SpokenSentence } from '../../ports/spoken-text.ts';
import type { SessionRequest } from './protocol.ts';

/** What a speaker's worker loads: the voice model, the network for unknown words, and the lexicon. */
export interface SpeakSessionRequest extends SessionRequest {
  /** Paths that node:fs reads. */
  readonly spellingModelPath: string;
  readonly lexiconPath: string;
  /** The names of the voice model's phones, in their order. */
  readonly phones: readonly string[];
}

/** One sentence in one voice. */
export interface SpeakRequest {
  readonly sentence: SpokenSentence;
  /** Index of the voice. */
  readonly voice: number;
  /** 0.25 to 4; 2 is twice as fast. */
  readonly pace: number;
}

/** Mono samples in -1..1. */
export interface SpeakResult {
  readonly samples: Float32Array<ArrayBuffer>;
}
