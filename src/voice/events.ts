import { messageOf } from '../core/errors.ts';
import { encodeJson } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { EndedSession, Session } from '../domain/speech/session.ts';
import type { CompletedTurn, FailedTurn, TurnLatencies } from '../domain/speech/turn.ts';
import type { Bus } from '../ports/bus.ts';
import type { Clock, Logger } from '../ports/system.ts';

/** The lifecycle events of the voice service with their payloads. */
export const VOICE_SUBJECTS = {
  'platform.voice.session.started': 'VoiceSessionStartedEvent: a participant joined a real-time room.',
  'platform.voice.session.ended': 'VoiceSessionEndedEvent: a session concluded, with its duration.',
  'platform.voice.turn.completed': 'VoiceTurnCompletedEvent: a turn went through all stages, with per-stage latencies.',
  'platform.voice.turn.failed': 'VoiceTurnFailedEvent: a stage failed, with an error type and a message.',
  'platform.voice.turn.interrupted':
    'VoiceTurnInterruptedEvent: somebody spoke into the answer of a live session, or its client cancelled it; with the stage that was reached.',
} as const;

export type VoiceSubject = keyof typeof VOICE_SUBJECTS;

/** Publishes lifecycle events. A failing bus never fails what the event is about. */
export interface VoiceEvents {
  sessionStarted(session: Session, correlationId: string): void;
  sessionEnded(session: EndedSession, correlationId: string): void;
  turnCompleted(session: Session, turn: CompletedTurn, correlationId: string): void;
  turnFailed(session: Session, turn: FailedTurn, correlationId: string): void;
  /** Nothing failed: the answer was not wanted to its end. */
  turnInterrupted(session: Session, turn: FailedTurn, correlationId: string): void;
}

export function createVoiceEvents(deps: {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Characters of the reply that a completed turn carries. */
  readonly previewCharacters: number;
}): VoiceEvents {
  const { bus, clock, logger, previewCharacters } = deps;

  function publish(subject: VoiceSubject, session: Session, correlationId: string, fields: Readonly<Record<string, unknown>>): void {
    const payload = {
      session_id: session.id,
      room_id: session.roomId,
      correlation_id: correlationId,
      timestamp: clock.now().toISOString(),
      ...fields,
    };
    try {
      bus.publish(subject, encodeJson(payload), { [REQUEST_ID_HEADER]: correlationId });
    } catch (error) {
      const reason = messageOf(error);
      logger.warn('an event was not published', { subject, request_id: correlationId, reason });
    }
  }

  return {
    sessionStarted: (session, correlationId) =>
      publish('platform.voice.session.started', session, correlationId, { participant_id: session.participantId }),

    sessionEnded: (session, correlationId) =>
      publish('platform.voice.session.ended', session, correlationId, {
        participant_id: session.participantId,
        duration_seconds: session.durationInSeconds,
        turns: session.turns,
        reason: session.reason,
      }),

    turnCompleted: (session, turn, correlationId) =>
      publish('platform.voice.turn.completed', session, correlationId, {
        transcript: turn.transcript,
        response_preview: preview(turn.reply.text, previewCharacters),
        ...latencyFields(turn.latencies),
      }),

    turnInterrupted: (session, turn, correlationId) =>
      publish('platform.voice.turn.interrupted', session, correlationId, { stage: turn.stage, ...latencyFields(turn.latencies) }),

    turnFailed: (session, turn, correlationId) =>
      publish('platform.voice.turn.failed', session, correlationId, {
        stage: turn.stage,
        error_type: turn.error.kind,
        message: turn.error.message,
        ...latencyFields(turn.latencies),
      }),
  };
}

/** At most `maxCharacters` characters; a longer text ends in an ellipsis. */
export function preview(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  return maxCharacters === 0 ? '' : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** Only the stages that were reached. */
function latencyFields({ stt, bridge, tts, total }: TurnLatencies): Readonly<Record<string, number>> {
  return {
    ...(stt === undefined ? {} : { stt_latency_ms: stt }),
    ...(bridge === undefined ? {} : { bridge_latency_ms: bridge }),
    ...(tts === undefined ? {} : { tts_latency_ms: tts }),
    total_latency_ms: total,
  };
}
