import type { SpeechProbability } from '../../../ports/voice-activity.ts';
import { resample } from '../resample.ts';
import { createSampleBuffer, type SampleBuffer } from './sample-buffer.ts';
import { createTurnDetector, FRAME_MS, type TurnEdge, type TurnRules } from './turn-detector.ts';

/** The rate of the audio that is judged. */
const JUDGED_RATE = 16_000;
const JUDGED_PER_MS = JUDGED_RATE / 1000;
/** How much new audio is judged at a time, in milliseconds: fewer runs for a few more milliseconds of delay. */
const STEP_MS = 200;
/** What a judgement needs of the audio before and after a frame, in milliseconds. */
const BEFORE_MS = 6000;
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
  /** Told if the audio could not be judged; what came until then is skipped. */
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** One judgement at a time: if the engine is slower than the audio, the next one judges more at once. */
export function createListener({ buffer, probability, rules, onEdge, onFailure, signal }: ListenerOptions): Listener {
  const detector = createTurnDetector();
  const perMs = buffer.sampleRate / 1000;
  let heard = createSampleBuffer(JUDGED_RATE);
  /** The first frame that has not been judged. */
  let frame = 0;
  /** Rises with every restart: a judgement of what was before it is of no use. */
  let epoch = 0;
  let isJudging = false;

  function restart(): void {
    frame = Math.ceil(buffer.end / perMs / FRAME_MS);
    heard = createSampleBuffer(JUDGED_RATE, frame * FRAME_MS * JUDGED_PER_MS);
    epoch += 1;
    detector.restart(frame);
  }

  /** Takes over what is new in the buffer. */
  async function hear(into: SampleBuffer): Promise<void> {
    const from = into.end / JUDGED_PER_MS;
    const to = Math.floor(buffer.end / perMs / FRAME_MS) * FRAME_MS - 2 * FRAME_MS;
    if (to <= from) return;
    const first = Math.max(buffer.start / perMs, from - EDGE_MS);
    const { samples } = await resample(buffer.read(Math.round(first * perMs), Math.round((to + EDGE_MS) * perMs)), JUDGED_RATE, signal);
    const begin = Math.round((from - first) * JUDGED_PER_MS);
    const taken = samples.subarray(begin, begin + Math.round((to - from) * JUDGED_PER_MS));
    into.append(Int16Array.from(taken, (sample) => Math.max(-32_768, Math.min(32_767, sample * 32_768))));
  }

  async function judge(): Promise<void> {
    isJudging = true;
    try {
      for (;;) {
        const inForce = rules();
        if (inForce === undefined || signal.aborted || buffer.end / perMs - frame * FRAME_MS < STEP_MS + BEHIND_MS + 2 * EDGE_MS) return;
        const [begun, audio] = [epoch, heard];
        await hear(audio);
        const first = Math.ceil(Math.max(audio.start / JUDGED_PER_MS, frame * FRAME_MS - BEFORE_MS) / FRAME_MS);
        const last = Math.floor((audio.end / JUDGED_PER_MS - BEHIND_MS) / FRAME_MS);
        const found = await probability(audio.read(first * FRAME_MS * JUDGED_PER_MS, audio.end), signal);
        if (begun !== epoch) continue;
        const from = frame;
        frame = last;
        audio.dropBefore((frame * FRAME_MS - BEFORE_MS) * JUDGED_PER_MS);
        detector.hear(found.subarray(from - first, last - first), inForce).forEach(onEdge);
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
