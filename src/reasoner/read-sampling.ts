import type { JsonObject } from '../core/json.ts';
import type { ChatRequest, Verbosity } from '../ports/language.ts';
import { optionalNumber } from './fields.ts';

/** The sampling options that chat completions and responses have alike. */
type Sampling = Pick<ChatRequest, 'temperature' | 'topP' | 'presencePenalty' | 'frequencyPenalty'>;

/** The values of `verbosity`. */
export const VERBOSITIES: readonly Verbosity[] = ['low', 'medium', 'high'];

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
