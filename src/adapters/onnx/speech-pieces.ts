import type { SpeechStretch } from '../../ports/voice-activity.ts';

/** How stretches of speech are grouped into pieces for the recogniser, in seconds. */
export interface PieceOptions {
  /** Padding before and after speech, because a detector cuts off soft consonants. */
  readonly padding: number;
  /** Stretches with a shorter gap are recognised together, because context helps. */
  readonly pause: number;
}

const PIECE_DEFAULTS: PieceOptions = { padding: 0.2, pause: 1 };

/**
 * The pieces to recognise: stretches of speech, padded, joined over short pauses, in order and without overlap. Where speech begins or ends
 * with the audio, the padding lies outside of it and stands for silence, without which the recogniser loses the first and the last word.
 */
export function speechPieces(stretches: readonly SpeechStretch[], { padding, pause }: PieceOptions = PIECE_DEFAULTS): SpeechStretch[] {
  const pieces: SpeechStretch[] = [];
  for (const stretch of stretches) {
    const start = stretch.start - padding;
    const end = stretch.end + padding;
    const last = pieces.at(-1);
    if (last !== undefined && start - last.end < pause) pieces[pieces.length - 1] = { start: last.start, end };
    else pieces.push({ start, end });
  }
  return pieces;
}
