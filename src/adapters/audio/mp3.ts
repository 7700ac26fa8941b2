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
export async function decodeMp3(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
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
  const base = MPEG1_RATES[(rates >> 2) & 3] ?? 48_000;
  const sampleRate = base / (isMpeg1 ? 1 : (version & 0x18) === 0x10 ? 2 : 4);
  // Gapless decoding drops the encoder's delay and padding, less than two frames each.
  return { samples: view.getUint32(at + 8) * frameSamples, sampleRate, slack: (MISSING_FRAMES + 4) * frameSamples };
}
