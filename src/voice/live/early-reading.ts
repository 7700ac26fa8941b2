import type { Completeness, JudgeTurn } from '../../core/turn-ends.ts';
import { PAUSE_MS } from '../../domain/speech/live/turn-detector.ts';
import type { SpeechToText, Transcript } from '../../ports/speech.ts';
import type { Hearing } from '../hearing.ts';
import type { PausedTurn, TurnEnd } from './live-input.ts';
import { afterWords, type LiveSettings, type TurnDetection } from './live-settings.ts';

/** Of longer turns people often pause in the middle, and reading them again each time would cost too much. */
const LONGEST_SECONDS = 15;
/** So much of a longer turn is read to judge whether it is over. */
const LAST_SECONDS = 8;

/** A turn that has ended. */
export interface EndedTurn extends Pick<TurnEnd, 'sinceMs'> {
  readonly itemId: string;
}

/**
 * Recognises a turn while the silence that may end it is still going on, so that its transcript is there when it ends, and judges by the
 * words whether it is over. If somebody speaks again, the reading is dropped.
 */
export interface EarlyReading {
  /** The rules of turns in force: where the eagerness says how long to wait, by what was said until now. */
  readonly detection: TurnDetection | undefined;
  /** Begins to read what was said until a pause; the reading before is dropped. */
  begin(turn: PausedTurn): void;
  /** The reading of a turn that has just ended, if nothing was said since it began. It rejects if the recogniser could not be asked. */
  take(turn: EndedTurn): Promise<Transcript> | undefined;
}

export interface EarlyReadingOptions {
  readonly speechToText: SpeechToText;
  readonly sessionId: string;
  readonly settings: () => LiveSettings;
  /** Without it turns end by silence alone, whatever the eagerness. */
  readonly judge?: JudgeTurn | undefined;
  readonly signal: AbortSignal;
}

interface Reading {
  readonly itemId: string;
  readonly sinceMs: number;
  readonly hearing: Hearing;
  readonly transcript: Promise<Transcript>;
  /** Whether the whole turn is read, not only its last words. */
  readonly isWhole: boolean;
  readonly stop: AbortController;
  completeness?: Completeness | undefined;
}

export function createEarlyReading({ speechToText, sessionId, settings, judge, signal }: EarlyReadingOptions): EarlyReading {
  let reading: Reading | undefined;

  function drop(): void {
    reading?.stop.abort();
    reading = undefined;
  }

  async function judgeWords(own: Reading): Promise<void> {
    try {
      own.completeness = judge?.(await own.transcript);
    } catch {
      // Whoever takes the reading learns that it failed.
    }
  }

  return {
    get detection() {
      const { turnDetection } = settings();
      return turnDetection && afterWords(turnDetection, reading?.completeness);
    },
    begin({ itemId, sinceMs, seconds, audio }) {
      drop();
      const { hearing, turnDetection } = settings();
      const isWhole = seconds <= LONGEST_SECONDS;
      const isJudged = judge !== undefined && turnDetection?.eagerness !== undefined;
      if (turnDetection === undefined || turnDetection.silenceMs <= PAUSE_MS || (!isWhole && !isJudged)) return;
      const stop = new AbortController();
      const options = { key: sessionId, signal: AbortSignal.any([signal, stop.signal]), ...hearing };
      const transcript = speechToText.transcribe(isWhole ? audio() : audio(LAST_SECONDS), options);
      reading = { itemId, sinceMs, hearing, transcript, isWhole, stop };
      void judgeWords(reading);
    },
    take({ itemId, sinceMs = Number.POSITIVE_INFINITY }) {
      const { hearing } = settings();
      const own = reading;
      // The same pause may be told to begin a little earlier or later once more of it was heard.
      const isSame = own?.itemId === itemId && own.hearing === hearing && Math.abs(sinceMs - own.sinceMs) < PAUSE_MS;
      if (own === undefined || !isSame || !own.isWhole) {
        drop();
        return undefined;
      }
      reading = undefined;
      return own.transcript;
    },
  };
}
