import type { TranscriptWord } from '../../ports/speech.ts';
import { alignWords, type AlignedWord } from './ctc-alignment.ts';
import { searchWords } from './ctc-beam-search.ts';
import { decodeGreedily, type ClassScores } from './ctc.ts';
import type { WordLanguageModel } from './word-language-model.ts';

/** The letters that the model in `models/stt-en` tells apart; see the README there. */
export const ALPHABET = " abcdefghijklmnopqrstuvwxyz'";
/** The time of one of its answers. */
export const FRAME_SECONDS = 0.04;

/**
 * The words in a model's answer, in seconds from `start`, none before 0 or after `end`, and none shorter than a frame. Decodes greedily
 * without a word model.
 */
export function readWords(scores: ClassScores, language: WordLanguageModel | undefined, start: number, end: number): TranscriptWord[] {
  const text = language === undefined ? decodeGreedily(scores, ALPHABET) : searchWords(scores, ALPHABET, language);
  const found = alignWords(scores, ALPHABET, text);
  return timesOf(found, start, end).map((times, index) => ({
    ...times,
    text: found[index]?.text ?? '',
    confidence: found[index]?.confidence ?? 0,
  }));
}

/** So much before its first letter is told, in seconds, a word begins: the median of people's words against a forced alignment. */
const LEAD_SECONDS = 0.08;

/** The times of words in a row by their frames, in audio from `start` to `end`, all in seconds; none begins before the end of another. */
export function timesOf(words: readonly AlignedWord[], start: number, end: number): { start: number; end: number }[] {
  let before = -Infinity;
  return words.map(({ from, to }) => {
    const first = Math.max(before, start + from * FRAME_SECONDS - LEAD_SECONDS);
    const times = withinPiece({ start: first, end: start + to * FRAME_SECONDS }, end);
    before = times.end;
    return times;
  });
}

/** A word's time, in seconds: not before 0 or after `end`, and not shorter than a frame. */
export function withinPiece({ start, end }: { start: number; end: number }, last: number): { start: number; end: number } {
  const first = within(start, 0, last - FRAME_SECONDS);
  return { start: first, end: within(end, first + FRAME_SECONDS, last) };
}

function within(seconds: number, first: number, last: number): number {
  return Math.min(last, Math.max(first, seconds));
}
