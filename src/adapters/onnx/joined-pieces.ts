import type { TranscriptWord } from '../../ports/speech.ts';
import type { SpeechStretch } from '../../ports/voice-activity.ts';
import { withinPiece } from './word-reader.ts';

/** So much of the pause between two pieces is kept on either side of it, in seconds. */
const KEPT_SECONDS = 0.3;

/** Pieces of audio side by side, as one speaker would have said them without long pauses. */
export interface JoinedPieces {
  readonly samples: Float32Array<ArrayBuffer>;
  /** The words that were heard in them, by the pieces in which they were said, in seconds from the beginning of the whole audio. */
  placed(words: readonly TranscriptWord[]): TranscriptWord[][];
}

interface Place {
  /** Where it begins in the joined audio, and in the whole one, in samples. */
  readonly at: number;
  readonly first: number;
  readonly length: number;
}

/** A stretch of the audio; what lies outside of it is silence. */
export function pieceOf(samples: Float32Array, sampleRate: number, { start, end }: SpeechStretch): Float32Array<ArrayBuffer> {
  const first = Math.round(start * sampleRate);
  const data = new Float32Array(Math.round(end * sampleRate) - first);
  data.set(samples.subarray(Math.max(0, first), first + data.length), Math.max(0, -first));
  return data;
}

/** Joins pieces, in order, of which each two have a pause of more than 0.6 s between them; that much of it is kept. */
export function joinPieces(samples: Float32Array, sampleRate: number, pieces: readonly SpeechStretch[]): JoinedPieces {
  const widened = pieces.map(({ start, end }, index) => ({
    start: index === 0 ? start : start - KEPT_SECONDS,
    end: index === pieces.length - 1 ? end : end + KEPT_SECONDS,
  }));
  const parts = widened.map((piece) => pieceOf(samples, sampleRate, piece));
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  const places: Place[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    joined.set(part, at);
    places.push({ at, first: Math.round((widened[index]?.start ?? 0) * sampleRate), length: part.length });
    at += part.length;
  }
  return { samples: joined, placed: (words) => placed(words, places, sampleRate, samples.length / sampleRate) };
}

/** Each word where most of it was said. */
function placed(words: readonly TranscriptWord[], places: readonly Place[], sampleRate: number, seconds: number): TranscriptWord[][] {
  const groups = places.map((): TranscriptWord[] => []);
  for (const word of words) {
    const middle = ((word.start + word.end) / 2) * sampleRate;
    const index = Math.max(
      0,
      places.findLastIndex(({ at }) => at <= middle),
    );
    const { at = 0, first = 0, length = 0 } = places[index] ?? {};
    const moved = (time: number): number => (first + Math.min(length, Math.max(0, time * sampleRate - at))) / sampleRate;
    groups[index]?.push({ ...word, ...withinPiece({ start: moved(word.start), end: moved(word.end) }, seconds) });
  }
  return groups;
}
