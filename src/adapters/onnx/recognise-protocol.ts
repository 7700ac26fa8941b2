import type { TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { SessionRequest } from './protocol.ts';
import type { SequenceModelFiles } from './sequence-recogniser.ts';

/** What a recogniser's worker loads. */
export interface RecogniseSessionRequest extends SessionRequest {
  /** A word model that `readWordLanguageModel()` reads; letters are read greedily without one. */
  readonly languageModelPath?: string;
  /** A voice activity detector like the one in `models/vad`; without one everything counts as speech. */
  readonly activityModelPath?: string;
  /** A recogniser that is asked where the first is not sure; without one the first has the last word. */
  readonly second?: SequenceModelFiles;
  /** A table of where sentences end, as in `models/turns-en`; without one each stretch between long pauses is read by itself. */
  readonly endsPath?: string;
}

/** One window of at most twenty seconds: mono samples at 16 kHz. */
export interface RecogniseRequest {
  readonly samples: Float32Array<ArrayBuffer>;
  /** Words that may be said, as they are written. */
  readonly expected?: readonly string[];
}

/** The transcript of a window, in seconds from its beginning. */
export interface RecogniseResult {
  readonly words: readonly TranscriptWord[];
  readonly segments: readonly TranscriptSegment[];
  /** Whether what is said may well be in another language than the recogniser's. */
  readonly isDoubtful: boolean;
  /** The length of the window, for the real-time factor. */
  readonly seconds: number;
}
