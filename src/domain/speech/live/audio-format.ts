import { ServiceError } from '../../../core/errors.ts';
import { fromALaw, fromMuLaw, toALaw, toMuLaw } from '../companding.ts';
import { pcm16 } from '../encode-wav.ts';

/** How live audio is sent: 16-bit little-endian samples, or those of telephones (ITU-T G.711). */
export type LiveFormat = 'audio/pcm' | 'audio/pcmu' | 'audio/pcma';

/** Samples a second of each format. */
export const LIVE_RATES: Readonly<Record<LiveFormat, number>> = { 'audio/pcm': 24_000, 'audio/pcmu': 8000, 'audio/pcma': 8000 };

const DECODERS = { 'audio/pcmu': table(fromMuLaw), 'audio/pcma': table(fromALaw) };
const ENCODERS = { 'audio/pcmu': toMuLaw, 'audio/pcma': toALaw };

/** The bytes of live audio as 16-bit samples. Throws `invalid_input` for half a sample. */
export function decodeLive(bytes: Uint8Array, format: LiveFormat): Int16Array {
  if (format !== 'audio/pcm') {
    const decoder = DECODERS[format];
    return Int16Array.from(bytes, (byte) => decoder[byte] ?? 0);
  }
  if (bytes.length % 2 !== 0) throw new ServiceError('invalid_input', 'audio: must be whole samples of 16 bits.', { param: 'audio' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.length / 2 }, (_, index) => view.getInt16(index * 2, true));
}

/** Samples in -1..1 at the format's rate as its bytes. */
export function encodeLive(samples: Float32Array, format: LiveFormat): Uint8Array<ArrayBuffer> {
  return format === 'audio/pcm' ? pcm16(samples) : Uint8Array.from(samples, ENCODERS[format]);
}

/** Every byte's sample, on the 16-bit scale. */
function table(decode: (byte: number) => number): Int16Array {
  return Int16Array.from({ length: 256 }, (_, byte) => decode(byte) * 32_768);
}
