import { bestClass, logSumExp } from '../../core/class-scores.ts';

/** How the next token is chosen. */
export interface Sampling {
  /** 0 takes the likeliest. */
  readonly temperature: number;
  /** Only as many of the likeliest; 0 for all. */
  readonly topK: number;
  /** Only the likeliest that have this much of the probability together. */
  readonly topP: number;
  /** Taken off the logit of each token that the answer has already, and once more for each time that it has it. */
  readonly presencePenalty: number;
  readonly frequencyPenalty: number;
  /** What is added to the logits of tokens, by token number. */
  readonly bias: Readonly<Record<string, number>>;
}

/** The next token. Changes `logits`; a bit of `allowed` that is not set forbids a token. */
export type TokenChooser = (logits: Float32Array, allowed?: Int32Array) => number;

/** Logits further below the highest than this many times the temperature are not drawn: less than one in ten billion each. */
const NEGLIGIBLE = 24;

/**
 * Chooses tokens for one answer, as OpenAI's API defines its sampling options
 * (https://platform.openai.com/docs/api-reference/chat/create). `random` gives numbers from 0 to 1.
 */
export function createTokenChooser(sampling: Sampling, random: () => number): TokenChooser {
  const { temperature, topK, topP, presencePenalty, frequencyPenalty } = sampling;
  const bias = Object.entries(sampling.bias).map(([token, value]) => [Number(token), value] as const);
  const counts = new Map<number, number>();
  const isPenalised = presencePenalty !== 0 || frequencyPenalty !== 0;

  return (logits, allowed) => {
    if (isPenalised) for (const [token, count] of counts) logits[token] = (logits[token] ?? 0) - presencePenalty - count * frequencyPenalty;
    for (const [token, value] of bias) if (token < logits.length) logits[token] = (logits[token] ?? 0) + value;
    if (allowed !== undefined) forbid(logits, allowed);
    const token = temperature === 0 ? bestClass(logits) : draw(logits);
    if (isPenalised) counts.set(token, (counts.get(token) ?? 0) + 1);
    return token;
  };

  function draw(logits: Float32Array): number {
    const top = logits[bestClass(logits)] ?? 0;
    const candidates: { readonly token: number; readonly weight: number }[] = [];
    for (let token = 0; token < logits.length; token += 1) {
      const distance = ((logits[token] ?? 0) - top) / temperature;
      if (distance > -NEGLIGIBLE) candidates.push({ token, weight: Math.exp(distance) });
    }
    candidates.sort((one, other) => other.weight - one.weight);
    if (topK > 0) candidates.length = Math.min(candidates.length, topK);
    const kept = nucleus(candidates, topP);
    let rest = random() * sumOf(kept);
    for (const { token, weight } of kept) {
      rest -= weight;
      if (rest < 0) return token;
    }
    return kept.at(-1)?.token ?? 0;
  }
}

/** The fewest of the likeliest that have the share of the probability together, and one at least. */
function nucleus<T extends { readonly weight: number }>(candidates: readonly T[], share: number): readonly T[] {
  if (share >= 1) return candidates;
  const wanted = share * sumOf(candidates);
  let sum = 0;
  const last = candidates.findIndex(({ weight }) => (sum += weight) >= wanted);
  return candidates.slice(0, Math.max(1, last + 1));
}

function sumOf(candidates: readonly { readonly weight: number }[]): number {
  return candidates.reduce((sum, { weight }) => sum + weight, 0);
}

function forbid(logits: Float32Array, allowed: Int32Array): void {
  for (let word = 0; word < allowed.length; word += 1) {
    const bits = allowed[word] ?? 0;
    if (bits === -1) continue;
    const end = Math.min(logits.length, (word + 1) * 32);
    for (let token = word * 32; token < end; token += 1) if (((bits >>> (token & 31)) & 1) === 0) logits[token] = -Infinity;
  }
  logits.fill(-Infinity, Math.min(logits.length, allowed.length * 32));
}

/** The logarithms of the probabilities of a token and of so many of the likeliest ones. */
export function logProbabilities(
  logits: Float32Array,
  token: number,
  count: number,
): { readonly logprob: number; readonly top: readonly { readonly token: number; readonly logprob: number }[] } {
  const top: number[] = [];
  for (const [index, logit] of count === 0 ? [] : logits.entries()) {
    if (top.length === count && logit <= (logits[top.at(-1) ?? 0] ?? 0)) continue;
    const place = top.findIndex((other) => logit > (logits[other] ?? 0));
    top.splice(place === -1 ? top.length : place, 0, index);
    if (top.length > count) top.pop();
  }
  const norm = logSumExp(logits);
  const of = (index: number): number => (logits[index] ?? -Infinity) - norm;
  return { logprob: of(token), top: top.map((index) => ({ token: index, logprob: of(index) })) };
}
