import { checkUserName } from '../core/user-name.ts';
import type { EndedSession, Session } from '../domain/speech/session.ts';
import { JSON_BODY, type HttpApp } from '../http/app.ts';
import type { VoiceParts } from './voice.ts';
import { SessionBody, SessionListBody, SessionRequest } from './wire.ts';

const TAGS = ['sessions'];
const WHOSE =
  'A session belongs to the API key that opened it; one that the media server opened, to the first key that takes a turn in it. Others do not see it, except for VOICE_OPERATOR_KEYS.';

/** /v1/voice/sessions: participants in rooms, opened and closed by whoever runs the rooms. */
export function addSessionRoutes(app: HttpApp, { sessions, events, owners }: VoiceParts): void {
  app.post(
    '/v1/voice/sessions',
    async ({ body, request, requestId }) => {
      const session = sessions.start({
        owner: await owners.ownerOf(request),
        ...(body.room_id === undefined ? {} : { roomId: body.room_id }),
        ...(body.participant_id === undefined ? {} : { participantId: checkUserName(body.participant_id, 'participant_id') }),
      });
      events.sessionStarted(session, requestId);
      return Response.json(toRecord(session), { status: 201 });
    },
    { parse: [...JSON_BODY], body: SessionRequest, response: { 201: SessionBody }, detail: { summary: 'Open a session', tags: TAGS } },
  );

  app.get(
    '/v1/voice/sessions',
    async ({ request }) => Response.json({ object: 'list', data: sessions.list(await owners.seenBy(request)).map(toRecord) }),
    {
      response: { 200: SessionListBody },
      detail: { summary: 'The open sessions, oldest first', description: WHOSE, tags: TAGS },
    },
  );

  app.get(
    '/v1/voice/sessions/:id',
    async ({ params, request }) => Response.json(toRecord(sessions.get(params.id, await owners.seenBy(request)))),
    { response: { 200: SessionBody }, detail: { summary: 'One open session', description: WHOSE, tags: TAGS } },
  );

  app.delete(
    '/v1/voice/sessions/:id',
    async ({ params, request, requestId }) => {
      const ended = await sessions.end(params.id, 'closed', await owners.seenBy(request));
      events.sessionEnded(ended, requestId);
      return Response.json(toRecord(ended));
    },
    { response: { 200: SessionBody }, detail: { summary: 'End a session and cancel its running turn', tags: TAGS } },
  );
}

function toRecord(session: Session | EndedSession) {
  return {
    id: session.id,
    object: 'voice.session',
    status: 'reason' in session ? 'ended' : 'active',
    room_id: session.roomId,
    participant_id: session.participantId,
    started_at: session.startedAt.toISOString(),
    turns: session.turns,
    ...('reason' in session
      ? { ended_at: session.endedAt.toISOString(), duration_seconds: session.durationInSeconds, reason: session.reason }
      : {}),
  };
}
