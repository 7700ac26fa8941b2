import { ChannelMix } from '../../core/channel-mix.ts';
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
 * Decodes a WAV file to mono as a `ChannelMix` mixes its channels. Works in slices, so that a long file does not block the thread. Throws
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
  const mix = new ChannelMix();
  await inSlices(
    frames,
    FRAMES_AT_A_TIME,
    (from, to) =>
      mix.add(
        Array.from({ length: channels }, (_, channel) => {
          const own = new Float32Array(to - from);
          for (let at = 0; at < own.length; at += 1) own[at] = read((from + at) * frameBytes + channel * sampleBytes);
          return own;
        }),
      ),
    signal,
  );
  const samples = new Float32Array(frames);
  const mixed = mix.mixed();
  await inSlices(frames, FRAMES_AT_A_TIME, (from) => samples.set(mixed.next().value ?? [], from), signal);
  return { samples, sampleRate };
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
