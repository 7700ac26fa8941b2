/** The tokens of a Whisper model that its decoding treats in a way of their own; times are all tokens from `firstTime` on. */
export interface WhisperTokens {
  readonly end: number;
  readonly noTimes: number;
  readonly firstTime: number;
  /** Never written, such as signs for music. */
  readonly suppressed: readonly number[];
  /** Not written as the first one. */
  readonly suppressedFirst: readonly number[];
  /** The latest time, in steps, at which speech may begin. */
  readonly latestBegin: number;
}

/** A token and its probability among all, as a natural logarithm. */
export interface ChosenToken {
  readonly token: number;
  readonly chance: number;
}

/**
 * The next token of a transcript with times, greedily, as OpenAI's Whisper reads them (Radford et al. 2022, 4.5, and `decoding.py` of
 * openai/whisper 20231117): it begins with a time, times come in pairs and never go back, and a time is written where all times together
 * are likelier than any word.
 */
export function nextToken(logits: Float32Array, written: readonly number[], tokens: WhisperTokens): ChosenToken {
  const total = logOfSum(logits, 0);
  const token = choose(logits.slice(), written, tokens);
  return { token, chance: (logits[token] ?? -Infinity) - total };
}

function choose(logits: Float32Array, written: readonly number[], tokens: WhisperTokens): number {
  const { end, firstTime } = tokens;
  const suppress = (from: number, to: number): unknown => logits.fill(-Infinity, from, to);
  for (const token of tokens.suppressed) logits[token] = -Infinity;
  suppress(tokens.noTimes, firstTime);
  const [beforeLast, last] = [written.at(-2), written.at(-1)];
  const isTime = (token: number | undefined): boolean => token !== undefined && token >= firstTime;
  if (last === undefined) {
    for (const token of tokens.suppressedFirst) logits[token] = -Infinity;
    suppress(0, firstTime);
    suppress(firstTime + tokens.latestBegin + 1, logits.length);
  } else if (isTime(last)) {
    // Behind an end there is a beginning or nothing more; behind a beginning there are words.
    if (beforeLast === undefined || isTime(beforeLast)) suppress(firstTime, logits.length);
    else suppress(0, end);
  }
  const latest = written.findLast((token) => isTime(token));
  // A segment takes time, so that only a beginning may be where an end was.
  if (latest !== undefined) suppress(firstTime, isTime(last) ? latest : latest + 1);
  return areTimesLikelier(logits, firstTime) ? likeliest(logits, firstTime, logits.length) : likeliest(logits, 0, logits.length);
}

function areTimesLikelier(logits: Float32Array, firstTime: number): boolean {
  const word = logits[likeliest(logits, 0, firstTime)] ?? -Infinity;
  return logOfSum(logits, firstTime) > word;
}

/** The logarithm of the sum of the exponentials from an index on. */
function logOfSum(logits: Float32Array, from: number): number {
  const most = logits[likeliest(logits, from, logits.length)] ?? -Infinity;
  if (most === -Infinity) return most;
  let sum = 0;
  for (let index = from; index < logits.length; index += 1) sum += Math.exp((logits[index] ?? -Infinity) - most);
  return most + Math.log(sum);
}

/** The index of the greatest from `from` until `to`. */
function likeliest(logits: Float32Array, from: number, to: number): number {
  let best = from;
  for (let index = from + 1; index < to; index += 1) if ((logits[index] ?? -Infinity) > (logits[best] ?? -Infinity)) best = index;
  return best;
}
