import { ServiceError } from '../../core/errors.ts';
import { decodeLive, LIVE_RATES, type LiveFormat } from '../../domain/speech/live/audio-format.ts';
import { createListener, type Listener } from '../../domain/speech/live/listener.ts';
import { createSampleBuffer, type SampleBuffer } from '../../domain/speech/live/sample-buffer.ts';
import { PAUSE_MS, type TurnEdge } from '../../domain/speech/live/turn-detector.ts';
import type { Pcm } from '../../ports/speech.ts';
import type { SpeechProbability } from '../../ports/voice-activity.ts';
import type { TurnDetection } from './live-settings.ts';

/** The shortest audio that a client may commit, in milliseconds. */
const SHORTEST_MS = 100;
/** The most audio before the beginning of speech that belongs to a turn, in milliseconds. */
export const MAX_PREFIX_MS = 5000;
/** How much audio may wait to be judged before some is skipped, in milliseconds: that of the longest message, and more. */
const LATE_MS = 90_000;

/** What somebody said, and the item that it becomes. */
export interface Utterance {
  readonly itemId: string;
  readonly audio: Pcm;
}

/** A stretch in which nobody spoke, of which the end is kept, in milliseconds from the first audio of the session. */
export interface TakenSilence extends Utterance {
  readonly startMs: number;
  readonly endMs: number;
}

/** A turn that may be over. */
export interface PausedTurn {
  readonly itemId: string;
  /** Since when nobody speaks, in milliseconds from the first audio of the session. */
  readonly sinceMs: number;
  /** How long it is, with the pause. */
  readonly seconds: number;
  /** What was said so far, or its last seconds; of use until further audio comes. */
  audio(lastSeconds?: number): Pcm;
}

/** Speech into an answer, of which it is not certain yet whether it is a turn. */
export interface HeldSpeech extends Pick<PausedTurn, 'itemId' | 'seconds' | 'audio'> {
  /** From the beginning of the first word to the end of the last one so far. */
  readonly speechMs: number;
  /** Whether nobody speaks at the moment, and whether that has been so for long enough to end a turn. */
  readonly isPaused: boolean;
  readonly isOver: boolean;
}

/** Where a turn ended, in milliseconds from the first audio of the session. */
export interface TurnEnd {
  readonly atMs: number;
  /** Since when nobody spoke; undefined if it was ended for another reason. */
  readonly sinceMs?: number;
}

export interface LiveInputOptions {
  readonly format: LiveFormat;
  readonly probability: SpeechProbability;
  /** The rules of turns in force; undefined while the client alone ends them. */
  readonly detection: () => TurnDetection | undefined;
  /** Whether speech is into an answer, so that it is held until `settle` says whether it is a turn. */
  readonly isInterjection: () => boolean;
  /** The longest turn; a longer one is ended. */
  readonly maxSeconds: number;
  readonly mintId: (prefix: string) => string;
  /** Told when somebody begins and ends a turn, at milliseconds from the first audio of the session. */
  readonly onStarted: (itemId: string, atMs: number) => void;
  readonly onStopped: (utterance: Utterance, end: TurnEnd) => void;
  /** Told of every pause in a turn that may turn out to be its end. */
  readonly onPaused: (turn: PausedTurn) => void;
  /** Told of what is held, whenever more of it is known. */
  readonly onHeld: (speech: HeldSpeech) => void;
  /** Told if audio was skipped, because it could not be judged. */
  readonly onSkipped: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The audio that a client sends, until it is committed as an utterance. */
export interface LiveInput {
  /** Whether somebody is in the middle of a turn. */
  readonly isSpeaking: boolean;
  /** Whether nothing is heard at the moment that may be speech. */
  readonly isQuiet: boolean;
  /** Takes audio in base64. Throws `invalid_input`, or `payload_too_large` if the client does not commit its audio. */
  append(base64: string): void;
  /** All audio since the last commit. Throws `invalid_input` if there is next to none. */
  commit(): Utterance;
  /** The silence of the last so many milliseconds, as far as it was not committed and has been judged. */
  takeSilence(milliseconds: number): TakenSilence;
  /** Makes a turn of what is held, or forgets it, if it is still held under this id. */
  settle(itemId: string, isTurn: boolean): void;
  /** Forgets what was not committed. */
  clear(): void;
  /** Goes on in another format. Throws `conflict` in the middle of a turn. */
  reformat(format: LiveFormat): void;
}

/** What is known of speech that is held. Times are in milliseconds. */
interface Hold {
  /** Where the first word begins, and where the last one ends so far. */
  readonly fromMs: number;
  untilMs: number;
  /** How much audio had come when the answer was last heard: what is said behind that is no interjection. */
  answerUntilMs: number;
  pausedSinceMs?: number | undefined;
  end?: { readonly position: number; readonly sinceMs: number | undefined } | undefined;
}

interface Turn {
  readonly itemId: string;
  readonly start: number;
  /** Undefined for a turn of which the client was told. */
  hold?: Hold | undefined;
}

/** The bytes of audio in base64. Throws `invalid_input`. */
export function audioBytes(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'audio: must be bytes in base64.', { param: 'audio', cause });
  }
}

