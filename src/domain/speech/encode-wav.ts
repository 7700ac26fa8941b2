import { joinedBytes } from '../../core/joined-bytes.ts';

/** Bytes before the samples in the files written here. */
const WAV_HEADER_BYTES = 44;

/** Samples in -1..1 as signed 16-bit little-endian PCM; values beyond full scale are clipped. */
export function pcm16(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.round((samples[index] ?? 0) * 32_768);
    view.setInt16(index * 2, value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value, true);
  }
  return bytes;
}

/** The length that players read as "until the stream ends": the greatest the header can hold. */
const UNKNOWN_LENGTH = 0xff_ff_ff_ff - WAV_HEADER_BYTES + 8;

/** The header of a mono 16-bit WAV file with this many bytes of samples, or without a length, of one still being streamed. */
export function wavHeader(sampleRate: number, length = UNKNOWN_LENGTH): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('RIFF'), 0);
  view.setUint32(4, WAV_HEADER_BYTES - 8 + length, true);
  bytes.set(new TextEncoder().encode('WAVEfmt '), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  bytes.set(new TextEncoder().encode('data'), 36);
  view.setUint32(40, length, true);
  return bytes;
}

/** A mono 16-bit WAV file around PCM bytes that are already encoded. */
export function wavFile(pcm: readonly Uint8Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const length = pcm.reduce((sum, part) => sum + part.byteLength, 0);
  return joinedBytes([wavHeader(sampleRate, length), ...pcm]);
}
