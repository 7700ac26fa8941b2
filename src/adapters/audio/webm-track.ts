import { broken, notRead } from './faults.ts';

/** The first audio track of a WebM or Matroska file. */
export interface WebmTrack {
  /** The codec's private data, for Opus its `OpusHead`. */
  readonly codecPrivate: Uint8Array;
  readonly packets: readonly Uint8Array[];
  /** Declared by the header; 0 if it is not, as in streamed recordings. */
  readonly durationInSeconds: number;
}

/** Element ids of RFC 9559, chapter 5. */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CONTENT_ENCODINGS = 0x6d80;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;

/** Elements whose children are read; all ids differ, so their ends need not be tracked. */
const CONTAINERS = new Set([SEGMENT, INFO, TRACKS, TRACK_ENTRY, CLUSTER, BLOCK_GROUP]);

const LACING = 0x06;
const CUT = 'is cut short: an element of it ends after the file does';

interface Track {
  number: number;
  codec: string;
  codecPrivate: Uint8Array;
  encoded: boolean;
}

/** Reads the elements one after another. Throws `invalid_input` for a broken file and for a codec that is not Opus. */
export function readWebmTrack(bytes: Uint8Array): WebmTrack {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tracks: Track[] = [];
  const packets: Uint8Array[] = [];
  let chosen: Track | undefined;
  let scale = 1_000_000;
  let duration = 0;
  for (let at = 0; at < bytes.length;) {
    const id = vint(bytes, at, 4, true);
    const size = vint(bytes, at + id.length, 8, false);
    const start = at + id.length + size.length;
    const end = start + size.value;
    if (size.value !== Infinity && end > bytes.length) throw broken(CUT);
    if (id.value === TRACK_ENTRY) tracks.push({ number: 0, codec: '', codecPrivate: new Uint8Array(), encoded: false });
    if (CONTAINERS.has(id.value)) {
      at = start;
      continue;
    }
    if (size.value === Infinity) throw broken('is broken: an element of it has no end');
    const data = bytes.subarray(start, end);
    const track = tracks.at(-1);
    if (id.value === TIMESTAMP_SCALE) scale = unsigned(data);
    else if (id.value === DURATION) duration = size.value === 4 ? view.getFloat32(start) : size.value === 8 ? view.getFloat64(start) : 0;
    else if (id.value === TRACK_NUMBER && track !== undefined) track.number = unsigned(data);
    else if (id.value === CODEC_ID && track !== undefined) track.codec = String.fromCharCode(...data.subarray(0, 64)).replace(/\0+$/, '');
    else if (id.value === CODEC_PRIVATE && track !== undefined) track.codecPrivate = data;
    else if (id.value === CONTENT_ENCODINGS && track !== undefined) track.encoded = true;
    else if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      chosen ??= opusTrack(tracks);
      const packet = packetOf(data, chosen.number);
      if (packet !== undefined) packets.push(packet);
    }
    at = end;
  }
  chosen ??= opusTrack(tracks);
  return { codecPrivate: chosen.codecPrivate, packets, durationInSeconds: (duration * scale) / 1e9 };
}

function opusTrack(tracks: readonly Track[]): Track {
  const track = tracks.find(({ codec }) => codec === 'A_OPUS');
  if (track === undefined) throw notRead('is WebM or Matroska without an Opus track');
  if (track.encoded) throw notRead('is Matroska whose track is packed or encrypted');
  return track;
}

/** RFC 9559, section 10: track number, time, flags, then the packet. */
function packetOf(block: Uint8Array, wanted: number): Uint8Array | undefined {
  const track = vint(block, 0, 8, false);
  if (track.value !== wanted) return undefined;
  const header = track.length + 3;
  if (header > block.length) throw broken('is broken: a block of it has no header');
  if (((block[header - 1] ?? 0) & LACING) !== 0) throw notRead('is Matroska with laced blocks');
  return block.subarray(header);
}

/** A number of RFC 8794, section 4, whose leading zeros give its length. Ids keep their marker; a size of all ones is unknown. */
function vint(bytes: Uint8Array, at: number, longest: number, keepMarker: boolean): { readonly value: number; readonly length: number } {
  const first = bytes[at];
  if (first === undefined) throw broken(CUT);
  const length = Math.clz32(first) - 23;
  if (length > longest) throw broken('is broken: something else stands where an element of it begins');
  if (at + length > bytes.length) throw broken(CUT);
  const marker = 0x80 >> (length - 1);
  let value = keepMarker ? first : first & (marker - 1);
  let isUnknown = (first & (marker - 1)) === marker - 1;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown && !keepMarker ? Infinity : value, length };
}

function unsigned(data: Uint8Array): number {
  return data.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
}
