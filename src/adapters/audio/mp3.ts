import { MPEGDecoder } from 'mpg123-decoder';
import type { Pcm } from '../../ports/speech.ts';
import { textAt } from './audio-format.ts';
import { broken } from './faults.ts';
import { MonoTrack } from './mono-track.ts';
import type { Pause } from './pause.ts';
import type { AudioLimits } from './protocol.ts';

const CHUNK_BYTES = 16 * 1024;

/** Samples per frame of layer III, for version 1, and for 2 and 2.5. */
const FRAME_SAMPLES = { mpeg1: 1152, mpeg2: 576 };
const MPEG1_RATES = [44_100, 48_000, 32_000] as const;

/** How many of the declared frames may be missing: tagging software miscounts by a frame or two. */
const MISSING_FRAMES = 2;

/** MP3 (ISO/IEC 11172-3 and 13818-3, layer III, and the layers before it). */
export async function decodeMp3(file: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  const bytes = withoutTrailer(file);
  const track = new MonoTrack(limits);
  const declared = declaredSamples(bytes);
  if (declared !== undefined) track.expect(declared.samples / declared.sampleRate, 1, declared.sampleRate);
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const decoded = decoder.decode(bytes.subarray(at, at + CHUNK_BYTES));
      if (decoded.errors.length > 0) throw broken('is broken: a frame of it is no MPEG audio', decoded.errors[0]?.message);
      track.add(decoded);
      await pause();
    }
  } finally {
    decoder.free();
  }
  if (declared !== undefined && track.frames < declared.samples - declared.slack)
    throw broken('is cut short: it declares more audio than it has');
  return track.finish();
}

/** Kilobits a second of layer III by the header's index, for version 1, and for 2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3, and 13818-3). */
const BIT_RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** A file without the tags and padding behind its last frame, which would be broken frames to the decoder. */
function withoutTrailer(bytes: Uint8Array): Uint8Array {
  let end = 0;
  for (let length = frameBytes(bytes, 0); length > 0; length = frameBytes(bytes, end)) end += length;
  const [sync, version] = bytes;
  for (let at = bytes.indexOf(sync ?? 0, end); at >= 0; at = bytes.indexOf(sync ?? 0, at + 1)) {
    // Frames follow after all: something in between is broken.
    if (bytes[at + 1] === version) return bytes;
  }
  return end === 0 ? bytes : bytes.subarray(0, end);
}

/** Bytes of the frame of layer III at an index; 0 if there is none like the first. */
function frameBytes(bytes: Uint8Array, at: number): number {
  const [sync, version = 0, rates = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || version !== bytes[1] || (version & 0x06) !== 0x02) return 0;
  const isMpeg1 = (version & 0x18) === 0x18;
  const kilobits = BIT_RATES[isMpeg1 ? 'mpeg1' : 'mpeg2'][rates >> 4] ?? 0;
  const samples = isMpeg1 ? FRAME_SAMPLES.mpeg1 : FRAME_SAMPLES.mpeg2;
  return kilobits === 0 ? 0 : Math.floor((samples * 125 * kilobits) / rateOf(version, rates)) + ((rates >> 1) & 1);
}

/** Samples a second, by the second and third byte of a frame's header. */
function rateOf(version: number, rates: number): number {
  const base = MPEG1_RATES[(rates >> 2) & 3] ?? 48_000;
  return base / ((version & 0x18) === 0x18 ? 1 : (version & 0x18) === 0x10 ? 2 : 4);
}

/** The declarations of the Xing or Info header in the first frame; undefined without one. */
function declaredSamples(bytes: Uint8Array): { readonly samples: number; readonly sampleRate: number; readonly slack: number } | undefined {
  const [, version = 0, rates = 0, mode = 0] = bytes;
  const isMpeg1 = (version & 0x18) === 0x18;
  const isMono = mode >> 6 === 3;
  const side = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const at = 4 + side;
  const tag = textAt(bytes, at, 4);
  if ((tag !== 'Xing' && tag !== 'Info') || at + 12 > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((view.getUint32(at + 4) & 1) === 0) return undefined;
  const frameSamples = isMpeg1 ? FRAME_SAMPLES.mpeg1 : FRAME_SAMPLES.mpeg2;
  const sampleRate = rateOf(version, rates);
  // Gapless decoding drops the encoder's delay and padding, less than two frames each.
  return { samples: view.getUint32(at + 8) * frameSamples, sampleRate, slack: (MISSING_FRAMES + 4) * frameSamples };
}
