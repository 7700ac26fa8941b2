import type { TranscriptWord } from '../../ports/speech.ts';
import { capital } from './written-form.ts';

/** A full stop that ends a sentence, and not an abbreviation, a title or an initial; other signs may be within one: «Why? asked Franz». */
const FULL_STOP = /(?<!\.|\b\p{L}|^\P{L}*(?:mrs?|ms|dr|st|prof|vs|etc|jr|sr|no|mt))\.$/iu;

/** Words with a capital behind each full stop, which the recogniser leaves out behind some pauses. */
export function withSentenceStarts(words: readonly TranscriptWord[]): TranscriptWord[] {
  return words.map((word, index) => (FULL_STOP.test(words[index - 1]?.text ?? '') ? { ...word, text: capital(word.text) } : word));
}
