import { DECODED, DECODED_BY_FFMPEG } from '../core/decoded-formats.ts';
import { ServiceError } from '../core/errors.ts';
import { toCaptions, toSubRip, toWebVtt } from '../domain/speech/captions.ts';
import type { HttpApp } from '../http/app.ts';
import { failing } from '../http/documentation.ts';
import { TRANSCRIPTION_ANSWER } from './answers.ts';
import { eventStream } from './event-stream.ts';
import { multipartBody } from './multipart-body.ts';
import { openTranscript } from './transcript-stream.ts';
import { languageOf, oneOf, readUpload, truth } from './upload.ts';
import { briefTranscript, GRANULARITIES, verboseTranscript, type Granularity } from './verbose-transcript.ts';
import type { VoiceParts } from './voice.ts';
import { TranscriptionForm } from './wire.ts';

/** POST /v1/audio/transcriptions: a recording in, its text out. */
export function addTranscriptionRoute(app: HttpApp, parts: VoiceParts): void {
  const { speechToText, logger } = parts.deps;

  app.post(
    '/v1/audio/transcriptions',
    async ({ request, requestId }) => {
      using passes = new DisposableStack();
      const upload = passes.use(await readUpload(request, parts));
      const format = oneOf(upload.fields['response_format'], 'response_format', ['json', 'text', 'verbose_json', 'srt', 'vtt']);
      const isStreamed = truth(upload.fields['stream'], 'stream');
      if (isStreamed && format !== 'json' && format !== 'text') {
        throw new ServiceError('invalid_input', 'stream goes with response_format json or text only.', { param: 'stream' });
      }
      const granularities = granularitiesOf(upload.repeated[GRANULARITIES] ?? upload.repeated['timestamp_granularities'] ?? []);
      const language = languageOf(upload.fields['language']);
      const model = upload.fields['model'];
      const audio = await upload.decode();
      const options = {
        ...(model === undefined || model === '' ? {} : { model }),
        ...(language === undefined ? {} : { language }),
      };
      if (isStreamed) {
        const { events, stop } = await openTranscript(({ signal, onText }) =>
          speechToText.transcribe(audio, { ...options, onText, signal: AbortSignal.any([signal, request.signal]) }),
        );
        const held = passes.move();
        held.defer(stop);
        return eventStream(events, { requestId, logger, ended: () => held.dispose() });
      }
      const transcript = await speechToText.transcribe(audio, { ...options, signal: request.signal });
      if (format === 'text') return file(`${transcript.text}\n`, 'text/plain');
      if (format === 'srt') return file(toSubRip(toCaptions(transcript)), 'application/x-subrip');
      if (format === 'vtt') return file(toWebVtt(toCaptions(transcript)), 'text/vtt');
      if (format === 'verbose_json') return Response.json(await verboseTranscript(transcript, granularities));
      return Response.json(briefTranscript(transcript));
    },
    {
      parse: 'none',
      detail: {
        summary: 'Transcribe a recording',
        description: `The format is detected from the content, whatever audio/* type the part declares: ${DECODED}, and where ffmpeg is installed ${DECODED_BY_FFMPEG}. Broken files and other formats are 400 invalid_input; audio over a limit, also once decoded, is 413 payload_too_large. With stream the text comes while the rest is still being transcribed, as events transcript.text.delta and at last transcript.text.done.`,
        tags: ['audio'],
        ...failing('request_timeout', 'too_many_requests', 'provider_unavailable', 'timeout'),
        requestBody: multipartBody(TranscriptionForm),
        responses: TRANSCRIPTION_ANSWER,
      },
    },
  );
}

function granularitiesOf(values: readonly string[]): ReadonlySet<Granularity> {
  return new Set(values.length === 0 ? ['segment' as const] : values.map((value) => oneOf(value, GRANULARITIES, ['segment', 'word'])));
}

function file(text: string, mediaType: string): Response {
  return new Response(text, { headers: { 'content-type': `${mediaType}; charset=utf-8` } });
}
