import { joinGapped, withGaps, type Gapped } from '../../../core/gapped-words.ts';
import type { Pcm, Transcript, TranscriptSegment } from '../../../ports/speech.ts';
import { ENDS_SENTENCE } from '../captions.ts';
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

/** Each word goes to the turn around its middle; those between two turns to the nearest, or apart where a sentence ends among them. */
function byWords(words: readonly Gapped<TranscriptSegment>[], turns: readonly SpeakerTurn[]): DiarizedSegment[] {
  const spoken = joinTurns(turns).map((turn) => ({ turn, own: [] as Gapped<TranscriptSegment>[] }));
  if (spoken.length === 0) return [{ ...around(words), speaker: FIRST_SPEAKER }];
  const places = placesOf(
    words,
    spoken.map(({ turn }) => turn),
  );
  for (const [index, word] of words.entries()) spoken[places[index] ?? 0]?.own.push(word);
  return spoken.filter(({ own }) => own.length > 0).map(({ turn, own }) => ({ ...turn, text: joinGapped(own) }));
}

/** The turn of each word, by its place among them. */
function placesOf(words: readonly TranscriptSegment[], turns: readonly SpeakerTurn[]): number[] {
  const middles = words.map(({ start, end }) => (start + end) / 2);
  let nearest = 0;
  const places = middles.map((middle) => {
    while (nearest + 1 < turns.length && distance(middle, turns[nearest + 1]) <= distance(middle, turns[nearest])) nearest += 1;
    return nearest;
  });
  const isBetween = (at: number, place: number): boolean => places[at] === place && distance(middles[at] ?? 0, turns[place]) > 0;
  for (let at = 1; at < words.length; at += 1) {
    const [before = 0, after = 0] = [places[at - 1], places[at]];
    if (before === after) continue;
    let [from, to] = [at, at];
    while (isBetween(from - 1, before)) from -= 1;
    while (isBetween(to, after)) to += 1;
    const cuts = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((cut) => endsSentence(words[cut - 1]));
    if (cuts.length === 1) places.fill(before, from, cuts[0]).fill(after, cuts[0], to);
    at = Math.max(at, to - 1);
  }
  return places;
}

function endsSentence(word: TranscriptSegment | undefined): boolean {
  return word !== undefined && ENDS_SENTENCE.test(word.text);
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
