/** Window sizes in tokens; consecutive windows overlap by half. */
const SMALLEST_WINDOW = 20;
const WINDOW_SIZES: readonly number[] = [SMALLEST_WINDOW, 48, 120];

/** Longest text in training: the score of a longer whole text is scaled as if it had this many tokens. */
const LONGEST_WHOLE = 1000;

/**
 * Visits every window of a text with this many tokens, the whole text first, with the index of its size, its first token and its
 * end (exclusive).
 */
export function eachWindow(tokens: number, visit: (kind: number, from: number, to: number) => void): void {
  visit(0, 0, tokens);
  for (let kind = 0; kind < WINDOW_SIZES.length; kind += 1) {
    const size = WINDOW_SIZES[kind] ?? 0;
    if (tokens <= size) continue;
    const step = size >> 1;
    for (let from = 0; from < tokens - step; from += step) visit(kind + 1, from, Math.min(tokens, from + size));
  }
}

/** Evidence of a window: the sum over its tokens, normalised so that windows of different lengths are comparable. */
export function evidence(sum: number, tokens: number): number {
  return sum / Math.sqrt(tokens + EVEN);
}

const EVEN = 6;

/** A window: its score, its first token and its end (exclusive). */
export interface ScoredWindow {
  readonly score: number;
  readonly from: number;
  readonly to: number;
}

/** Scores of a text's windows. `from` and `to` are the token range of the best window, `to` exclusive. */
export interface WindowScores {
  readonly best: number;
  readonly from: number;
  readonly to: number;
  readonly whole: number;
  /** Mean over the windows of the smallest size, and over the best three of them. */
  readonly mean: number;
  readonly topThree: number;
  /** Best window of the smallest size. */
  readonly short: ScoredWindow;
  /** Best window of the smallest size in which a known phrase begins. */
  readonly named?: ScoredWindow;
  readonly tokens: number;
}

/**
 * Scores the windows of a text. `sums[n]` is the total weight of its first n tokens, `bias` is per window size, `phrases` are the
 * tokens at which known phrases begin.
 */
export function windowScores(
  sums: Float64Array,
  tokens: number,
  bias: Float32Array,
  phrases: readonly number[] = NO_PHRASES,
): WindowScores {
  let best = LEAST;
  let from = 0;
  let to = tokens;
  let whole = LEAST;
  let total = 0;
  let count = 0;
  let first = LEAST;
  let second = LEAST;
  let third = LEAST;
  let firstFrom = 0;
  const isShort = tokens <= (WINDOW_SIZES[0] ?? 0);
  for (let kind = 0; kind <= WINDOW_SIZES.length; kind += 1) {
    const size = kind === 0 ? tokens : (WINDOW_SIZES[kind - 1] ?? 0);
    if (kind > 0 && tokens <= size) continue;
    const step = kind === 0 ? 1 : size >> 1;
    const own = bias[kind] ?? 0;
    // Same as `evidence`, with the root hoisted, for all windows of a size but the last.
    const root = Math.sqrt(size + EVEN);
    const behindLast = kind === 0 ? 1 : tokens - step;
    for (let start = 0; start < behindLast; start += step) {
      const end = Math.min(tokens, start + size);
      const score =
        kind > 0 && end - start === size
          ? Math.max(LEAST, own + ((sums[end] ?? 0) - (sums[start] ?? 0)) / root)
          : scoreOf(sums, start, end, own);
      if (kind === 0) whole = score;
      if (kind === 1 || isShort) {
        total += score;
        count += 1;
        if (score > first) {
          third = second;
          second = first;
          first = score;
          firstFrom = start;
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
    short: { score: first, from: firstFrom, to: Math.min(tokens, firstFrom + SMALLEST_WINDOW) },
    ...(phrases.length === 0 || isShort ? {} : { named: bestWith(phrases, sums, tokens, bias[1] ?? 0) }),
    tokens,
  };
}

/** The best window of the smallest size in which one of the phrases begins. */
function bestWith(phrases: readonly number[], sums: Float64Array, tokens: number, bias: number): ScoredWindow {
  const step = SMALLEST_WINDOW >> 1;
  let best: ScoredWindow = { score: LEAST, from: 0, to: SMALLEST_WINDOW };
  for (const phrase of phrases) {
    const last = Math.floor(Math.min(phrase, tokens - step - 1) / step) * step;
    for (const from of last >= step ? [last - step, last] : [last]) {
      const to = Math.min(tokens, from + SMALLEST_WINDOW);
      const score = phrase < to ? scoreOf(sums, from, to, bias) : LEAST;
      if (score > best.score) best = { score, from, to };
    }
  }
  return best;
}

/** Fewest and most tokens of a sentence that is scored by itself; of a longer one the next part begins anew. */
const LEAST_SENTENCE = 4;
const MOST_SENTENCE = 48;

/** Prefix sums of a text's tokens, and where these stand. */
export interface PlacedSums {
  readonly sums: Float64Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly tokens: number;
}

/**
 * The sentence or line, or two of them in a row, with most evidence, and how many sentences there are. Windows of one size cut sentences up
 * and mix them with what stands beside: among code a short order hardly shows in them. Linear in the length of the text.
 */
export function bestSentence(
  text: string,
  { sums, starts, ends, tokens }: PlacedSums,
  bias: number,
): ScoredWindow & { readonly count: number } {
  let best: ScoredWindow = { score: LEAST, from: 0, to: tokens };
  let [before, from, count] = [0, 0, 0];
  for (let to = 1; to <= tokens; to += 1) {
    const isOpen = to < tokens && to - from < MOST_SENTENCE;
    if (isOpen && !partsSentences(text, Math.max(starts[to - 1] ?? 0, (ends[to - 1] ?? 0) - 1), starts[to] ?? 0)) continue;
    for (const start of before < from && to - before <= MOST_SENTENCE ? [from, before] : [from]) {
      const score = to - start < LEAST_SENTENCE ? LEAST : scoreOf(sums, start, to, bias);
      if (score > best.score) best = { score, from: start, to };
    }
    count += 1;
    before = from;
    from = to;
  }
  return { ...best, count };
}

const LINE_FEED = 10;
const SPACE = 32;
const SENTENCE_END = /[.!?]/;
const WIDE_SENTENCE_END = /[。！？]/;

/** Whether a line or sentence ends between two places. */
function partsSentences(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    if (text.charCodeAt(at) === LINE_FEED || WIDE_SENTENCE_END.test(text.charAt(at))) return true;
    if (SENTENCE_END.test(text.charAt(at)) && text.charCodeAt(at + 1) <= SPACE) return true;
  }
  return false;
}

/** Score of a window, from the prefix sums. */
function scoreOf(sums: Float64Array, from: number, to: number, bias: number): number {
  const sum = (sums[to] ?? 0) - (sums[from] ?? 0);
  const tokens = to - from;
  if (tokens <= LONGEST_WHOLE) return Math.max(LEAST, bias + evidence(sum, tokens));
  return Math.max(LEAST, bias + evidence((sum / tokens) * LONGEST_WHOLE, LONGEST_WHOLE));
}

const NO_PHRASES: readonly number[] = [];

/** Lower bound of a window's score. */
const LEAST = -20;
