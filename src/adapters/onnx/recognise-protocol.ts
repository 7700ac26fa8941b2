import type { TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { SessionRequest } from './protocol.ts';

/** What a recogniser's worker loads. */
export interface RecogniseSessionRequest extends SessionRequest {
  /** A word model that `readWordLanguageModel()` reads; letters are read greedily without one. */
  readonly languageModelPath?: string;
  /** A voice activity detector as in `models/vad`; without one everything is taken for speech. */
  readonly activityModelPath?: string;
}

/** One window of at most twenty seconds: mono samples at 16 kHz. */
export interface RecogniseRequest {
  readonly samples: Float32Array<ArrayBuffer>;
}

/** What was said in a window, in seconds from its beginning. */
export interface RecogniseResult {
  readonly words: readonly TranscriptWord[];
  readonly segments: readonly TranscriptSegment[];
  /** The length of the window, for the real-time factor. */
  readonly seconds: number;
}
