import { ServiceError } from '../core/errors.ts';
import { JSON_BODY, type HttpApp } from '../http/app.ts';
import { failing } from '../http/documentation.ts';
import { SPEECH_ANSWER } from './answers.ts';
import { eventStream } from './event-stream.ts';
import { audioResponse, openSpeech, speechEvents } from './speech-stream.ts';
import { audioHeaders, toSpokenAudio, toWavFile } from './spoken-audio.ts';
import { oneOf } from './upload.ts';
import type { VoiceParts } from './voice.ts';
import { SpeechRequest } from './wire.ts';

/**
 * POST /v1/audio/speech: text in, speech out. A WAV file is sent whole, because its header contains its length; other formats, and any
 * format with `stream_format: sse`, are sent during synthesis.
 */
export function addSpeechRoute(app: HttpApp, { deps, gate, owners }: VoiceParts): void {
  const { textToSpeech, audioEncoder, limits, logger } = deps;

  app.post(
    '/v1/audio/speech',
    async ({ body, request, requestId }) => {
      const { input, speed } = body;
      const voice = typeof body.voice === 'object' ? body.voice.id : body.voice;
      const format = oneOf(body.response_format, 'response_format', ['wav', 'pcm', ...audioEncoder.formats]);
      const framing = oneOf(body.stream_format, 'stream_format', ['audio', 'sse']);
      if (input.trim() === '') throw new ServiceError('invalid_input', 'input must not be empty.', { param: 'input' });
      if (input.length > limits.maxInputCharacters) {
        throw new ServiceError('invalid_input', `input is longer than the limit of ${limits.maxInputCharacters} characters.`, {
          param: 'input',
        });
      }
      const key = await owners.ownerOf(request);
      using passes = new DisposableStack();
      passes.use(gate.enter());
      const chunks = textToSpeech.synthesize(input, {
        signal: request.signal,
        key,
        ...(voice === undefined || voice === '' ? {} : { voice }),
        ...(speed === undefined ? {} : { speed }),
      });
      if (framing === 'sse' || format !== 'wav') {
        const speech = await openSpeech(chunks, { format, encoder: audioEncoder, signal: request.signal });
        const held = passes.move();
        const ended = (): void => held.dispose();
        const { sampleRate, parts } = speech;
        const answered = { requestId, logger, ended };
        return framing === 'sse'
          ? eventStream(speechEvents(speech, input), { ...answered, headers: { 'x-sample-rate': String(sampleRate) } })
          : audioResponse(parts, { ...answered, format, sampleRate });
      }
      const audio = await toSpokenAudio(await Array.fromAsync(chunks));
      const bytes = toWavFile(audio);
      return new Response(bytes, {
        headers: { 'content-type': 'audio/wav', 'content-length': String(bytes.byteLength), ...audioHeaders(audio) },
      });
    },
    {
      parse: [...JSON_BODY],
      body: SpeechRequest,
      detail: {
        summary: 'Synthesise a text',
        tags: ['audio'],
        ...failing('request_timeout', 'too_many_requests', 'provider_unavailable', 'timeout'),
        responses: SPEECH_ANSWER,
      },
    },
  );
}
