/** How many tokens the windows hold that a text is read in; each begins half a window behind the one before. */
const WINDOW_SIZES: readonly number[] = [20, 48, 120];

/** Every window of a text of so many tokens, the whole text first: the index of its kind, its first token and the one behind its last. */
export function eachWindow(tokens: number, visit: (kind: number, from: number, to: number) => void): void {
  visit(0, 0, tokens);
  for (let kind = 0; kind < WINDOW_SIZES.length; kind += 1) {
    const size = WINDOW_SIZES[kind] ?? 0;
    if (tokens <= size) continue;
    const step = size >> 1;
    for (let from = 0; from < tokens - step; from += step) visit(kind + 1, from, Math.min(tokens, from + size));
  }
}

/** The evidence of a window: the sum over its tokens, evened out so that windows of different lengths can be compared. */
export function evidence(sum: number, tokens: number): number {
  return sum / Math.sqrt(tokens + EVEN);
}

const EVEN = 6;

/** What the windows of a text say of it. `from` and `to` are the first token of the best window and the one behind its last. */
export interface WindowScores {
  readonly best: number;
  readonly from: number;
  readonly to: number;
  readonly whole: number;
  /** The mean of the windows of the smallest kind, and of the best three of them. */
  readonly mean: number;
  readonly topThree: number;
  readonly tokens: number;
}

/** Reads the windows of a text whose first n tokens weigh `sums[n]`; `bias` is by the kind of window. */
export function windowScores(sums: Float64Array, tokens: number, bias: Float32Array): WindowScores {
  let best = LEAST;
  let from = 0;
  let to = tokens;
  let whole = LEAST;
  let total = 0;
  let count = 0;
  let first = LEAST;
  let second = LEAST;
  let third = LEAST;
  const isShort = tokens <= (WINDOW_SIZES[0] ?? 0);
  for (let kind = 0; kind <= WINDOW_SIZES.length; kind += 1) {
    const size = kind === 0 ? tokens : (WINDOW_SIZES[kind - 1] ?? 0);
    if (kind > 0 && tokens <= size) continue;
    const step = kind === 0 ? 1 : size >> 1;
    const own = bias[kind] ?? 0;
    // The same as `evidence` for all windows of a kind but the last ones.
    const root = Math.sqrt(size + EVEN);
    const behindLast = kind === 0 ? 1 : tokens - step;
    for (let start = 0; start < behindLast; start += step) {
      const end = Math.min(tokens, start + size);
      const sum = (sums[end] ?? 0) - (sums[start] ?? 0);
      const score = Math.max(LEAST, own + (end - start === size ? sum / root : evidence(sum, end - start)));
      if (kind === 0) whole = score;
      if (kind === 1 || isShort) {
        total += score;
        count += 1;
        if (score > first) {
          third = second;
          second = first;
          first = score;
        } else if (score > second) {
          third = second;
          second = score;
        } else if (score > third) third = score;
      }
      if (score > best) {
        best = score;
        from = start;
        to = end;
      }
    }
  }
  return {
    best,
    from,
    to,
    whole,
    mean: total / Math.max(1, count),
    topThree: count > 2 ? (first + second + third) / 3 : count === 2 ? (first + second) / 2 : first,
    tokens,
  };
}

/** No window counts for less. */
const LEAST = -20;