export function createLiveInput(options: LiveInputOptions): LiveInput {
  const { probability, detection, isInterjection, maxSeconds, mintId, onStarted, onStopped, onPaused, onHeld, onSkipped, signal } = options;
  let format = options.format;
  let turn: Turn | undefined;
  let buffer: SampleBuffer;
  let listener: Listener;
  /** Where the audio begins that was not committed. */
  let from = 0;

  const toMs = (position: number): number => Math.round((position * 1000) / buffer.sampleRate);
  const toSamples = (ms: number): number => Math.round((ms * buffer.sampleRate) / 1000);

  function listen(start: number): void {
    buffer = createSampleBuffer(LIVE_RATES[format], start);
    from = start;
    const onEdge = (edge: TurnEdge): void => (edge.type === 'started' ? begin(edge.atMs) : stop(toSamples(edge.atMs), edge.sinceMs));
    const onFailure = (error: unknown): void => {
      // Of a turn what came so far is heard, since its end is not found any more.
      stop(buffer.end);
      onSkipped(error);
    };
    listener = createListener({ buffer, probability, rules: detection, onEdge, onPause: pause, onSpeech: hold, onFailure, signal });
  }

  function begin(atMs: number): void {
    // What is held goes on, if it could not be told yet what it is.
    if (turn?.hold !== undefined) {
      turn.hold = { ...turn.hold, fromMs: atMs, untilMs: atMs, end: undefined };
      return;
    }
    const start = Math.max(from, buffer.start, toSamples(atMs) - toSamples(detection()?.prefixMs ?? 0));
    turn = { itemId: mintId('item_'), start };
    if (isInterjection()) turn.hold = { fromMs: atMs, untilMs: atMs, answerUntilMs: toMs(buffer.end) };
    else onStarted(turn.itemId, toMs(start));
  }

  function stop(position: number, sinceMs?: number): void {
    if (turn === undefined) return;
    if (turn.hold !== undefined) {
      turn.hold.end = { position, sinceMs };
      // Nothing is interrupted any more: it may be the answer to a question with which the answer ended.
      return isInterjection() ? tellHeld(turn, turn.hold) : release(turn);
    }
    const { itemId, start } = turn;
    turn = undefined;
    from = position;
    onStopped({ itemId, audio: buffer.read(start, position) }, { atMs: toMs(position), ...(sinceMs === undefined ? {} : { sinceMs }) });
  }

  function pause(sinceMs: number): void {
    if (turn?.hold !== undefined) turn.hold.pausedSinceMs = sinceMs;
    else if (turn !== undefined) onPaused({ itemId: turn.itemId, sinceMs, ...heardUntil(turn, toSamples(sinceMs + PAUSE_MS)) });
  }

  /** What was said in a turn until a position. */
  function heardUntil({ start }: Turn, position: number): Pick<PausedTurn, 'seconds' | 'audio'> {
    const end = Math.min(buffer.end, position);
    const audio = (lastSeconds = Number.POSITIVE_INFINITY): Pcm =>
      buffer.read(Math.max(start, end - Math.round(lastSeconds * buffer.sampleRate)), end);
    return { seconds: (end - start) / buffer.sampleRate, audio };
  }

  /** Takes note of how far somebody has spoken into an answer; who speaks on when it is over takes their turn. */
  function hold(untilMs: number): void {
    if (turn?.hold === undefined) return;
    turn.hold.untilMs = untilMs;
    if (untilMs > turn.hold.answerUntilMs) release(turn);
    else tellHeld(turn, turn.hold);
  }

  function tellHeld(held: Turn, { fromMs, untilMs, pausedSinceMs, end }: Hold): void {
    const isPaused = end !== undefined || (pausedSinceMs !== undefined && pausedSinceMs >= untilMs - PAUSE_MS / 2);
    const heard = heardUntil(held, end?.position ?? buffer.end);
    onHeld({ itemId: held.itemId, speechMs: untilMs - fromMs, isPaused, isOver: end !== undefined, ...heard });
  }

  /** Makes a turn of what was held. */
  function release(held: Turn): void {
    const { itemId, start, hold: known } = held;
    held.hold = undefined;
    onStarted(itemId, toMs(start));
    if (known?.end !== undefined) stop(known.end.position, known.end.sinceMs);
    else if (known?.pausedSinceMs !== undefined && known.pausedSinceMs >= known.untilMs) pause(known.pausedSinceMs);
  }

  /** Forgets what nothing needs any more, and ends a turn or skips audio rather than keep too much. */
  function bound(): void {
    if (detection() === undefined) return buffer.dropBefore(from);
    if (turn !== undefined && turn.hold?.end === undefined && buffer.end - turn.start > maxSeconds * buffer.sampleRate) {
      stop(buffer.end);
      listener.restart();
    }
    buffer.dropBefore(Math.min(toSamples(listener.judgedMs - MAX_PREFIX_MS), turn?.start ?? Number.POSITIVE_INFINITY));
    if (turn !== undefined || buffer.end - buffer.start <= toSamples(LATE_MS)) return;
    listener.restart();
    onSkipped(new ServiceError('too_many_requests', 'Audio was skipped, because it came faster than it can be listened to.'));
  }

  listen(0);
  return {
    get isSpeaking() {
      return turn !== undefined && turn.hold === undefined;
    },
    get isQuiet() {
      return turn === undefined;
    },
    append(base64) {
      const samples = decodeLive(audioBytes(base64), format);
      if (detection() === undefined && buffer.end - from + samples.length > maxSeconds * buffer.sampleRate) {
        throw new ServiceError('payload_too_large', `A turn is at most ${maxSeconds} s long; commit or clear the audio.`, {
          param: 'audio',
        });
      }
      buffer.append(samples);
      if (turn?.hold !== undefined && isInterjection()) turn.hold.answerUntilMs = toMs(buffer.end);
      listener.wake();
      bound();
    },
    commit() {
      const start = Math.max(turn?.start ?? from, buffer.start);
      if (buffer.end - start < toSamples(SHORTEST_MS)) {
        throw new ServiceError('invalid_input', `The buffer has less than ${SHORTEST_MS} ms of audio.`, {
          code: 'input_audio_buffer_commit_empty',
        });
      }
      const utterance = { itemId: turn?.itemId ?? mintId('item_'), audio: buffer.read(start, buffer.end) };
      this.clear();
      return utterance;
    },
    takeSilence(milliseconds) {
      const end = Math.max(from, Math.min(buffer.end, toSamples(listener.judgedMs)));
      const start = Math.max(from, end - toSamples(milliseconds));
      from = end;
      return { itemId: mintId('item_'), audio: buffer.read(start, end), startMs: toMs(start), endMs: toMs(end) };
    },
    settle(itemId, isTurn) {
      if (turn?.itemId !== itemId || turn.hold === undefined) return;
      if (isTurn) return release(turn);
      from = turn.hold.end?.position ?? buffer.end;
      turn = undefined;
    },
    clear() {
      turn = undefined;
      from = buffer.end;
      listener.restart();
    },
    reformat(next) {
      if (next === format) return;
      if (turn !== undefined) {
        throw new ServiceError('conflict', 'session.audio.input.format: cannot change while somebody speaks.', {
          param: 'session.audio.input.format',
        });
      }
      const position = Math.round((buffer.end * LIVE_RATES[next]) / buffer.sampleRate);
      format = next;
      listen(position);
    },
  };
}
