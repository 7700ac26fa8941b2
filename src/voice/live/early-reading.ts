import { PAUSE_MS } from '../../domain/speech/live/turn-detector.ts';
import type { SpeechToText, Transcript } from '../../ports/speech.ts';
import type { PausedTurn } from './live-input.ts';
import type { LiveSettings } from './live-settings.ts';

/** Of longer turns people often pause in the middle, and reading them again each time would cost too much. */
const LONGEST_SECONDS = 15;

/** A turn that has ended. */
export interface EndedTurn {
  readonly itemId: string;
  /** When it ended, in milliseconds from the first audio of the session. */
  readonly atMs: number;
}

/**
 * Recognises a turn while the silence that may end it is still going on, so that its transcript is there when it ends. If somebody speaks
 * again, the reading is dropped.
 */
export interface EarlyReading {
  /** Begins to read what was said until a pause; the reading before is dropped. */
  begin(turn: PausedTurn): void;
  /** The reading of a turn that has just ended, if nothing was said since it began. It rejects if the recogniser could not be asked. */
  take(turn: EndedTurn): Promise<Transcript> | undefined;
}

interface Reading {
  readonly itemId: string;
  readonly sinceMs: number;
  readonly language: string | undefined;
  readonly transcript: Promise<Transcript>;
  readonly stop: AbortController;
}

export function createEarlyReading(speechToText: SpeechToText, settings: () => LiveSettings, signal: AbortSignal): EarlyReading {
  let reading: Reading | undefined;

  function drop(): void {
    reading?.stop.abort();
    reading = undefined;
  }

  return {
    begin({ itemId, sinceMs, seconds, audio }) {
      drop();
      const { language, turnDetection } = settings();
      if (seconds > LONGEST_SECONDS || turnDetection === undefined || turnDetection.silenceMs <= PAUSE_MS) return;
      const stop = new AbortController();
      const options = { signal: AbortSignal.any([signal, stop.signal]), ...(language === undefined ? {} : { language }) };
      const transcript = speechToText.transcribe(audio(), options);
      // Whoever takes it learns that it failed.
      transcript.catch(() => undefined);
      reading = { itemId, sinceMs, language, transcript, stop };
    },
    take({ itemId, atMs }) {
      const { language, turnDetection } = settings();
      const isSame = reading?.itemId === itemId && reading.language === language && turnDetection !== undefined;
      // Speech after the pause would have put the end off by more than a pause.
      if (reading === undefined || !isSame || atMs >= reading.sinceMs + turnDetection.silenceMs + PAUSE_MS) {
        drop();
        return undefined;
      }
      const { transcript } = reading;
      reading = undefined;
      return transcript;
    },
  };
}
