import type { SpeechToText } from '../../ports/speech.ts';

/** A recogniser that always expects some words, besides those that a request brings. */
export function expecting(recogniser: SpeechToText, words: readonly string[]): SpeechToText {
  if (words.length === 0) return recogniser;
  return {
    model: recogniser.model,
    check: (options) => recogniser.check?.(options),
    transcribe: (audio, options = {}) => recogniser.transcribe(audio, { ...options, expected: [...words, ...(options.expected ?? [])] }),
  };
}
