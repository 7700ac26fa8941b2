import type { SpeechStretch } from '../../../ports/voice-activity.ts';
import type { VoiceTurn } from './speaker-track.ts';
import { mostAlike } from './vectors.ts';

/** When somebody speaks, in seconds from the beginning of the audio. */
export interface SpeakerTurn extends SpeechStretch {
  readonly speaker: string;
}

/** A speaker whose voice is known from a recording. */
export interface KnownSpeaker {
  readonly name: string;
  /** The direction of the voice, as `Diarizer.learn` gives it. */
  readonly voice: Float32Array;
}

/**
 * Turns with names. A voice has the name of the known speaker that it is most alike, if their cosine is at least `threshold`; several may be one
 * speaker. The others have letters by order of appearance, without those that are names. Turns of one speaker that touch become one.
 */
export function nameTurns(
  track: readonly VoiceTurn[],
  voices: readonly Float32Array[],
  known: readonly KnownSpeaker[],
  threshold: number,
): SpeakerTurn[] {
  const taken = new Set(known.map(({ name }) => name));
  const names = new Map<number, string>();
  for (const [voice, direction] of voices.entries()) {
    const { place, alike } = mostAlike(
      direction,
      known.map((speaker) => speaker.voice),
    );
    const name = known[place]?.name;
    if (name !== undefined && alike >= threshold) names.set(voice, name);
  }
  const letters = freeLetters(taken);
  const turns: SpeakerTurn[] = [];
  for (const { start, end, voice } of track) {
    const speaker = names.get(voice) ?? letters.next().value;
    names.set(voice, speaker);
    const last = turns.at(-1);
    if (last?.speaker === speaker && last.end === start) turns[turns.length - 1] = { ...last, end };
    else turns.push({ start, end, speaker });
  }
  return turns;
}

/** A to Z, then AA, AB and so on, without those that are taken. */
function* freeLetters(taken: ReadonlySet<string>): Generator<string, never> {
  for (let place = 0; ; place += 1) {
    const letters = lettersOf(place);
    if (!taken.has(letters)) yield letters;
  }
}

function lettersOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? last : lettersOf(Math.floor(place / 26) - 1) + last;
}
