/** Where the texts that a check allows stand in a text. */
export interface AllowedSpans {
  /** Whether all between two offsets lies inside of one of them. */
  hold(start: number, end: number): boolean;
}

/**
 * Finds the occurrences of phrases, in any case. Asking about a place costs the logarithm of their number, whatever whoever
 * wrote the text repeats in it.
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

  /** How many begin at an offset or before it. */
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

/** A text in small letters, but for the few letters that change their length with it, and all offsets behind them. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replaceAll(/[^\u0130]+/g, (letters) => letters.toLowerCase());
}
