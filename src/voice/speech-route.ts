import { ServiceError } from '../core/errors.ts';
import { JSON_BODY, type HttpApp } from '../http/app.ts';
import { audioHeaders, toPcmFile, toSpokenAudio, toWavFile } from './spoken-audio.ts';
import { oneOf } from './upload.ts';
import type { VoiceParts } from './voice.ts';
import { SpeechRequest } from './wire.ts';

/** POST /v1/audio/speech: text in, a WAV file out. */
export function addSpeechRoute(app: HttpApp, { deps, gate }: VoiceParts): void {
  const { textToSpeech, limits } = deps;

  app.post(
    '/v1/audio/speech',
    async ({ body, request }) => {
      using _pass = gate.enter();
      const { input, voice, speed } = body;
      const format = oneOf(body.response_format, 'response_format', ['wav', 'pcm']);
      if (input.trim() === '') throw new ServiceError('invalid_input', 'input must not be empty.', { param: 'input' });
      if (input.length > limits.maxInputCharacters) {
        throw new ServiceError('invalid_input', `input is longer than the limit of ${limits.maxInputCharacters} characters.`, {
          param: 'input',
        });
      }
      const chunks = await Array.fromAsync(
        textToSpeech.synthesize(input, {
          signal: request.signal,
          ...(voice === undefined || voice === '' ? {} : { voice }),
          ...(speed === undefined ? {} : { speed }),
        }),
      );
      const audio = await toSpokenAudio(chunks);
      const bytes = format === 'wav' ? toWavFile(audio) : toPcmFile(audio);
      return new Response(bytes, {
        headers: {
          'content-type': format === 'wav' ? 'audio/wav' : 'audio/pcm',
          'content-length': String(bytes.byteLength),
          ...audioHeaders(audio),
        },
      });
    },
    {
      parse: [...JSON_BODY],
      body: SpeechRequest,
      detail: {
        summary: 'Speak a text',
        tags: ['audio'],
        responses: {
          200: {
            description: 'The audio; X-Duration-Seconds and X-Sample-Rate describe it.',
            content: { 'audio/wav': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  );
}
