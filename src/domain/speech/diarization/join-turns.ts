import type { SpeakerTurn } from './speaker-names.ts';

/** Turns of one speaker with a shorter pause are one. */
const PAUSE_SECONDS = 1;

/** Longest turn that is made so. */
const LONGEST_SECONDS = 30;

/** The turns of each speaker without the short pauses within them, as people read them. */
export function joinTurns(turns: readonly SpeakerTurn[]): SpeakerTurn[] {
  const joined: SpeakerTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    const follows = last?.speaker === turn.speaker && turn.start - last.end < PAUSE_SECONDS;
    if (follows && turn.end - last.start <= LONGEST_SECONDS) joined[joined.length - 1] = { ...last, end: turn.end };
    else joined.push(turn);
  }
  return joined;
}
