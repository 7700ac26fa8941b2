import { ServiceError } from '../../core/errors.ts';

/** The format and the location of a WAV file's samples. */
export interface WavHeader {
  readonly encoding: 'integer' | 'float' | 'a-law' | 'mu-law';
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
  /** Bytes of one frame: one sample of every channel. */
  readonly frameBytes: number;
  readonly dataOffset: number;
  readonly frames: number;
}

type Format = Pick<WavHeader, 'encoding' | 'channels' | 'sampleRate' | 'bitsPerSample' | 'frameBytes'>;

/** Format tags of RFC 2361, and the bits a sample may have. */
const CODECS: Readonly<Record<number, { readonly encoding: WavHeader['encoding']; readonly bits: readonly number[] }>> = {
  1: { encoding: 'integer', bits: [8, 16, 24, 32] },
  3: { encoding: 'float', bits: [32, 64] },
  6: { encoding: 'a-law', bits: [8] },
  7: { encoding: 'mu-law', bits: [8] },
};
const EXTENSIBLE = 0xfffe;

/** The bytes after the format tag in the sub-format GUID of WAVE_FORMAT_EXTENSIBLE. */
const SUBFORMAT_TAIL = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

/** Writers that cannot seek back declare sizes from this value up (sox and espeak-ng 0x7FFFF000, ffmpeg 0xFFFFFFFF). */
const STREAMING_SIZE = 0x7fff_f000 - 0x1000;

/** Whether the bytes begin like a RIFF/WAVE file. */
export function isWav(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && tagAt(bytes, 0) === 'RIFF' && tagAt(bytes, 8) === 'WAVE';
}

/**
 * Whether the samples of a RIFF/WAVE file are coded in a way that `readWavHeader` refuses, such as ADPCM. False for a header that
 * contradicts itself, about which `readWavHeader` has more to say.
 */
export function isCodedWav(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { tag, start, size } of chunksOf(bytes, view)) {
    if (tag !== 'fmt ') continue;
    const format = size < 16 || start + size > bytes.length ? EXTENSIBLE : view.getUint16(start, true);
    return format !== EXTENSIBLE && CODECS[format] === undefined;
  }
  return false;
}

/**
 * Reads the chunks of a RIFF/WAVE file up to its samples ("Multimedia Programming Interface and Data
 * Specifications 1.0", 1991, and WAVE_FORMAT_EXTENSIBLE). Unknown chunks are skipped; a data size of 0
 * or one that only a streaming writer declares means that the samples reach to the end. Throws
 * `invalid_input` for a file that is cut short, of another format, or whose header contradicts itself. The byte rate is not read: recorders
 * in browsers write that of stereo for mono.
 */
export function readWavHeader(bytes: Uint8Array): WavHeader {
  if (!isWav(bytes)) throw bad('is not a RIFF/WAVE file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const riffSize = view.getUint32(4, true);
  let format: Format | undefined;
  for (const { tag, start, size } of chunksOf(bytes, view)) {
    if (tag === 'data') {
      if (format === undefined) throw bad('has no fmt chunk before its samples');
      const length = dataLength(size, bytes.length - start, riffSize, bytes.length);
      const frames = Math.floor(length / format.frameBytes);
      if (frames === 0) throw bad('holds no audio');
      return { ...format, dataOffset: start, frames };
    }
    if (start + size > bytes.length) throw bad('is cut short: a chunk of its header ends after the file does');
    if (tag === 'fmt ') format = readFormat(new DataView(bytes.buffer, bytes.byteOffset + start, size));
  }
  throw bad('is cut short: it has no data chunk');
}

/** The chunks of a RIFF file, each with where its content starts and how long it declares to be. */
function* chunksOf(bytes: Uint8Array, view: DataView): Generator<{ readonly tag: string; readonly start: number; readonly size: number }> {
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    yield { tag: tagAt(bytes, at), start: at + 8, size };
    at += 8 + size + (size % 2);
  }
}

function dataLength(declared: number, available: number, riffSize: number, fileSize: number): number {
  if (declared >= STREAMING_SIZE) return available;
  // The writer never filled in its sizes; a real 0 is in a file whose RIFF size is right.
  if (declared === 0 && riffSize + 8 !== fileSize) return available;
  if (declared > available) throw bad(`is cut short: it declares ${declared} bytes of samples and has ${available}`);
  return declared;
}

function readFormat(chunk: DataView): Format {
  if (chunk.byteLength < 16) throw bad('has a fmt chunk that is too short');
  const tag = chunk.getUint16(0, true);
  const channels = chunk.getUint16(2, true);
  const sampleRate = chunk.getUint32(4, true);
  const frameBytes = chunk.getUint16(12, true);
  const bitsPerSample = chunk.getUint16(14, true);
  const tagged = tag === EXTENSIBLE ? subformat(chunk) : tag;
  const codec = CODECS[tagged];
  if (codec === undefined) throw bad(`uses codec ${tagged}; integer (1), float (3), A-law (6) and mu-law (7) samples are decoded`);
  const { encoding, bits } = codec;
  if (channels < 1 || channels > 8) throw bad(`declares ${channels} channels; 1 to 8 are mixed to mono`);
  if (sampleRate < 4000 || sampleRate > 192_000) throw bad(`declares ${sampleRate} Hz; 4000 to 192000 are decoded`);
  if (!bits.includes(bitsPerSample)) {
    throw bad(`declares ${bitsPerSample} bits a sample; 8, 16, 24 or 32 integer, 32 or 64 float and 8 A-law or mu-law are decoded`);
  }
  if (frameBytes !== (channels * bitsPerSample) / 8) throw bad('has a header whose block align contradicts its channels and bits');
  return { encoding, channels, sampleRate, bitsPerSample, frameBytes };
}

function subformat(chunk: DataView): number {
  if (chunk.byteLength < 40) throw bad('has an extensible fmt chunk that is too short');
  if (!SUBFORMAT_TAIL.every((byte, index) => chunk.getUint8(26 + index) === byte)) throw bad('uses an unknown extensible codec');
  return chunk.getUint16(24, true);
}

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function bad(what: string): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}.`, { param: 'file' });
}
