import { bestClass, logSumExp } from '../../core/class-scores.ts';

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
  const total = logSumExp(logits);
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
  const times = logits.subarray(firstTime);
  const word = bestClass(logits.subarray(0, firstTime));
  return logSumExp(times) > (logits[word] ?? -Infinity) ? firstTime + bestClass(times) : bestClass(logits);
}
