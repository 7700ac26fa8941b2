import type { TranscribeOptions } from '../ports/speech.ts';
import { fieldFault } from './field-fault.ts';
import { hearingOf, type Hearing } from './hearing.ts';
import { languageOf, type Upload } from './upload.ts';
import type { VoiceParts } from './voice.ts';

/** What a request asks of the recogniser, and for whom. */
export type Asked = Pick<TranscribeOptions, 'model' | 'translate'> & Hearing & { readonly key: string };

/**
 * Reads the fields of an audio form that go to the recogniser: `model`, `language`, `languages`, `prompt` and `keywords`. Throws
 * `invalid_input`, naming the field, for what the recogniser would refuse, if it knows beforehand.
 */
export async function recogniserFields(
  request: Request,
  { fields, repeated }: Pick<Upload, 'fields' | 'repeated'>,
  { deps: { speechToText, limits }, owners }: VoiceParts,
  translate = false,
): Promise<Asked> {
  const { model = '', language, prompt } = fields;
  checkTemperature(fields['temperature']);
  const listed = (name: string): string[] => [...(repeated[`${name}[]`] ?? []), ...(repeated[name] ?? [])].filter((value) => value !== '');
  const keywords = listed('keywords');
  const languages = listed('languages').flatMap((value) => languageOf(value, 'languages[]') ?? []);
  const asked = {
    ...(model === '' ? {} : { model }),
    ...hearingOf({ language: languageOf(language), languages, prompt, keywords }, limits.maxPromptWords),
    ...(translate ? { translate } : {}),
  };
  speechToText.check?.(asked);
  return { ...asked, key: await owners.ownerOf(request) };
}

/** It has no effect, but a mistake in it is one. */
function checkTemperature(value = ''): void {
  const temperature = Number(value);
  if (!(temperature >= 0 && temperature <= 1)) throw fieldFault('temperature', 'temperature must be a number from 0 to 1.');
}
