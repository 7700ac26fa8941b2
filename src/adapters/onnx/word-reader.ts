import type { TranscriptWord } from '../../ports/speech.ts';
import { alignWords } from './ctc-alignment.ts';
import { searchWords } from './ctc-beam-search.ts';
import { decodeGreedily, type ClassScores } from './ctc.ts';
import type { WordLanguageModel } from './word-language-model.ts';

/** The outputs of the model in `models/stt-en`; see the README there. */
const ALPHABET = " abcdefghijklmnopqrstuvwxyz'";
const FRAME_SECONDS = 0.04;

/**
 * The words in a model's answer, in seconds from `start`, none before 0 or after `end`, and none shorter than a frame. Decodes greedily
 * without a word model.
 */
export function readWords(scores: ClassScores, language: WordLanguageModel | undefined, start: number, end: number): TranscriptWord[] {
  const text = language === undefined ? decodeGreedily(scores, ALPHABET) : searchWords(scores, ALPHABET, language);
  return alignWords(scores, ALPHABET, text).map((word) => ({
    start: within(start + word.from * FRAME_SECONDS, 0, end - FRAME_SECONDS),
    end: within(start + word.to * FRAME_SECONDS, FRAME_SECONDS, end),
    text: word.text,
    confidence: word.confidence,
  }));
}

function within(seconds: number, first: number, last: number): number {
  return Math.min(last, Math.max(first, seconds));
}
