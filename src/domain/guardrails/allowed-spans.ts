/** The occurrences of allowed phrases in a text. */
export interface AllowedSpans {
  /** Whether a range lies within one of them. */
  hold(start: number, end: number): boolean;
}

/**
 * Finds the occurrences of phrases, ignoring case. `hold` takes time logarithmic in their number, so that a text with very many
 * of them is not slow.
 */
export function allowedSpans(text: string, allow: readonly string[]): AllowedSpans {
  const folded = allow.length === 0 ? '' : lowerInPlace(text);
  const spans: { readonly start: number; readonly end: number }[] = [];
  for (const phrase of allow) {
    const wanted = lowerInPlace(phrase);
    if (wanted === '') continue;
    for (let start = folded.indexOf(wanted); start >= 0; start = folded.indexOf(wanted, start + 1)) {
      spans.push({ start, end: start + wanted.length });
    }
  }
  spans.sort((one, other) => one.start - other.start);
  let furthest = 0;
  const furthestEnds = spans.map(({ end }) => (furthest = Math.max(furthest, end)));

  /** How many begin at or before an offset. */
  function begunBy(offset: number): number {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((spans[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return { hold: (start, end) => (furthestEnds[begunBy(start) - 1] ?? -1) >= end };
}

/** A text in lower case with all offsets unchanged: the one letter (İ) that would become longer stays. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replaceAll(/[^\u0130]+/g, (letters) => letters.toLowerCase());
}
