import { ServiceError } from '../core/errors.ts';
import { checkUserName } from '../core/user-name.ts';
import type { Session } from '../domain/speech/session.ts';
import { runTurn, type CompletedTurn, type TurnRequest } from '../domain/speech/turn.ts';
import type { HttpApp } from '../http/app.ts';
import { authenticate } from '../http/auth.ts';
import { failing } from '../http/documentation.ts';
import { memoryModeOf } from '../http/memory-mode.ts';
import { problemResponse, type Problem } from '../http/problems.ts';
import { TURN_ANSWER } from './answers.ts';
import { endSession } from './end-session.ts';
import { preview } from './events.ts';
import { hearingOf } from './hearing.ts';
import { multipartBody } from './multipart-body.ts';
import { audioHeaders, toSpokenAudio, toWavFile, type SpokenAudio } from './spoken-audio.ts';
import { toTurnRecord } from './turn-record-routes.ts';
import { languageOf, oneOf, readUpload } from './upload.ts';
import type { VoiceParts } from './voice.ts';
import { TurnForm } from './wire.ts';

/** Most characters of transcript and reply in a header, so that clients' limits on headers are kept. */
const HEADER_CHARACTERS = 500;

/** POST /v1/voice/turns: a spoken question in, a spoken answer out. Without a session, one is opened for the turn alone. */
export function addTurnRoute(app: HttpApp, parts: VoiceParts): void {
  const { deps, sessions, events, turns } = parts;
  const { limits, logger, ids, clock } = deps;

  app.post(
    '/v1/voice/turns',
    async ({ request, requestId }) => {
      using upload = await readUpload(request, parts);
      const { fields } = upload;
      const format = oneOf(fields['response_format'], 'response_format', ['json', 'wav']);
      const hearing = hearingOf({ language: languageOf(fields['language']), prompt: fields['prompt'] }, limits.maxPromptWords);
      const [sessionId, userId, voice] = ['session_id', 'user_id', 'voice'].map((name) => given(fields[name]));
      const memory = memoryModeOf(request);
      const caller = await authenticate(request.headers, deps.apiKeys);
      const owner = caller?.name ?? '';
      if (sessionId !== undefined) sessions.get(sessionId, owner);
      // What a later stage would refuse is refused before the first one has begun.
      deps.speechToText.check?.(hearing);
      if (userId !== undefined) checkUserName(userId, 'user_id');
      if (voice !== undefined) await deps.textToSpeech.checkVoice?.(voice);
      const audio = await upload.decode();

      const session = sessionId === undefined ? open(owner, userId, requestId) : sessions.get(sessionId, owner);
      try {
        const turn = await take(session, owner, {
          audio,
          requestId,
          userId: userId ?? (session.isNamed ? session.participantId : undefined),
          ...memory,
          caller,
          maxSpokenCharacters: limits.maxInputCharacters,
          signal: request.signal,
          ...hearing,
          ...(voice === undefined ? {} : { voice }),
        });
        const spoken = turn.audio.some(({ samples }) => samples.length > 0) ? await toSpokenAudio(turn.audio) : undefined;
        if (spoken === undefined) logger.info('no voice speaks the answer', { request_id: requestId, session_id: session.id });
        if (format === 'json') return jsonAnswer(ids.next('turn-'), session, turn, spoken);
        return spoken === undefined ? unspoken(turn, { request, requestId, logger }) : wavAnswer(turn, spoken);
      } finally {
        if (sessionId === undefined) await endSession(parts, session.id, 'completed', requestId);
      }
    },
    {
      parse: 'none',
      detail: {
        summary: 'One spoken turn: question in, answer out',
        description:
          'A recording in which no speech is heard fails the turn with 400 invalid_input. With response_format wav, X-Transcript and X-Response carry the beginning of both texts, percent-encoded. An answer in a language that no voice speaks has null as its audio; with response_format wav it is 400 invalid_input, with the texts in the body as transcript, response and decision, and in the headers. What is said is remembered only of a user or participant that was named; the header X-Parley-Memory (read-only or off) turns that off. A turn that begins while another of its session is under way interrupts it: the other one is answered 409 conflict, and so is a turn whose session is ended.',
        tags: ['turns'],
        ...failing('content_filter', 'not_found', 'request_timeout', 'conflict', 'too_many_requests', 'provider_unavailable', 'timeout'),
        requestBody: multipartBody(TurnForm),
        responses: TURN_ANSWER,
      },
    },
  );

  /** Runs the pipeline, publishes how it ended, and throws the stage's error when it failed. */
  async function take({ id }: Session, owner: string, request: Omit<TurnRequest, 'earlier'>): Promise<CompletedTurn> {
    const { requestId } = request;
    using held = await sessions.beginTurn(id, owner);
    const startedAt = clock.now();
    const turn = await runTurn(deps, { ...request, earlier: held.earlier, signal: AbortSignal.any([request.signal, held.signal]) });
    const { samples, sampleRate } = request.audio;
    turns.put(owner, toTurnRecord(held.session, turn, { requestId, startedAt, audioSeconds: samples.length / sampleRate }));
    if (turn.outcome === 'completed') {
      held.keep(turn);
      events.turnCompleted(held.session, turn, requestId);
      return turn;
    }
    // What was heard and answered until a newer turn interrupted this one is part of the conversation.
    if (turn.error === held.signal.reason && turn.transcript !== '') held.keep(turn);
    events.turnFailed(held.session, turn, requestId);
    logger.warn('a turn failed', { request_id: requestId, session_id: id, stage: turn.stage, error_type: turn.error.kind });
    throw turn.error;
  }

  function open(owner: string, participantId: string | undefined, requestId: string): Session {
    const session = sessions.start({ owner, ...(participantId === undefined ? {} : { participantId }) });
    events.sessionStarted(session, requestId);
    return session;
  }
}

