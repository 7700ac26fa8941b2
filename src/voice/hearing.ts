import { expectedWords } from '../domain/speech/expected-words.ts';
import type { TranscribeOptions } from '../ports/speech.ts';

/** What a recogniser is told of somebody's speech. */
export type Hearing = Pick<TranscribeOptions, 'language' | 'expected'>;

/** The same as a request says it: the language, and a prompt, of which the last `most` words count. */
export function hearingOf(
  { language, prompt = '' }: { readonly language?: string | undefined; readonly prompt?: string | undefined },
  most: number,
): Hearing {
  const expected = expectedWords(prompt, most);
  return { ...(language === undefined ? {} : { language }), ...(expected.length === 0 ? {} : { expected }) };
}
