import { t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { checkUserName } from '../../core/user-name.ts';
import { JSON_BODY, type HttpApp } from '../../http/app.ts';
import { authenticate } from '../../http/auth.ts';
import { failing } from '../../http/documentation.ts';
import type { VoiceParts } from '../voice.ts';
import { SessionChange } from './client-events.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { checked, changed, liveDefaults, toSession } from './live-settings.ts';
import { REALTIME_PATH } from './realtime.ts';

const TAGS = ['sessions'];

/** How long a client secret is valid unless its request says so, in seconds, as OpenAI's. */
const SECRET_SECONDS = 600;

const SecretRequest = t.Object(
  {
    session: t.Optional(SessionChange),
    expires_after: t.Optional(
      t.Object(
        { anchor: t.Optional(t.Literal('created_at')), seconds: t.Optional(t.Integer({ minimum: 10, maximum: 7200 })) },
        { additionalProperties: true },
      ),
    ),
    user_id: t.Optional(
      t.String({ minLength: 1, maxLength: 256, description: 'Who speaks in its sessions, for the memory of the reasoner.' }),
    ),
  },
  { additionalProperties: true },
);

const SecretBody = t.Object({
  value: t.String(),
  expires_at: t.Integer({ description: 'Unix time in seconds; sessions that were opened before go on.' }),
  session: t.Record(t.String(), t.Unknown()),
});

/** GET /v1/realtime, which is answered elsewhere if it asks for a WebSocket, and POST /v1/realtime/client_secrets. */
export function addRealtimeRoutes(app: HttpApp, { deps }: VoiceParts, secrets: ClientSecrets): void {
  const { limits, speechToText, ids, apiKeys } = deps;
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
          "OpenAI's Realtime API (https://platform.openai.com/docs/guides/realtime): send audio as it is recorded with input_audio_buffer.append, and hear the answer sentence by sentence in response.output_audio.delta. Speech is detected here, which begins and ends turns and cuts off an answer that is spoken into, unless it is with the sounds of somebody who listens (turn_detection.interrupt_after_ms, an addition to OpenAI's fields, says how long speech must last to interrupt whatever is said; 0 lets any speech interrupt): server_vad ends a turn after a silence of a fixed length, semantic_vad sooner behind words that end a sentence and later behind words that do not, as far as its eagerness allows; with turn_detection null the client commits its audio and asks for responses. Audio is audio/pcm (16-bit little-endian mono at 24 kHz), audio/pcmu or audio/pcma. Functions in tools are called through the model behind the bridge. A browser, which cannot set headers, sends its key as the subprotocol openai-insecure-api-key.KEY beside realtime.",
        tags: TAGS,
        ...failing('upgrade_required', 'too_many_requests', 'unavailable'),
      },
    },
  );

  app.post(
    `${REALTIME_PATH}/client_secrets`,
    async ({ body, request }) => {
      const defaults = liveDefaults(limits);
      const settings = await checked(changed(defaults, body.session ?? {}, limits), defaults, deps);
      const userId = body.user_id === undefined ? undefined : checkUserName(body.user_id, 'user_id');
      const key = await authenticate(request.headers, apiKeys);
      const { value, expiresAt } = secrets.mint({ key, settings, userId }, body.expires_after?.seconds ?? SECRET_SECONDS);
      const session = toSession(ids.next('session-'), settings, { answering: limits.bridgeModel, hearing: speechToText.model });
      return { value, expires_at: Math.floor(expiresAt.getTime() / 1000), session };
    },
    {
      parse: [...JSON_BODY],
      body: SecretRequest,
      response: { 200: SecretBody },
      detail: {
        summary: 'A key with which a browser opens live sessions, and nothing else',
        description:
          'The key stands for the API key that made it, until it expires, in this process. Its sessions begin with the settings of the request, and are those of its user_id; a client that has it cannot name another user.',
        tags: TAGS,
      },
    },
  );
}
