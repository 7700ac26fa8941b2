import { abortable } from '../core/abort.ts';
import { checkDeclaredLength, collectBytes } from '../core/collect-bytes.ts';
import { ServiceError } from '../core/errors.ts';
import { createPresence } from '../domain/speech/presence.ts';
import type { HttpApp } from '../http/app.ts';
import { bodyLimit } from '../http/body-limit.ts';
import { failing } from '../http/documentation.ts';
import { WEBHOOK_ANSWER } from './answers.ts';
import type { VoiceParts } from './voice.ts';

/** The media server's webhooks: who joins and leaves its rooms. */
export const WEBHOOK_PATH = '/v1/voice/rooms/webhook';

/** A participant who joins gets a session, which ends when they have left; repeated and late webhooks change nothing. */
export function addWebhookRoute(app: HttpApp, { deps, sessions, events }: VoiceParts): void {
  const { rooms, maxBodyBytes, limits } = deps;
  const presence = createPresence(sessions);

  app.post(
    WEBHOOK_PATH,
    async ({ request, requestId }) => {
      if (rooms.webhook === undefined) throw new ServiceError('not_found', 'No media server with webhooks is configured.');
      checkDeclaredLength(request.headers, maxBodyBytes);
      using limit = bodyLimit(limits.bodyTimeoutMs, request.signal);
      const body = new TextDecoder().decode(await abortable(collectBytes(request, maxBodyBytes), limit.signal));
      const event = await rooms.webhook(body, request.headers.get('authorization') ?? '');
      if (event !== undefined) {
        const begun = event.type === 'joined' ? presence.joined(event) : undefined;
        const ended = event.type === 'left' ? await presence.left(event) : undefined;
        if (begun !== undefined) events.sessionStarted(begun, requestId);
        if (ended !== undefined) events.sessionEnded(ended, requestId);
      }
      return Response.json({ received: true });
    },
    {
      parse: 'none',
      detail: {
        summary: "Receive the media server's signed webhooks",
        tags: ['sessions'],
        ...failing('invalid_input', 'unauthorized', 'not_found', 'payload_too_large'),
        requestBody: {
          required: true,
          description:
            'A WebhookEvent of LiveKit as JSON, signed by the token in Authorization; its Content-Type is application/webhook+json.',
          content: { 'application/webhook+json': { schema: { type: 'object' } } },
        },
        responses: WEBHOOK_ANSWER,
      },
    },
  );
}
