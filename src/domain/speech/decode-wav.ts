import { ServiceError } from '../../core/errors.ts';
import type { Pcm } from '../../ports/speech.ts';
import { fromALaw, fromMuLaw } from './companding.ts';
import { inSlices } from './slices.ts';
import { readWavHeader, type WavHeader } from './wav-header.ts';

export interface DecodeOptions {
  /** Longest audio accepted, in seconds. */
  readonly maxSeconds: number;
  readonly signal?: AbortSignal;
}

const FRAMES_AT_A_TIME = 8192;

/**
 * Decodes a WAV file to mono by averaging its channels. Works in slices, so that a long file does not block the thread. Throws
 * `invalid_input` as `readWavHeader` does and `payload_too_large` for audio that is too long.
 */
export async function decodeWav(bytes: Uint8Array, { maxSeconds, signal }: DecodeOptions): Promise<Pcm> {
  const header = readWavHeader(bytes);
  const { frames, sampleRate, channels, frameBytes, dataOffset } = header;
  if (frames > maxSeconds * sampleRate) {
    throw new ServiceError('payload_too_large', `The audio is longer than the limit of ${maxSeconds} seconds.`, { param: 'file' });
  }
  const read = sampleReader(header, new DataView(bytes.buffer, bytes.byteOffset + dataOffset, frames * frameBytes));
  const sampleBytes = frameBytes / channels;
  const samples = new Float32Array(frames);
  await inSlices(
    frames,
    FRAMES_AT_A_TIME,
    (from, to) => {
      for (let frame = from; frame < to; frame += 1) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) sum += read(frame * frameBytes + channel * sampleBytes);
        const mean = sum / channels;
        samples[frame] = mean >= -1 && mean <= 1 ? mean : bounded(mean);
      }
    },
    signal,
  );
  return { samples, sampleRate };
}

/** Float files may exceed full scale or contain NaN, which would spoil everything computed from them. */
function bounded(value: number): number {
  return Number.isNaN(value) ? 0 : Math.sign(value);
}

/** Reads the sample at a byte offset as -1..1. WAV is little-endian; 8-bit samples are unsigned. */
function sampleReader({ encoding, bitsPerSample }: WavHeader, data: DataView): (at: number) => number {
  if (encoding === 'float') return bitsPerSample === 32 ? (at) => data.getFloat32(at, true) : (at) => data.getFloat64(at, true);
  if (encoding === 'a-law') return (at) => fromALaw(data.getUint8(at));
  if (encoding === 'mu-law') return (at) => fromMuLaw(data.getUint8(at));
  switch (bitsPerSample) {
    case 8:
      return (at) => (data.getUint8(at) - 128) / 128;
    case 16:
      return (at) => data.getInt16(at, true) / 32_768;
    case 24:
      return (at) => (data.getInt16(at + 1, true) * 256 + data.getUint8(at)) / 8_388_608;
    default:
      return (at) => data.getInt32(at, true) / 2_147_483_648;
  }
}
