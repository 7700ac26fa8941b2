import type { TranscriptWord } from '../../ports/speech.ts';
import { alignWords, ANY_LETTER } from './ctc-alignment.ts';
import type { ClassScores } from './ctc.ts';
import type { WrittenWord } from './sequence-recogniser.ts';
import { ALPHABET, timesOf, withinPiece } from './word-reader.ts';

/** Signs behind which more is expected. */
const WAITING = /[,;:–—-]+$/;

/** A full stop behind that of an abbreviation, which the recogniser writes as two; three are an ellipsis. */
const DOUBLED = /(?<!\.)\.\.$/;

/** Seconds from the beginning of the audio. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Places written words in the audio from `start` to `end`, both in seconds, where the first recogniser's letters stand for them, and figures
 * where other letters do. Words that are neither share the time between their neighbours.
 */
export function placeWords(scores: ClassScores, words: readonly WrittenWord[], start: number, end: number): TranscriptWord[] {
  const spelled = words.map(({ text }) => soundsOf(text));
  const found = alignWords(scores, ALPHABET, spelled.filter((sounds) => sounds !== '').join(' '));
  const times = timesOf(found, start, end);
  const spans: (Span | undefined)[] = [];
  let next = 0;
  for (const sounds of spelled) spans.push(sounds === '' ? undefined : times[next++]);
  return words
    .map(({ text, confidence }, index) => ({
      ...withinPiece(spans[index] ?? sharedSpan(spans, index, { start, end }), end),
      text: index === words.length - 1 ? atPieceEnd(text) : text,
      confidence,
    }))
    .filter(({ text }) => text !== '');
}

/**
 * The last word of a piece: without a sign that waits for more, for the piece ends there («Book a room,» is a whole answer), and without the
 * second of two full stops.
 */
export function atPieceEnd(text: string): string {
  return text.replace(WAITING, '').replace(DOUBLED, '.');
}

/** What is heard of a word: its letters, and some for each of its figures. */
function soundsOf(text: string): string {
  const figures = ANY_LETTER.repeat(text.match(/\d/g)?.length ?? 0);
  return figures === '' ? lettersOf(text) : `${figures}${ANY_LETTER}${lettersOf(text)}`;
}

/** Small letters of the alphabet, without accents and signs; empty if there are none. */
export function lettersOf(text: string): string {
  const letters = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^a-z']/g, '');
  return /[a-z]/.test(letters) ? letters : '';
}

/** The share of a word, by number, in the time between the placed words around it. */
function sharedSpan(spans: readonly (Span | undefined)[], index: number, piece: Span): Span {
  const before = spans.findLastIndex((span, at) => at < index && span !== undefined);
  const after = spans.findIndex((span, at) => at > index && span !== undefined);
  const from = spans[before]?.end ?? piece.start;
  const to = spans[after]?.start ?? piece.end;
  const share = (to - from) / ((after === -1 ? spans.length : after) - before - 1);
  const start = from + share * (index - before - 1);
  return { start, end: start + share };
}
