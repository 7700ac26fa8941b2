import type { PoolStats } from '../../core/pool-stats.ts';
import { createWorkerPool } from '../../core/worker-pool.ts';
import type { AudioDecoder } from '../../ports/audio-decoder.ts';
import { audioFormatOf } from './audio-format.ts';
import type { AudioLimits, DecodeLoad, DecodeResult, DecodeRun } from './protocol.ts';

export interface PooledAudioDecoderOptions extends AudioLimits {
  /** Recordings that are decoded at once. */
  readonly workers: number;
  /** Recordings that may wait; further ones are refused. */
  readonly queueLimit: number;
  /** Time limit for one recording, in milliseconds. */
  readonly timeoutMs: number;
  /** The executable that decodes each `OutsideFormat`: a name looked up in PATH, or a path; without it they are refused. */
  readonly ffmpeg?: string;
  /** A worker is ended after this many idle milliseconds: 60 000 by default. */
  readonly idleMs?: number;
}

/** The decoder, its metrics and its disposal. */
export interface PooledAudioDecoder extends AudioDecoder, AsyncDisposable {
  stats(): PoolStats;
}

/** Decodes MP3, FLAC, Ogg and WebM, and by ffmpeg every `OutsideFormat`, in workers that start on first use. */
export function createAudioDecoder(options: PooledAudioDecoderOptions): PooledAudioDecoder {
  const { maxSeconds, maxDecodedBytes, ffmpeg = '', timeoutMs } = options;
  const pool = createWorkerPool<DecodeLoad, DecodeRun, never, DecodeResult>({
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url).href, { type: 'module' }),
    entersNativeCode: () => false,
    model: 'audio-decoder',
    load: { ffmpeg, timeoutMs },
    workers: options.workers,
    queueLimit: options.queueLimit,
    timeoutMs,
    idleMs: options.idleMs ?? 60_000,
    audioSeconds: (_request, { samples, sampleRate }) => samples.length / sampleRate,
  });

  return {
    async decode(bytes, { signal } = {}) {
      const { format, offset } = audioFormatOf(bytes);
      // Not slice(): that of a Node Buffer shares its memory.
      const own = new Uint8Array(bytes.subarray(offset));
      const run = { bytes: own, format, limits: { maxSeconds, maxDecodedBytes } };
      return await pool.run(run, [own.buffer], signal === undefined ? {} : { signal });
    },
    stats: () => pool.stats(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
