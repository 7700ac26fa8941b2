import { DECODED, DECODED_BY_FFMPEG } from '../core/decoded-formats.ts';
import { ServiceError } from '../core/errors.ts';
import { createDiarizer } from '../domain/speech/diarization/diarizer.ts';
import type { HttpApp } from '../http/app.ts';
import { failing } from '../http/documentation.ts';
import type { TranscribeOptions } from '../ports/speech.ts';
import { TRANSCRIPTION_ANSWER } from './answers.ts';
import { diarizedBody } from './diarized-body.ts';
import { checkDiarizedForm, checkPlainForm } from './diarized-form.ts';
import { transcribeSpeakers } from './diarized-transcription.ts';
import { eventStream } from './event-stream.ts';
import { learnSpeakers, readReferences } from './known-speakers.ts';
import { multipartBody } from './multipart-body.ts';
import { recogniserFields } from './recogniser-fields.ts';
import { openTranscript } from './transcript-stream.ts';
import { oneOf, readUpload, truth } from './upload.ts';
import { GRANULARITIES, type Granularity } from './verbose-transcript.ts';
import type { VoiceParts } from './voice.ts';
import { TranscriptionForm } from './wire.ts';
import { asksForLogprobs } from './word-logprobs.ts';
import { WRITTEN_FORMATS, writtenTranscript } from './written-transcript.ts';

/** POST /v1/audio/transcriptions: a recording in, its text out. */
export function addTranscriptionRoute(app: HttpApp, parts: VoiceParts): void {
  const { speechToText, logger, limits } = parts.deps;
  const diarizer = createDiarizer(parts.deps);

  app.post(
    '/v1/audio/transcriptions',
    async ({ request, requestId }) => {
      using passes = new DisposableStack();
      const upload = passes.use(await readUpload(request, parts));
      const format = oneOf(upload.fields['response_format'], 'response_format', FORMATS);
      const isStreamed = truth(upload.fields['stream'], 'stream');
      if (isStreamed && !STREAMED.has(format)) {
        throw new ServiceError('invalid_input', 'stream goes with response_format json, text or diarized_json only.', { param: 'stream' });
      }
      const isDiarized = format === 'diarized_json';
      if (isDiarized) checkDiarizedForm(upload);
      else checkPlainForm(upload);
      const references = isDiarized ? readReferences(upload, limits.maxKnownSpeakers) : [];
      const granularities = granularitiesOf(upload.repeated[GRANULARITIES] ?? upload.repeated['timestamp_granularities'] ?? []);
      if (granularities.has('word') && format !== 'verbose_json') {
        throw new ServiceError('invalid_input', `${GRANULARITIES} word goes with response_format verbose_json only.`, {
          param: GRANULARITIES,
        });
      }
      const hasLogprobs = !isDiarized && asksForLogprobs(upload.repeated);
      if (hasLogprobs && format !== 'json') {
        throw new ServiceError('invalid_input', 'include[] logprobs goes with response_format json only.', { param: 'include[]' });
      }
      const options = await recogniserFields(request, upload, parts);
      const known = await learnSpeakers(references, { decode: upload.decodeOther, diarizer, signal: request.signal });
      const audio = await upload.decode();
      const transcribeDiarized = (own: TranscribeOptions) =>
        transcribeSpeakers({ speechToText, diarizer, timeoutMs: limits.sttTotalTimeoutMs }, audio, { ...options, ...own, known });
      if (isStreamed) {
        const { events, stop } = await openTranscript(({ signal, onText }) => {
          const own = { onText, signal: AbortSignal.any([signal, request.signal]) };
          return isDiarized ? transcribeDiarized(own) : speechToText.transcribe(audio, { ...options, ...own });
        }, hasLogprobs);
        const held = passes.move();
        held.defer(stop);
        return eventStream(events, { requestId, logger, ended: () => held.dispose() });
      }
      if (format === 'diarized_json') return Response.json(diarizedBody(await transcribeDiarized({ signal: request.signal })));
      const transcript = await speechToText.transcribe(audio, { ...options, signal: request.signal });
      return await writtenTranscript(transcript, { format, task: 'transcribe', granularities, hasLogprobs });
    },
    {
      parse: 'none',
      detail: {
        summary: 'Transcribe a recording',
        description: `The format is detected from the content, whatever audio/* type the part declares: ${DECODED}, and where ffmpeg is installed ${DECODED_BY_FFMPEG}. Broken files and other formats are 400 invalid_input; audio over a limit, also once decoded, is 413 payload_too_large. With stream the text comes while the rest is still being transcribed, as events transcript.text.delta and at last transcript.text.done. With response_format diarized_json each segment names its speaker: A, B and so on as they appear, or who known_speaker_names[] and known_speaker_references[] say it is; streamed, the segments come as events transcript.text.segment before the last. Nothing is kept about speakers.`,
        tags: ['audio'],
        ...failing('request_timeout', 'too_many_requests', 'provider_unavailable', 'timeout'),
        requestBody: multipartBody(TranscriptionForm),
        responses: TRANSCRIPTION_ANSWER,
      },
    },
  );
}

const FORMATS = [...WRITTEN_FORMATS, 'diarized_json'] as const;

/** What can be streamed. */
const STREAMED: ReadonlySet<(typeof FORMATS)[number]> = new Set(['json', 'text', 'diarized_json']);

function granularitiesOf(values: readonly string[]): ReadonlySet<Granularity> {
  return new Set(values.length === 0 ? ['segment' as const] : values.map((value) => oneOf(value, GRANULARITIES, ['segment', 'word'])));
}
