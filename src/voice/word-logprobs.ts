import { ServiceError } from '../core/errors.ts';
import { rounded } from '../core/rounded.ts';
import type { Transcript } from '../ports/speech.ts';
import { logConfidence } from './log-confidence.ts';
import { oneOf } from './upload.ts';

/** The field that asks for them. */
const INCLUDE = 'include[]';

/** Whether a form asks for log probabilities, the only thing that can be included. */
export function asksForLogprobs(repeated: Readonly<Record<string, readonly string[]>>): boolean {
  const asked = [...(repeated[INCLUDE] ?? []), ...(repeated['include'] ?? [])].filter((value) => value !== '');
  return asked.map((value) => oneOf(value, INCLUDE, ['logprobs'])).length > 0;
}

/**
 * The words of a transcript as the tokens of OpenAI's log probabilities (https://platform.openai.com/docs/api-reference/audio/json-object),
 * each with the space in front of it. Throws `invalid_input` if the recogniser gives no confidences.
 */
export function wordLogprobs({ text, words }: Transcript) {
  if (words === undefined && text !== '') {
    throw new ServiceError('invalid_input', 'This recogniser gives no confidence of words.', { param: INCLUDE });
  }
  const encoder = new TextEncoder();
  return (words ?? []).map((word, index) => {
    const token = index === 0 ? word.text : ` ${word.text}`;
    return { token, logprob: rounded(logConfidence(word.confidence)) + 0, bytes: [...encoder.encode(token)] };
  });
}