function jsonAnswer(id: string, session: Session, turn: CompletedTurn, spoken: SpokenAudio | undefined): Response {
  const { transcript, language, reply, latencies } = turn;
  const audio =
    spoken === undefined
      ? null
      : {
          format: 'wav',
          sample_rate: spoken.sampleRate,
          duration: spoken.durationInSeconds,
          data: toWavFile(spoken).toBase64(),
        };
  return Response.json({
    id,
    session_id: session.id,
    room_id: session.roomId,
    transcript,
    language,
    response: reply.text,
    decision: reply.decision ?? null,
    latencies: { stt_ms: latencies.stt, bridge_ms: latencies.bridge, tts_ms: latencies.tts, total_ms: latencies.total },
    audio,
  });
}

/** The refusal of an answer as audio that no voice can speak, with the answer as text. */
function unspoken(turn: CompletedTurn, problem: Pick<Problem, 'request' | 'requestId' | 'logger'>): Response {
  const { transcript, reply } = turn;
  const message = 'The voice cannot speak this answer; use a voice of its language, or response_format json for its text.';
  const error = new ServiceError('invalid_input', message, { param: 'voice' });
  const more = { transcript, response: reply.text, decision: reply.decision ?? null };
  const response = problemResponse({ ...problem, error, code: error.kind, more });
  for (const [name, value] of Object.entries(textHeaders(turn))) response.headers.set(name, value);
  return response;
}

function wavAnswer(turn: CompletedTurn, spoken: SpokenAudio): Response {
  const bytes = toWavFile(spoken);
  return new Response(bytes, {
    headers: {
      'content-type': 'audio/wav',
      'content-length': String(bytes.byteLength),
      ...audioHeaders(spoken),
      ...textHeaders(turn),
    },
  });
}

function textHeaders({ transcript, reply }: CompletedTurn): Record<string, string> {
  return {
    'x-transcript': headerText(transcript),
    'x-response': headerText(reply.text),
    ...(reply.decision === undefined ? {} : { 'x-guard-decision': reply.decision }),
  };
}

/** Text for a header: percent-encoded UTF-8, because headers are ASCII. */
function headerText(text: string): string {
  return encodeURIComponent(preview(text, HEADER_CHARACTERS).toWellFormed());
}

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
