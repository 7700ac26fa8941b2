import { expectedWords } from '../domain/speech/expected-words.ts';
import type { TranscribeOptions } from '../ports/speech.ts';
import { languageOf, type Upload } from './upload.ts';
import type { VoiceParts } from './voice.ts';

/** What a request asks of the recogniser, and for whom. */
export type Asked = Pick<TranscribeOptions, 'model' | 'language' | 'expected' | 'translate'> & { readonly key: string };

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
  const { model = '', prompt = '' } = fields;
  const language = languageOf(fields['language']);
  const expected = expectedWords(prompt, limits.maxPromptWords);
  const asked = {
    ...(model === '' ? {} : { model }),
    ...(language === undefined ? {} : { language }),
    ...(expected.length === 0 ? {} : { expected }),
    ...(translate ? { translate } : {}),
  };
  speechToText.check?.(asked);
  return { ...asked, key: await owners.ownerOf(request) };
}
