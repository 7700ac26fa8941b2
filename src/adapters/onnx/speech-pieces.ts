import type { SpeechStretch } from '../../ports/voice-activity.ts';

/** How stretches of speech become pieces for the recogniser, in seconds. */
export interface PieceOptions {
  /** Kept before and after speech, because a detector cuts off soft consonants. */
  readonly padding: number;
  /** Stretches with less between them are heard together: the words around help. */
  readonly pause: number;
}

const PIECE_DEFAULTS: PieceOptions = { padding: 0.2, pause: 1 };

/** Where to listen: stretches of speech, padded, joined over short pauses, within the audio, in order and apart. */
export function speechPieces(
  stretches: readonly SpeechStretch[],
  durationInSeconds: number,
  { padding, pause }: PieceOptions = PIECE_DEFAULTS,
): SpeechStretch[] {
  const pieces: SpeechStretch[] = [];
  for (const stretch of stretches) {
    const start = Math.max(0, stretch.start - padding);
    const end = Math.min(durationInSeconds, stretch.end + padding);
    const last = pieces.at(-1);
    if (last !== undefined && start - last.end < pause) pieces[pieces.length - 1] = { start: last.start, end };
    else pieces.push({ start, end });
  }
  return pieces;
}
