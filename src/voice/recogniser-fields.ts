import type { TranscribeOptions } from '../ports/speech.ts';
import { hearingOf, type Hearing } from './hearing.ts';
import { languageOf, type Upload } from './upload.ts';
import type { VoiceParts } from './voice.ts';

/** What a request asks of the recogniser, and for whom. */
export type Asked = Pick<TranscribeOptions, 'model' | 'translate'> & Hearing & { readonly key: string };

/**
 * Reads the fields of an audio form that go to the recogniser: `model`, `language` and `prompt`. Throws `invalid_input`, naming the field, for
 * what the recogniser would refuse, if it knows beforehand.
 */
export async function recogniserFields(
  request: Request,
  { fields }: Pick<Upload, 'fields'>,
  { deps: { speechToText, limits }, owners }: VoiceParts,
  translate = false,
): Promise<Asked> {
  const { model = '', language, prompt } = fields;
  const asked = {
    ...(model === '' ? {} : { model }),
    ...hearingOf({ language: languageOf(language), prompt }, limits.maxPromptWords),
    ...(translate ? { translate } : {}),
  };
  speechToText.check?.(asked);
  return { ...asked, key: await owners.ownerOf(request) };
}
