import { ServiceError } from '../../core/errors.ts';
import { hundredths } from '../../core/rounded.ts';
import type { Session } from '../../domain/speech/session.ts';
import type { CompletedTurn, FailedTurn, TurnLatencies, TurnStage } from '../../domain/speech/turn.ts';
import type { Pcm } from '../../ports/speech.ts';
import type { Clock } from '../../ports/system.ts';
import type { VoiceEvents } from '../events.ts';
import { toTurnRecord } from '../turn-record-routes.ts';
import type { TurnRecords } from '../turn-records.ts';
import type { ResponseEnd } from './live-response.ts';

/** Keeps account of the turns of a live session: from what somebody said to the end of the answer to it. */
export interface LiveTurns {
  /** Somebody said something; what was said before it without an answer is part of the same turn. */
  spoken(itemId: string, audio: Pcm): void;
  /** Measures the recognition of what was said. */
  timed<T>(work: Promise<T>): Promise<T>;
  /** What was said, in an order of its own. */
  heard(itemId: string, text: string): void;
  /** It was noise. */
  dropped(): void;
  /** It could not be recognised. */
  unheard(error: ServiceError): void;
  /** A response ended: with the calls of functions only, the turn goes on until they are answered. */
  answered(id: string, end: ResponseEnd, session: Session): void;
}

interface OpenTurn {
  readonly startedAt: Date;
  readonly begunMs: number;
  audioSeconds: number;
  /** What was heard in each item, in the order in which it was said. */
  readonly heard: Map<string, string>;
  spentMs: Record<TurnStage, number>;
}

export interface LiveTurnsOptions {
  readonly clock: Clock;
  readonly events: VoiceEvents;
  readonly records: TurnRecords;
  readonly owner: string;
  readonly session: Session;
  readonly mintId: (prefix: string) => string;
}

/** Publishes and records each turn under the id of the response that ended it. */
export function createLiveTurns({ clock, events, records, owner, session, mintId }: LiveTurnsOptions): LiveTurns {
  let turn: OpenTurn | undefined;

  function latencies(open: OpenTurn): TurnLatencies {
    const { stt, bridge, tts } = open.spentMs;
    const total = Math.max(hundredths(clock.elapsed() - open.begunMs), hundredths(stt + bridge + tts));
    return { stt: hundredths(stt), bridge: hundredths(bridge), tts: hundredths(tts), total };
  }

  function end(id: string, ended: CompletedTurn | FailedTurn, of: Session, isInterrupted = false): void {
    if (turn === undefined) return;
    records.put(owner, toTurnRecord(of, ended, { requestId: id, startedAt: turn.startedAt, audioSeconds: turn.audioSeconds }));
    turn = undefined;
    if (ended.outcome === 'completed') events.turnCompleted(of, ended, id);
    else if (isInterrupted) events.turnInterrupted(of, ended, id);
    else events.turnFailed(of, ended, id);
  }

  return {
    spoken(itemId, { samples, sampleRate }) {
      turn ??= {
        startedAt: clock.now(),
        begunMs: clock.elapsed(),
        audioSeconds: 0,
        heard: new Map(),
        spentMs: { stt: 0, bridge: 0, tts: 0 },
      };
      turn.heard.set(itemId, '');
      turn.audioSeconds += samples.length / sampleRate;
    },
    async timed(work) {
      const began = clock.elapsed();
      try {
        return await work;
      } finally {
        if (turn !== undefined) turn.spentMs.stt += clock.elapsed() - began;
      }
    },
    heard(itemId, text) {
      turn?.heard.set(itemId, text.trim());
    },
    dropped() {
      if (turn !== undefined && transcriptOf(turn) === '') turn = undefined;
    },
    unheard(error) {
      if (turn === undefined) return;
      const transcript = transcriptOf(turn);
      const failed: FailedTurn = {
        outcome: 'failed',
        stage: 'stt',
        error,
        transcript,
        spoken: '',
        language: '',
        latencies: latencies(turn),
      };
      end(mintId('turn-'), failed, session);
    },
    answered(id, made, of) {
      if (turn === undefined) return;
      const { spentMs } = turn;
      spentMs.bridge += made.times.bridge ?? 0;
      spentMs.tts += made.times.tts ?? 0;
      if (made.status === 'completed' && made.hasCalls) return;
      const transcript = transcriptOf(turn);
      const said = { transcript, spoken: made.text, language: '', latencies: latencies(turn), reply: { text: made.text } };
      if (made.status === 'completed' || made.status === 'incomplete') return end(id, { ...said, outcome: 'completed', audio: [] }, of);
      const isFailed = made.status === 'failed';
      const error = isFailed ? made.error : new ServiceError('conflict', 'The answer was cut off.');
      end(id, { ...said, outcome: 'failed', stage: made.times.tts === undefined ? 'bridge' : 'tts', error }, of, !isFailed);
    },
  };
}

function transcriptOf({ heard }: OpenTurn): string {
  return Array.from(heard.values())
    .filter((text) => text !== '')
    .join(' ');
}
