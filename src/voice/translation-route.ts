import { DECODED, DECODED_BY_FFMPEG } from '../core/decoded-formats.ts';
import type { HttpApp } from '../http/app.ts';
import { failing } from '../http/documentation.ts';
import { TRANSLATION_ANSWER } from './answers.ts';
import { multipartBody } from './multipart-body.ts';
import { recogniserFields } from './recogniser-fields.ts';
import { oneOf, readUpload } from './upload.ts';
import type { VoiceParts } from './voice.ts';
import { TranslationForm } from './wire.ts';
import { WRITTEN_FORMATS, writtenTranscript } from './written-transcript.ts';

/** The one language of translations, as OpenAI names it. */
const LANGUAGE = 'english';

/** POST /v1/audio/translations: a recording of any language that the recogniser knows in, its text in English out. */
export function addTranslationRoute(app: HttpApp, parts: VoiceParts): void {
  app.post(
    '/v1/audio/translations',
    async ({ request }) => {
      using upload = await readUpload(request, parts);
      const format = oneOf(upload.fields['response_format'], 'response_format', WRITTEN_FORMATS);
      const asked = await recogniserFields(request, upload, parts, true);
      const transcript = await parts.deps.speechToText.transcribe(await upload.decode(), { ...asked, signal: request.signal });
      const english = { ...transcript, language: LANGUAGE };
      return await writtenTranscript(english, { format, task: 'translate', granularities: new Set(['segment']) });
    },
    {
      parse: 'none',
      detail: {
        summary: 'Translate a recording into English',
        description: `As a transcription, but in English whatever is spoken. The built-in recogniser leaves other languages than English to Whisper base, which translates; unless VOICE_STT_OTHER_LANGUAGES is false. Multilingual Whisper models of the hub translate too, except those trained on transcriptions alone, such as large-v3-turbo and Distil-Whisper; with these and with other recognisers of the hub it is 400 invalid_input. Of audio ${DECODED} are decoded, and where ffmpeg is installed ${DECODED_BY_FFMPEG}.`,
        tags: ['audio'],
        ...failing('request_timeout', 'too_many_requests', 'provider_unavailable', 'timeout'),
        requestBody: multipartBody(TranslationForm),
        responses: TRANSLATION_ANSWER,
      },
    },
  );
}
