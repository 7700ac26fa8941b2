import { expectedWords } from '../domain/speech/expected-words.ts';
import type { TranscribeOptions } from '../ports/speech.ts';

/** What a recogniser is told of somebody's speech. */
export type Hearing = Pick<TranscribeOptions, 'language' | 'possibleLanguages' | 'expected'>;

/** The same as requests say it, in the fields of OpenAI's API. */
export interface AskedHearing {
  readonly language?: string | undefined;
  /** Possible languages, of which one alone is the language; they count only without `language`. */
  readonly languages?: readonly string[] | undefined;
  readonly prompt?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
}

/** Of the words of the prompt and the keywords the last `most` count. */
export function hearingOf({ language, languages = [], prompt = '', keywords = [] }: AskedHearing, most: number): Hearing {
  const expected = expectedWords([prompt, ...keywords].join(', '), most);
  const [only] = languages;
  const named = language ?? (languages.length === 1 ? only : undefined);
  return {
    ...(named === undefined ? {} : { language: named }),
    ...(named === undefined && languages.length > 1 ? { possibleLanguages: languages } : {}),
    ...(expected.length === 0 ? {} : { expected }),
  };
}
