import type { SpeakerEncoder } from '../../../ports/speaker-encoder.ts';
import type { Pcm } from '../../../ports/speech.ts';
import type { SpeechStretch, VoiceActivity } from '../../../ports/voice-activity.ts';
import { resample } from '../resample.ts';
import { findVoices } from './find-voices.ts';
import { nameTurns, type KnownSpeaker, type SpeakerTurn } from './speaker-names.ts';
import { speakerTrack } from './speaker-track.ts';
import { speechWindows, type SpeechWindow } from './speech-windows.ts';
import { sumOf, unit } from './vectors.ts';

export interface DiarizeOptions {
  readonly signal?: AbortSignal;
  /** Speakers that are called by their names. */
  readonly known?: readonly KnownSpeaker[];
}

/** Tells who speaks when, and keeps nothing about anybody. Both methods throw as their ports do. */
export interface Diarizer {
  /** The turns of all speakers, in order; none without speech. The unknown are called A, B and so on as they appear. */
  diarize(audio: Pcm, options?: DiarizeOptions): Promise<readonly SpeakerTurn[]>;
  /** The voice in a recording of one speaker; undefined without speech. */
  learn(audio: Pcm, options?: { readonly signal?: AbortSignal }): Promise<Float32Array | undefined>;
}

/** How voices are told apart. Cosines are those of the vectors of `models/speaker`, where their choice is measured. */
export interface DiarizerSettings {
  /** From one window to the next. */
  readonly hopSeconds: number;
  /** Shorter windows found no speaker, but are given to one. */
  readonly sureSeconds: number;
  /** Least mean cosine between the windows of two clusters of one speaker. */
  readonly sameVoice: number;
  /** Least cosine between the directions of two clusters of one speaker, whose windows may be scattered by noise. */
  readonly sameDirection: number;
  /** Least cosine between the direction of a speaker and that of a known one. */
  readonly sameAsKnown: number;
  /** Whoever speaks less than this, or than this share of all speech, is taken for one of the others. */
  readonly leastSeconds: number;
  readonly leastShare: number;
  /** What a change of speakers costs, as a difference of cosines over the length of a window. */
  readonly changeWithinSpeech: number;
  readonly changeAtPause: number;
}

export const DIARIZER_SETTINGS: DiarizerSettings = {
  hopSeconds: 0.4,
  sureSeconds: 1,
  sameVoice: 0.62,
  sameDirection: 0.83,
  sameAsKnown: 0.75,
  leastSeconds: 1.2,
  leastShare: 0.005,
  changeWithinSpeech: 0.05,
  changeAtPause: 0.02,
};

export interface DiarizerDeps {
  /** Each of its stretches should end at the shortest of pauses, since somebody else may speak behind it. */
  readonly voiceActivity: VoiceActivity;
  readonly speakerEncoder: SpeakerEncoder;
  readonly settings?: Partial<DiarizerSettings>;
}

/** Tells speakers apart by vectors of overlapping windows of their speech, which are clustered. */
export function createDiarizer({ voiceActivity, speakerEncoder, settings: changes }: DiarizerDeps): Diarizer {
  const settings = { ...DIARIZER_SETTINGS, ...changes };
  const { windowSeconds } = speakerEncoder;

  async function listen(audio: Pcm, options: { readonly signal?: AbortSignal }) {
    const stretches = await voiceActivity.detect(audio, options);
    const windows = speechWindows(stretches, windowSeconds, settings.hopSeconds);
    const vectors = await speakerEncoder.encode(piecesOf(audio, stretches, windows, options.signal), options);
    return { stretches, windows, vectors };
  }

  /** Resamples stretch by stretch, since the windows of one overlap. */
  async function* piecesOf(
    { samples, sampleRate }: Pcm,
    stretches: readonly SpeechStretch[],
    windows: readonly SpeechWindow[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Float32Array, void> {
    const rate = speakerEncoder.sampleRate;
    let heard: { readonly stretch: number; readonly samples: Float32Array } | undefined;
    for (const { stretch, start, end } of windows) {
      const { start: first, end: last } = stretches[stretch] ?? { start, end };
      if (heard?.stretch !== stretch) {
        const own = samples.subarray(Math.round(first * sampleRate), Math.round(last * sampleRate));
        heard = { stretch, samples: (await resample({ samples: own, sampleRate }, rate, signal)).samples };
      }
      yield heard.samples.subarray(Math.round((start - first) * rate), Math.round((end - first) * rate));
    }
  }

  return {
    async learn(audio, options = {}) {
      const { vectors } = await listen(audio, options);
      return vectors.length === 0 ? undefined : unit(sumOf(vectors));
    },
    async diarize(audio, { signal, known = [] } = {}) {
      const { stretches, windows, vectors } = await listen(audio, signal === undefined ? {} : { signal });
      const voices = await findVoices(windows, vectors, settings, signal);
      const track = await speakerTrack({ stretches, windows, vectors, voices, windowSeconds, settings }, signal);
      return nameTurns(track, voices, known, settings.sameAsKnown);
    },
  };
}
