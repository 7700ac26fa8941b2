import { joinGapped, withGaps, type Gapped } from '../../../core/gapped-words.ts';
import type { Pcm, Transcript, TranscriptSegment } from '../../../ports/speech.ts';
import { joinTurns } from './join-turns.ts';
import type { SpeakerTurn } from './speaker-names.ts';

/** What one speaker says without a longer pause, in seconds from the beginning of the audio. */
export interface DiarizedSegment extends TranscriptSegment {
  readonly speaker: string;
}

/**
 * Who says what: the words of a transcript by the turns in which they are said, or its segments by who speaks most of their time. Undefined
 * if its recogniser tells no times. Every word has a speaker, also where no turn was found.
 */
export function diarizedSegments({ text, words = [], segments }: Transcript, turns: readonly SpeakerTurn[]): DiarizedSegment[] | undefined {
  if (words.length > 0) return byWords(withGaps(text, words), turns);
  if (segments !== undefined) return segments.map((segment) => ({ ...segment, speaker: mostHeard(segment, turns) }));
  return text === '' ? [] : undefined;
}

/** Hears each turn on its own, for a recogniser that tells no times. Turns in which no words are heard are left out. */
export async function hearTurns(
  { samples, sampleRate }: Pcm,
  turns: readonly SpeakerTurn[],
  hear: (audio: Pcm) => Promise<string>,
): Promise<DiarizedSegment[]> {
  const heard: DiarizedSegment[] = [];
  for (const { start, end, speaker } of joinTurns(turns)) {
    const text = await hear({ samples: samples.subarray(Math.floor(start * sampleRate), Math.ceil(end * sampleRate)), sampleRate });
    if (text !== '') heard.push({ start, end, text, speaker });
  }
  return heard;
}

/** Each word goes to the turn around its middle, or the nearest one. */
function byWords(words: readonly Gapped<TranscriptSegment>[], turns: readonly SpeakerTurn[]): DiarizedSegment[] {
  const spoken = joinTurns(turns).map((turn) => ({ turn, own: [] as Gapped<TranscriptSegment>[] }));
  if (spoken.length === 0) return [{ ...around(words), speaker: FIRST_SPEAKER }];
  let place = 0;
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    while (place + 1 < spoken.length && distance(middle, spoken[place + 1]?.turn) <= distance(middle, spoken[place]?.turn)) place += 1;
    spoken[place]?.own.push(word);
  }
  return spoken.filter(({ own }) => own.length > 0).map(({ turn, own }) => ({ ...turn, text: joinGapped(own) }));
}

function around(words: readonly Gapped<TranscriptSegment>[]): TranscriptSegment {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: joinGapped(words) };
}

/** Whoever speaks where no speech was found. */
const FIRST_SPEAKER = 'A';

function distance(time: number, turn: SpeakerTurn | undefined): number {
  return turn === undefined ? Infinity : Math.max(0, turn.start - time, time - turn.end);
}

function mostHeard({ start, end }: TranscriptSegment, turns: readonly SpeakerTurn[]): string {
  const seconds = new Map<string, number>();
  for (const turn of turns) {
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + shared);
  }
  const [most] = [...seconds].toSorted(([, one], [, other]) => other - one);
  if (most !== undefined) return most[0];
  const middle = (start + end) / 2;
  const [nearest] = turns.toSorted((one, other) => distance(middle, one) - distance(middle, other));
  return nearest?.speaker ?? FIRST_SPEAKER;
}
