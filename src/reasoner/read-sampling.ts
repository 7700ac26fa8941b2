import type { JsonObject } from '../core/json.ts';
import type { ChatRequest, Verbosity } from '../ports/language.ts';
import { fault, optionalInteger, optionalNumber } from './fields.ts';

/** The sampling options that chat completions and responses have alike. */
type Sampling = Pick<ChatRequest, 'temperature' | 'topP' | 'presencePenalty' | 'frequencyPenalty'>;

/** The values of `verbosity`. */
export const VERBOSITIES: readonly Verbosity[] = ['low', 'medium', 'high'];

const MAX_ALTERNATIVES = 20;

/** How many alternatives a request wants with the log probability of each token. Throws `invalid_input` naming the field. */
export function readTopLogprobs(object: JsonObject): number {
  const alternatives = optionalInteger(object, 'top_logprobs', 0) ?? 0;
  if (alternatives > MAX_ALTERNATIVES) throw fault('top_logprobs', `must be a whole number from 0 to ${MAX_ALTERNATIVES}`);
  return alternatives;
}

/** The sampling options that a request sets; the model has its own defaults. Throws `invalid_input` naming the field. */
export function readSampling(object: JsonObject): Sampling {
  const temperature = optionalNumber(object, 'temperature', 0, 2);
  const topP = optionalNumber(object, 'top_p', 0, 1);
  const presencePenalty = optionalNumber(object, 'presence_penalty', -2, 2);
  const frequencyPenalty = optionalNumber(object, 'frequency_penalty', -2, 2);
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
  };
}
