import { t } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { DEFAULT_PAGE, MAX_PAGE, parsePageLimit } from '../core/page-limit.ts';
import { hundredths, rounded } from '../core/rounded.ts';
import type { Session } from '../domain/speech/session.ts';
import type { CompletedTurn, FailedTurn, TurnStage } from '../domain/speech/turn.ts';
import type { HttpApp } from '../http/app.ts';
import type { TurnRecord } from './turn-records.ts';
import type { VoiceParts } from './voice.ts';
import { TurnRecordBody, TurnRecordListBody } from './wire.ts';

const STAGES: readonly TurnStage[] = ['stt', 'bridge', 'tts'];
const TAGS = ['turns'];

/** GET /v1/voice/turns and /v1/voice/turns/{request_id}: how long each stage of the last turns took. */
export function addTurnRecordRoutes(app: HttpApp, { turns, owners }: VoiceParts): void {
  app.get(
    '/v1/voice/turns',
    async ({ query, request }) => {
      const limit = readLimit(query.limit);
      const seen = turns.list(await owners.seenBy(request));
      const found = query.request_id === undefined ? seen : seen.filter((record) => record.request_id === query.request_id);
      const data = found.slice(0, limit);
      return Response.json({ object: 'list', data, has_more: found.length > data.length });
    },
    {
      query: t.Object({
        limit: t.Optional(t.String({ description: `1 to ${MAX_PAGE}; ${DEFAULT_PAGE} when absent.` })),
        request_id: t.Optional(t.String({ description: 'Only the turn of this request, if it is still known.' })),
      }),
      response: { 200: TurnRecordListBody },
      detail: { summary: 'The last turns, newest first: times and outcome, not their words', tags: TAGS },
    },
  );

  app.get(
    '/v1/voice/turns/:request_id',
    async ({ params, request }) => {
      const record = turns.list(await owners.seenBy(request)).find(({ request_id: id }) => id === params.request_id);
      if (record === undefined) {
        throw new ServiceError('not_found', 'No turn of this request is kept; only the last turns are.', { param: 'request_id' });
      }
      return Response.json(record);
    },
    { response: { 200: TurnRecordBody }, detail: { summary: 'How long each stage of a turn took', tags: TAGS } },
  );
}

/** The record of a finished turn. */
export function toTurnRecord(
  session: Pick<Session, 'id' | 'roomId'>,
  turn: CompletedTurn | FailedTurn,
  { requestId, startedAt, audioSeconds }: { readonly requestId: string; readonly startedAt: Date; readonly audioSeconds: number },
): TurnRecord {
  const { latencies, transcript } = turn;
  let start = 0;
  const stages = STAGES.flatMap((name) => {
    const took = latencies[name];
    if (took === undefined) return [];
    const stage = { name, start_ms: hundredths(start), duration_ms: took };
    start += took;
    return [stage];
  });
  const isCompleted = turn.outcome === 'completed';
  return {
    object: 'voice.turn_record',
    request_id: requestId,
    session_id: session.id,
    room_id: session.roomId,
    started_at: startedAt.toISOString(),
    outcome: turn.outcome,
    failed_stage: isCompleted ? null : turn.stage,
    error_type: isCompleted ? null : turn.error.kind,
    audio_seconds: rounded(audioSeconds),
    transcript_characters: transcript.length,
    reply_characters: turn.reply?.text.length ?? 0,
    decision: turn.reply?.decision ?? null,
    stages,
    total_ms: latencies.total,
  };
}

function readLimit(text: string | undefined): number {
  const limit = parsePageLimit(text);
  if (limit !== undefined) return limit;
  throw new ServiceError('invalid_input', `limit: must be a whole number from 1 to ${MAX_PAGE}.`, { param: 'limit' });
}
