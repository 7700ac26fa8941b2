import type { Pcm } from '../../ports/speech.ts';
import type { AudioFormat } from './audio-format.ts';

/** What one recording may come to. */
export interface AudioLimits {
  /** Longest audio, in seconds. */
  readonly maxSeconds: number;
  /** Most bytes that it may unpack to, all channels counted as 32-bit floats. */
  readonly maxDecodedBytes: number;
}

/** One recording for the worker; its buffer is handed over. */
export interface DecodeRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: AudioFormat;
  readonly limits: AudioLimits;
}

/** The samples come back in a buffer that is handed over. */
export type DecodeResult = Pcm;
