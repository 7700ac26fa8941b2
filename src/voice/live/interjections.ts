import { judgeInterjection, type Interjection } from '../../domain/speech/live/interjection.ts';
import type { SpeechToText } from '../../ports/speech.ts';
import type { HeldSpeech } from './live-input.ts';
import type { LiveSettings } from './live-settings.ts';

/** Speech is read again once there is so much more of it, in seconds: at least, at most, and as a share of what there is. */
const STEP = { least: 0.16, most: 1, share: 0.25 };
/** So much of a longer stretch is read, in seconds. */
const LAST_SECONDS = 4;

export interface InterjectionsOptions {
  readonly speechToText: SpeechToText;
  /** Under it its readings take their turns at the recogniser. */
  readonly sessionId: string;
  /** The settings in force. */
  readonly settings: () => LiveSettings;
  /** Told what speech into an answer is, once for each: a turn, or what is passed over. */
  readonly onJudged: (itemId: string, isTurn: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Tells turns that interrupt an answer from the sounds of somebody who listens, by reading what is said into it while it is said: speech is
 * a turn by its words, or once it has lasted for long, unless it is a noise in which no words are heard.
 */
export interface Interjections {
  /** Takes note of what is known of such speech now; what was before it is of no interest any more. */
  hear(speech: HeldSpeech): void;
}

export function createInterjections({ speechToText, sessionId, settings, onJudged, signal }: InterjectionsOptions): Interjections {
  let latest: HeldSpeech | undefined;
  /** What was read last of the latest speech, and how much of it. */
  let read: { readonly itemId: string; readonly seconds: number; readonly found: Interjection } | undefined;
  let isReading = false;

  const isLong = ({ speechMs }: HeldSpeech): boolean => speechMs >= (settings().turnDetection?.interruptAfterMs ?? 0);

  function settle({ itemId }: HeldSpeech, isTurn: boolean): void {
    latest = undefined;
    onJudged(itemId, isTurn);
  }

  function isWorthReading({ itemId, seconds, isOver }: HeldSpeech): boolean {
    if (isOver || read?.itemId !== itemId) return true;
    return seconds - read.seconds >= Math.min(STEP.most, Math.max(STEP.least, STEP.share * read.seconds));
  }

  async function judge(speech: HeldSpeech): Promise<Interjection> {
    try {
      const { text, confidence } = await speechToText.transcribe(speech.audio(LAST_SECONDS), {
        key: sessionId,
        signal,
        ...settings().hearing,
      });
      return judgeInterjection({ ...speech, text, confidence });
    } catch {
      // What cannot be read now is read as a turn, of whose failure the client is told.
      return speech.isOver ? 'turn' : 'unclear';
    }
  }

  async function follow(): Promise<void> {
    isReading = true;
    while (latest !== undefined && isWorthReading(latest) && !signal.aborted) {
      const speech = latest;
      const found = await judge(speech);
      read = { itemId: speech.itemId, seconds: speech.seconds, found };
      if (latest?.itemId !== speech.itemId) continue;
      if (found === 'turn' || (found !== 'wordless' && isLong(latest))) settle(speech, true);
      else if (speech.isOver && latest === speech) settle(speech, false);
    }
    isReading = false;
  }

  return {
    hear(speech) {
      latest = speech;
      const found = read?.itemId === speech.itemId ? read.found : undefined;
      // What lasts for long does not wait for a recogniser that is busy.
      const isKnown = found !== undefined || isReading;
      if (!speech.isOver && isKnown && found !== 'wordless' && isLong(speech)) settle(speech, true);
      else if (!isReading) void follow();
    },
  };
}
