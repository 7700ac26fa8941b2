/** The occurrences of allowed phrases in a text. */
export interface AllowedSpans {
  /** Whether an occurrence contains the range. */
  hold(start: number, end: number): boolean;
}

/** Finds all occurrences of the phrases, ignoring case. `hold` is a binary search, so texts with very many occurrences stay fast. */
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

  /** Number of occurrences that begin at or before an offset. */
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

/** Lower-cases a text without moving offsets: İ, the only letter that would grow, is left as is. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replaceAll(/[^\u0130]+/g, (letters) => letters.toLowerCase());
}
