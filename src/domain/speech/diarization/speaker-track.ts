import { dotProduct } from '../../../core/dot-product.ts';
import type { SpeechStretch } from '../../../ports/voice-activity.ts';
import { inSlices } from '../slices.ts';
import type { DiarizerSettings } from './diarizer.ts';
import type { SpeechWindow } from './speech-windows.ts';

/** When one voice speaks, in seconds from the beginning of the audio. */
export interface VoiceTurn extends SpeechStretch {
  /** The place of the voice among those that were given. */
  readonly voice: number;
}

/** What a track is made of. */
export interface TrackInput {
  readonly stretches: readonly SpeechStretch[];
  /** In order. */
  readonly windows: readonly SpeechWindow[];
  /** The vector of each window, of unit length. */
  readonly vectors: readonly Float32Array[];
  /** The directions of the voices, of unit length. */
  readonly voices: readonly Float32Array[];
  readonly windowSeconds: number;
  readonly settings: Pick<DiarizerSettings, 'changeWithinSpeech' | 'changeAtPause'>;
}

/** How finely changes are placed. */
const FRAME_SECONDS = 0.1;

/** What a window counts for at its edges, so that the ends of a stretch have a score too. */
const EDGE_WEIGHT = 0.01;

/** Frames and windows between two checks of the clock. */
const STEP = 16;

/** The frames of all stretches, one after the other. */
interface Frames {
  /** The first frame of each stretch, and behind the last one their number. */
  readonly firsts: readonly number[];
  /** Whether a frame is the first of its stretch. */
  readonly isFirst: Uint8Array;
  readonly count: number;
}

/**
 * Which voice speaks when: the likeliest course through all stretches of speech (Viterbi), so that a single window that sounds like somebody
 * else makes no turn of its own. One turn or more for each stretch, in order. Works in slices.
 */
export async function speakerTrack(input: TrackInput, signal?: AbortSignal): Promise<VoiceTurn[]> {
  const { stretches, voices, windowSeconds, settings } = input;
  const width = voices.length;
  if (width === 0) return [];
  const frames = framesOf(stretches);
  const scores = await frameScores(input, frames, signal);
  const origins = new Uint16Array(frames.count * width);
  const best = new Float64Array(width);
  const step = (frame: number): void => {
    const cost = frames.isFirst[frame] === 1 ? settings.changeAtPause : settings.changeWithinSpeech;
    const leader = leaderOf(best);
    const comes = (best[leader] ?? 0) - (frame === 0 ? 0 : cost);
    for (let voice = 0; voice < width; voice += 1) {
      const stays = best[voice] ?? 0;
      origins[frame * width + voice] = comes > stays ? leader : voice;
      best[voice] = Math.max(stays, comes) + ((scores[frame * width + voice] ?? 0) * FRAME_SECONDS) / windowSeconds;
    }
  };
  await inSlices(
    frames.count,
    STEP,
    (from, to) => {
      for (let frame = from; frame < to; frame += 1) step(frame);
    },
    signal,
  );
  const course = new Uint16Array(frames.count);
  let voice = leaderOf(best);
  for (let frame = frames.count - 1; frame >= 0; frame -= 1) {
    course[frame] = voice;
    voice = origins[frame * width + voice] ?? 0;
  }
  return stretches.flatMap((stretch, index) => turnsOf(stretch, course.subarray(frames.firsts[index], frames.firsts[index + 1])));
}

function framesOf(stretches: readonly SpeechStretch[]): Frames {
  const firsts = [0];
  for (const { start, end } of stretches) firsts.push((firsts.at(-1) ?? 0) + Math.max(1, Math.round((end - start) / FRAME_SECONDS)));
  const count = firsts.at(-1) ?? 0;
  const isFirst = new Uint8Array(count);
  for (const first of firsts.slice(0, -1)) isFirst[first] = 1;
  return { firsts, isFirst, count };
}

/** The mean cosine of each frame's windows with each voice, row by row; a window counts most for its middle. */
async function frameScores(
  { stretches, windows, vectors, voices }: TrackInput,
  { firsts, count }: Frames,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const width = voices.length;
  const scores = new Float32Array(count * width);
  const weights = new Float32Array(count);
  const add = (window: SpeechWindow, vector: Float32Array): void => {
    const origin = stretches[window.stretch]?.start ?? 0;
    const first = firsts[window.stretch] ?? 0;
    const length = (firsts[window.stretch + 1] ?? 0) - first;
    const [start, end] = [window.start - origin, window.end - origin];
    const cosines = voices.map((voice) => dotProduct(vector, voice));
    const last = Math.min(length, Math.ceil(end / FRAME_SECONDS));
    for (let within = Math.min(last - 1, Math.floor(start / FRAME_SECONDS)); within < last; within += 1) {
      const distance = Math.abs((within + 0.5) * FRAME_SECONDS - (start + end) / 2);
      const weight = Math.max(EDGE_WEIGHT, 1 - distance / ((end - start) / 2));
      const frame = first + within;
      weights[frame] = (weights[frame] ?? 0) + weight;
      for (const [voice, cosine] of cosines.entries()) {
        scores[frame * width + voice] = (scores[frame * width + voice] ?? 0) + weight * cosine;
      }
    }
  };
  await inSlices(
    windows.length,
    STEP,
    (from, to) => {
      for (const [index, window] of windows.slice(from, to).entries()) {
        const vector = vectors[from + index];
        if (vector !== undefined) add(window, vector);
      }
    },
    signal,
  );
  for (let place = 0; place < scores.length; place += 1) {
    scores[place] = (scores[place] ?? 0) / Math.max(EDGE_WEIGHT, weights[Math.floor(place / width)] ?? 0);
  }
  return scores;
}

function leaderOf(scores: Float64Array): number {
  let leader = 0;
  for (let voice = 1; voice < scores.length; voice += 1) if ((scores[voice] ?? 0) > (scores[leader] ?? 0)) leader = voice;
  return leader;
}

function turnsOf({ start, end }: SpeechStretch, course: Uint16Array): VoiceTurn[] {
  const turns: VoiceTurn[] = [];
  let first = 0;
  for (let frame = 1; frame <= course.length; frame += 1) {
    const voice = course[first] ?? 0;
    if (frame < course.length && course[frame] === voice) continue;
    turns.push({ start: start + first * FRAME_SECONDS, end: frame === course.length ? end : start + frame * FRAME_SECONDS, voice });
    first = frame;
  }
  return turns;
}
