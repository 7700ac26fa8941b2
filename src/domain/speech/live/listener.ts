import type { SpeechProbability } from '../../../ports/voice-activity.ts';
import { resample } from '../resample.ts';
import { createSampleBuffer, type SampleBuffer } from './sample-buffer.ts';
import { createTurnDetector, FRAME_MS, PAUSE_MS, type TurnEdge, type TurnRules } from './turn-detector.ts';

/** The rate of the audio that is judged. */
const JUDGED_RATE = 16_000;
const JUDGED_PER_MS = JUDGED_RATE / 1000;
/** How much new audio is judged at a time, in milliseconds: seldom while nobody speaks, and often while somebody waits for an answer. */
const STEP_MS = { silence: 200, speech: 80 } as const;
/** How much is judged at a time of audio that comes faster, in milliseconds, so that other sessions are judged in between. */
const LONGEST_STEP_MS = 10_000;
/**
 * What a judgement gets of the audio before and after a frame, in milliseconds. The detector remembers 6 s; with 3 s at most 0.4 % of the
 * frames are judged otherwise, in half the time.
 */
const BEFORE_MS = 3000;
const BEHIND_MS = 160;
/** What a resampler needs on either side, in milliseconds. */
const EDGE_MS = 20;

/** Listens to live audio for turns. Times are in milliseconds from position 0 of the buffer. */
export interface Listener {
  /** Everything before it has been judged. */
  readonly judgedMs: number;
  /** Judges what has come into the buffer; returns at once. */
  wake(): void;
  /** Goes on behind everything that has come so far, as if nothing had been heard. */
  restart(): void;
}

export interface ListenerOptions {
  /** Keeps what has not been judged, and a little before. */
  readonly buffer: SampleBuffer;
  readonly probability: SpeechProbability;
  /** The rules in force; undefined while nobody listens. */
  readonly rules: () => TurnRules | undefined;
  /** Told of every edge in order. */
  readonly onEdge: (edge: TurnEdge) => void;
  /** Told once of every pause in a turn that may turn out to be its end, with the time since which nobody speaks. */
  readonly onPause: (sinceMs: number) => void;
  /** Told of how far somebody has spoken in a turn that goes on, after every edge and pause. */
  readonly onSpeech: (untilMs: number) => void;
  /** Told if the audio could not be judged; what came until then is skipped. */
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** One judgement at a time: if the engine is slower than the audio, the next one judges more at once. */
export function createListener({ buffer, probability, rules, onEdge, onPause, onSpeech, onFailure, signal }: ListenerOptions): Listener {
  const detector = createTurnDetector();
  const perMs = buffer.sampleRate / 1000;
  let heard = createSampleBuffer(JUDGED_RATE);
  /** The first frame that has not been judged. */
  let frame = 0;
  /** Rises with every restart: a judgement of what was before it is of no use. */
  let epoch = 0;
  let isJudging = false;
  /** How far the audio has been judged, as far as that can be told without what follows, in milliseconds. */
  let tried = 0;
  /** The last pause that was told of. */
  let pause = Number.NEGATIVE_INFINITY;

  function restart(): void {
    frame = Math.ceil(buffer.end / perMs / FRAME_MS);
    heard = createSampleBuffer(JUDGED_RATE, frame * FRAME_MS * JUDGED_PER_MS);
    epoch += 1;
    tried = buffer.end / perMs;
    detector.restart(frame);
  }

  /** Takes over what is new in the buffer until a time. */
  async function hear(into: SampleBuffer, untilMs: number): Promise<void> {
    const from = into.end / JUDGED_PER_MS;
    const to = Math.floor(untilMs / FRAME_MS) * FRAME_MS - 2 * FRAME_MS;
    if (to <= from) return;
    const first = Math.max(buffer.start / perMs, from - EDGE_MS);
    const { samples } = await resample(buffer.read(Math.round(first * perMs), Math.round((to + EDGE_MS) * perMs)), JUDGED_RATE, signal);
    const begin = Math.round((from - first) * JUDGED_PER_MS);
    const taken = samples.subarray(begin, begin + Math.round((to - from) * JUDGED_PER_MS));
    into.append(Int16Array.from(taken, (sample) => Math.max(-32_768, Math.min(32_767, sample * 32_768))));
  }

  function take(probabilities: Float32Array, inForce: TurnRules): void {
    frame += probabilities.length;
    detector.hear(probabilities, inForce).forEach(onEdge);
  }

  /** The same pause may be judged to begin a little earlier or later once more of it was heard. */
  function tellPause(since: number | undefined): void {
    if (since === undefined || since < pause + PAUSE_MS) return;
    pause = since;
    onPause(since);
  }

  function tellSpeech(untilMs: number | undefined): void {
    if (untilMs !== undefined) onSpeech(untilMs);
  }

  async function judge(): Promise<void> {
    isJudging = true;
    try {
      for (;;) {
        const inForce = rules();
        const step = detector.isSpeaking ? STEP_MS.speech : STEP_MS.silence;
        if (inForce === undefined || signal.aborted || buffer.end / perMs - tried < step) return;
        tried = Math.min(buffer.end / perMs, tried + LONGEST_STEP_MS);
        const [begun, audio] = [epoch, heard];
        await hear(audio, tried);
        const first = Math.ceil(Math.max(audio.start / JUDGED_PER_MS, frame * FRAME_MS - BEFORE_MS) / FRAME_MS);
        const settled = Math.max(frame, Math.floor((audio.end / JUDGED_PER_MS - BEHIND_MS) / FRAME_MS));
        const found = await probability(audio.read(first * FRAME_MS * JUDGED_PER_MS, audio.end), signal);
        if (begun !== epoch) continue;
        take(found.subarray(frame - first, settled - first), inForce);
        // The last frames are judged without what follows them, which is good enough to tell that a turn is over.
        const rest = found.subarray(settled - first);
        if (detector.isSpeaking && detector.foresee(rest, inForce).length > 0) take(rest, inForce);
        else {
          tellPause(detector.pausedSince(rest, inForce));
          tellSpeech(detector.spokenUntil(rest, inForce));
        }
        audio.dropBefore((frame * FRAME_MS - BEFORE_MS) * JUDGED_PER_MS);
      }
    } catch (error) {
      restart();
      if (!signal.aborted) onFailure(error);
    } finally {
      isJudging = false;
    }
  }

  restart();
  return {
    get judgedMs() {
      return frame * FRAME_MS;
    },
    wake() {
      if (!isJudging) void judge();
    },
    restart,
  };
}
