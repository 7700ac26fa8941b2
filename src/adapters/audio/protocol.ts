import type { Pcm } from '../../ports/speech.ts';
import type { AudioFormat } from './audio-format.ts';

/** Limits of one recording. */
export interface AudioLimits {
  /** Longest audio, in seconds. */
  readonly maxSeconds: number;
  /** Most bytes of decoded audio, as 32-bit floats of all channels. */
  readonly maxDecodedBytes: number;
}

/** What a worker is started with. */
export interface DecodeLoad {
  /** The ffmpeg executable; empty for none. */
  readonly ffmpeg: string;
  /** Time limit for one recording, in milliseconds. */
  readonly timeoutMs: number;
}

/** One recording for the worker; its buffer is transferred. */
export interface DecodeRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: AudioFormat;
  readonly limits: AudioLimits;
}

/** The samples, in a transferred buffer. */
export type DecodeResult = Pcm;
