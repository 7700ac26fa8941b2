import { OpusDecoder } from 'opus-decoder';
import type { Pcm } from '../../ports/speech.ts';
import { textAt } from './audio-format.ts';
import { broken, notRead } from './faults.ts';
import { MonoTrack } from './mono-track.ts';
import { readOggStream } from './ogg-pages.ts';
import type { Pause } from './pause.ts';
import type { AudioLimits } from './protocol.ts';
import { readWebmTrack } from './webm-track.ts';

/** Opus counts at 48 kHz; recognisers hear 16 kHz, to which libopus decodes by itself. */
const OPUS_RATE = 48_000;
const SAMPLE_RATE = 16_000;

const PACKETS_AT_A_TIME = 100;

/** Opus in Ogg (RFC 7845). */
export async function decodeOggOpus(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  const { packets, granule, isComplete } = readOggStream(bytes);
  const [head = new Uint8Array(), , ...audio] = packets;
  const total = Math.max(0, granule - readOpusHead(head).preSkip);
  // A recording that was cut off does not say where its last packet ends.
  return await decodeOpus(head, audio, limits, pause, { total, trim: isComplete });
}

/** Opus in WebM, as browsers record it. */
export async function decodeWebm(bytes: Uint8Array, limits: AudioLimits, pause: Pause): Promise<Pcm> {
  const { codecPrivate, packets, durationInSeconds } = readWebmTrack(bytes);
  return await decodeOpus(codecPrivate, packets, limits, pause, { total: durationInSeconds * OPUS_RATE, trim: false });
}

interface Length {
  /** Declared samples at 48 kHz; 0 if none. */
  readonly total: number;
  /** Whether further decoded samples are padding. */
  readonly trim: boolean;
}

async function decodeOpus(
  headBytes: Uint8Array,
  packets: readonly Uint8Array[],
  limits: AudioLimits,
  pause: Pause,
  { total, trim }: Length,
): Promise<Pcm> {
  const head = readOpusHead(headBytes);
  const track = new MonoTrack(limits);
  track.expect(total / OPUS_RATE, head.channels, SAMPLE_RATE);
  const decoder = new OpusDecoder({
    sampleRate: SAMPLE_RATE,
    channels: head.channels,
    streamCount: head.streams,
    coupledStreamCount: head.coupled,
    channelMappingTable: [...head.mapping],
    preSkip: 0,
  });
  await decoder.ready;
  try {
    for (let from = 0; from < packets.length; from += PACKETS_AT_A_TIME) {
      const decoded = decoder.decodeFrames(packets.slice(from, from + PACKETS_AT_A_TIME));
      if (decoded.errors.length > 0) throw broken('is broken: a packet of it is no Opus', decoded.errors[0]?.message);
      track.add(decoded, head.gain);
      await pause();
    }
  } finally {
    decoder.free();
  }
  const ratio = OPUS_RATE / SAMPLE_RATE;
  return track.finish(Math.round(head.preSkip / ratio), trim && total > 0 ? Math.round(total / ratio) : Infinity);
}

/** The identification header of RFC 7845, section 5.1. */
function readOpusHead(bytes: Uint8Array) {
  if (textAt(bytes, 0, 8) !== 'OpusHead' || bytes.length < 19) throw broken('is broken: its Opus header is missing');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [channels = 0, family = 0] = [bytes[9], bytes[18]];
  const common = { channels, preSkip: view.getUint16(10, true), gain: 10 ** (view.getInt16(16, true) / 256 / 20) };
  if (family === 0 && (channels === 1 || channels === 2)) {
    return { ...common, streams: 1, coupled: channels - 1, mapping: channels === 1 ? [0] : [0, 1] };
  }
  if (family !== 1 || channels < 1 || channels > 8) throw notRead(`is Opus with ${channels} channels of mapping family ${family}`);
  const [streams = 0, coupled = 0] = [bytes[19], bytes[20]];
  const mapping = bytes.subarray(21, 21 + channels);
  const isSound =
    mapping.length === channels &&
    streams >= 1 &&
    coupled <= streams &&
    mapping.every((index) => index === 255 || index < streams + coupled);
  if (!isSound) throw broken('is broken: its Opus header contradicts itself');
  return { ...common, streams, coupled, mapping };
}
