import { evidence } from '../../../src/domain/guardrails/attack/attack-windows.ts';

/** A run of tokens: the first and the one behind the last. */
export interface TokenRun {
  readonly from: number;
  readonly to: number;
}

/** How many tokens a passage holds; the middles of two lie further apart than this. */
const SIZE = 48;

/**
 * Further passages of a long text that may be part of an attack, most suspicious first, none near another or near `first`.
 * `sums[n]` is what the first n tokens weigh.
 */
export function furtherPassages(sums: Float64Array, tokens: number, first: TokenRun, count: number): TokenRun[] {
  const step = SIZE >> 1;
  const found: { readonly run: TokenRun; readonly score: number }[] = [];
  for (let from = 0; from < tokens; from += step) {
    const to = Math.min(tokens, from + SIZE);
    found.push({ run: { from, to }, score: evidence((sums[to] ?? 0) - (sums[from] ?? 0), to - from) });
  }
  found.sort((a, b) => b.score - a.score);
  const middle = ({ from, to }: TokenRun): number => Math.min(to, from + SIZE * 2) / 2 + from / 2;
  const kept = [first];
  for (const { run } of found) {
    if (kept.length > count) break;
    if (kept.every((other) => Math.abs(middle(other) - middle(run)) >= SIZE)) kept.push(run);
  }
  return kept.slice(1);
}
