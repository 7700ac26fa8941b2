import { t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import type { HttpApp } from '../../http/app.ts';
import { failing } from '../../http/documentation.ts';
import { REALTIME_PATH } from './realtime.ts';

/** Documents GET /v1/realtime, and answers those who do not ask for a WebSocket there. */
export function addRealtimeRoute(app: HttpApp): void {
  app.get(
    REALTIME_PATH,
    () => {
      throw new ServiceError('upgrade_required', 'Open this address as a WebSocket.');
    },
    {
      query: t.Object(
        {
          model: t.Optional(t.String({ description: 'Passed over; the configured models are used regardless.' })),
          intent: t.Optional(t.String({ description: "'transcription' for a session whose turns are transcribed and not answered." })),
          user_id: t.Optional(t.String({ description: 'Who speaks, for the memory of the reasoner; when absent nobody.' })),
        },
        { additionalProperties: true },
      ),
      detail: {
        summary: 'A live spoken conversation over a WebSocket',
        description:
          "OpenAI's Realtime API (https://platform.openai.com/docs/guides/realtime): send audio as it is recorded with input_audio_buffer.append, and hear the answer sentence by sentence in response.output_audio.delta. Speech is detected here (server_vad), which begins and ends turns and cuts off an answer that is spoken into; with turn_detection null the client commits its audio and asks for responses. Audio is audio/pcm (16-bit little-endian mono at 24 kHz), audio/pcmu or audio/pcma. Functions in tools are called through the model behind the bridge. A browser that needs an API key sends it as the subprotocol openai-insecure-api-key.KEY beside realtime.",
        tags: ['sessions'],
        ...failing('upgrade_required', 'too_many_requests'),
      },
    },
  );
}
