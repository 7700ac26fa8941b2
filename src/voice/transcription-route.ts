import type { HttpApp } from '../http/app.ts';
import { seconds } from './spoken-audio.ts';
import { languageOf, oneOf, readUpload } from './upload.ts';
import type { VoiceParts } from './voice.ts';
import { multipartBody } from './multipart-body.ts';
import { TranscriptionBody, TranscriptionForm } from './wire.ts';

/** POST /v1/audio/transcriptions: a recording in, its text out. */
export function addTranscriptionRoute(app: HttpApp, { deps, gate }: VoiceParts): void {
  const { speechToText, limits } = deps;

  app.post(
    '/v1/audio/transcriptions',
    async ({ request }) => {
      using _pass = gate.enter();
      const upload = await readUpload(request, limits);
      const format = oneOf(upload.fields['response_format'], 'response_format', ['json', 'text', 'verbose_json']);
      const language = languageOf(upload.fields['language']);
      const model = upload.fields['model'];
      const transcript = await speechToText.transcribe(await upload.decode(), {
        signal: request.signal,
        ...(model === undefined || model === '' ? {} : { model }),
        ...(language === undefined ? {} : { language }),
      });
      const { text } = transcript;
      if (format === 'text') return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
      const body = { text, language: transcript.language, duration: seconds(transcript.durationInSeconds) };
      if (format === 'json') return Response.json(body);
      // An engine that tells no times gives one segment: all of it.
      const { segments = [{ start: 0, end: body.duration, text }] } = transcript;
      return Response.json({ task: 'transcribe', ...body, segments: segments.map((segment, id) => ({ id, ...segment })) });
    },
    {
      parse: 'none',
      response: { 200: TranscriptionBody },
      detail: { summary: 'Transcribe a recording', tags: ['audio'], requestBody: multipartBody(TranscriptionForm) },
    },
  );
}
