interface Timed {
  readonly start: number;
  readonly end: number;
}

/** The same later, at most until `last`, all in seconds; resampling may have moved an end past that of the audio by less than a sample. */
export function later<T extends Timed>(timed: T, seconds: number, last: number): T {
  return { ...timed, start: Math.min(last, timed.start + seconds), end: Math.min(last, timed.end + seconds) };
}

/** The mean confidence of words, as a field of a transcript; no field for no words. */
export function meanConfidence(words: readonly { readonly confidence: number }[]): { readonly confidence?: number } {
  return words.length === 0 ? {} : { confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length };
}
