import { FLACDecoder } from '@wasm-audio-decoders/flac';
import type { Pcm } from '../../ports/speech.ts';
import { broken } from './faults.ts';
import { MonoTrack } from './mono-track.ts';
import { oggPages } from './ogg-pages.ts';
import type { Pause } from './pause.ts';
import type { AudioLimits } from './protocol.ts';
import { decodeStreamed } from './streamed.ts';

/** Where STREAMINFO begins: after `fLaC` and a block header; in Ogg after the mapping's header besides. */
const NATIVE_OFFSET = 8;
const MAPPED_OFFSET = 17;

/** FLAC (RFC 9639), by itself. */
export async function decodeFlac(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  return await decode(bytes, bytes.subarray(NATIVE_OFFSET), limits, pause, endingOf(bytes));
}

/** FLAC in Ogg (RFC 9639, section 10.1). */
export async function decodeOggFlac(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  let head: Uint8Array | undefined;
  for (const { pieces } of oggPages(bytes)) head ??= pieces[0]?.bytes.subarray(MAPPED_OFFSET);
  return await decode(bytes, head ?? new Uint8Array(), limits, pause);
}

async function decode(bytes: Uint8Array, streamInfo: Uint8Array, limits: AudioLimits, pause: Pause, ending?: Uint8Array): Promise<Pcm> {
  const { sampleRate, channels, samples } = readStreamInfo(streamInfo);
  const track = new MonoTrack(limits);
  track.expect(samples / sampleRate, channels, sampleRate);
  await decodeStreamed(new FLACDecoder(), bytes, track, pause, ending);
  if (track.frames < samples) throw broken('is cut short: it declares more audio than it has');
  return track.finish(0, samples === 0 ? Infinity : samples);
}

/** Largest header of a frame in bytes (RFC 9639, section 9.1). */
const FRAME_HEADER_BYTES = 16;

/**
 * The first frame's header again: the decoder's parser ends a frame where the next one begins, and when flushed it would merge the last
 * two and lose the last.
 */
function endingOf(bytes: Uint8Array): Uint8Array {
  const ending = new Uint8Array(8 * FRAME_HEADER_BYTES);
  for (let at = 4, isLast = false; at + 4 <= bytes.length;) {
    if (isLast) {
      ending.set(bytes.subarray(at, at + FRAME_HEADER_BYTES));
      break;
    }
    const [kind = 0, high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 4);
    isLast = (kind & 0x80) !== 0;
    at += 4 + high * 65_536 + middle * 256 + low;
  }
  return ending;
}

/** RFC 9639, section 8.2; 0 samples means unknown. */
function readStreamInfo(bytes: Uint8Array) {
  if (bytes.length < 34) throw broken('is cut short: its FLAC header is missing');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = view.getUint32(10);
  return {
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    samples: (view.getUint8(13) & 15) * 2 ** 32 + view.getUint32(14),
  };
}
