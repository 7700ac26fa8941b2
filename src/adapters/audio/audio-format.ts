import { broken, notRead } from './faults.ts';

/** The formats that a worker decodes itself: container and codec. */
export type OwnFormat = 'mp3' | 'flac' | 'ogg-opus' | 'ogg-vorbis' | 'ogg-flac' | 'webm';

/**
 * The formats that it leaves to ffmpeg: MP4 with its kin M4A and 3GP, AAC in ADTS frames, WAV with more than plain samples (ADPCM, RF64),
 * AIFF, AU, CAF, AMR, ASF (WMA), Ogg with Speex, and WebM and Matroska without Opus.
 */
export type OutsideFormat = 'mp4' | 'aac' | 'wav' | 'aiff' | 'au' | 'caf' | 'amr' | 'asf' | 'ogg-speex' | 'matroska';

/** The formats that are decoded. */
export type AudioFormat = OwnFormat | OutsideFormat;

/** Bytes of an ID3v2 tag's header, and of its footer. */
const ID3_BYTES = 10;
/** First bytes of a Matroska or ASF file among which its tracks are described. */
const TRACKS_WITHIN = 65_536;
/** Writers that cannot seek back declare 0 or a size from this value up. */
const STREAMING_SIZE = 0x7f00_0000;

/** The beginnings of formats that ffmpeg decodes, of which a `.` stands for any byte; of ASF its header object's GUID. */
const OUTSIDE: readonly (readonly [RegExp, OutsideFormat])[] = [
  [/^(?:RIFF|RF64|BW64)....WAVE/s, 'wav'],
  [/^FORM....AIF[FC]/s, 'aiff'],
  [/^....ftyp/s, 'mp4'],
  [/^\.snd/, 'au'],
  [/^caff/, 'caf'],
  [/^#!AMR(?:-WB)?\n/, 'amr'],
  [/^0&\xb2u\x8ef\xcf/, 'asf'],
];

/** The format of the content and where it begins after ID3 tags and padding. Throws `invalid_input` for an unsupported format. */
export function audioFormatOf(bytes: Uint8Array): { readonly format: AudioFormat; readonly offset: number } {
  let offset = behindZeros(bytes, 0);
  while (textAt(bytes, offset, 3) === 'ID3') {
    offset += tagBytes(bytes, offset);
    if (offset >= bytes.length) throw broken('is cut short: its ID3 tag ends after the file does');
    offset = behindZeros(bytes, offset);
  }
  return { format: formatAt(bytes, offset), offset };
}

/** Behind the zeros that taggers leave around tags which became smaller, if there are any before a tag or MPEG audio. */
function behindZeros(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end] === 0) end += 1;
  return textAt(bytes, end, 3) === 'ID3' || isMpegFrame(bytes, end) ? end : at;
}

function formatAt(bytes: Uint8Array, at: number): AudioFormat {
  const begins = textAt(bytes, at, 4);
  if (begins === 'fLaC') return 'flac';
  if (begins === 'OggS') return oggFormat(bytes, at);
  if (begins === '\x1aE\xdf\xa3') return namesOpus(bytes.subarray(at, at + TRACKS_WITHIN)) ? 'webm' : 'matroska';
  const [, outside] = OUTSIDE.find(([pattern]) => pattern.test(textAt(bytes, at, 12))) ?? [];
  if (outside === 'aiff') checkLength(bytes, at, 4, 8);
  if (outside === 'au') checkLength(bytes, at, 8, auHeaderBytes(bytes, at));
  if (outside === 'asf') checkAsfLength(bytes, at);
  if (outside !== undefined) return outside;
  if (isAdts(bytes, at)) return 'aac';
  if (isMpegFrame(bytes, at)) return 'mp3';
  throw notRead('is of no known format');
}

/** RFC 3533: the first packet of the first page names the codec. */
function oggFormat(bytes: Uint8Array, at: number): AudioFormat {
  const packet = at + 27 + (bytes[at + 26] ?? 0);
  if (textAt(bytes, packet, 8) === 'OpusHead') return 'ogg-opus';
  if (textAt(bytes, packet, 7) === '\x01vorbis') return 'ogg-vorbis';
  if (textAt(bytes, packet, 5) === '\x7fFLAC') return 'ogg-flac';
  if (textAt(bytes, packet, 8) === 'Speex   ') return 'ogg-speex';
  throw notRead('is Ogg with a codec that is not read');
}

/** RFC 9559, section 5.1.4.1.21: whether a track of a Matroska file is Opus. */
function namesOpus(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes).includes('A_OPUS');
}

/** Bytes before the samples of an AU file, by its header. */
function auHeaderBytes(bytes: Uint8Array, at: number): number {
  if (bytes.length < at + 24) throw broken('is cut short');
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 4);
}

/** The size that AIFF and AU declare, at `place`, of what follows the first `header` bytes. ffmpeg reads fewer without complaint. */
function checkLength(bytes: Uint8Array, at: number, place: number, header: number): void {
  const declared = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + place);
  const available = bytes.length - at - header;
  if (declared > available && declared < STREAMING_SIZE) throw broken(`is cut short: it declares ${declared} bytes and has ${available}`);
}

/** The identifier of ASF's File Properties object, and where in it are the size of the file and the flags (ASF specification 1.2, 3.2). */
const ASF_PROPERTIES = [0xa1, 0xdc, 0xab, 0x8c, 0x47, 0xa9, 0xcf, 0x11, 0x8e, 0xe4, 0, 0xc0, 0x0c, 0x20, 0x53, 0x65];
const ASF_SIZE = 40;
const ASF_FLAGS = 88;

/** The size that ASF declares of the whole file, unless it was broadcast. ffmpeg reads as much as there is. */
function checkAsfLength(bytes: Uint8Array, at: number): void {
  const head = bytes.subarray(at, at + TRACKS_WITHIN);
  const properties = head.findIndex((_, start) => ASF_PROPERTIES.every((byte, index) => head[start + index] === byte));
  if (properties < 0 || bytes.length < at + properties + ASF_FLAGS + 4) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + properties);
  const declared = Number(view.getBigUint64(ASF_SIZE, true));
  const isBroadcast = (view.getUint32(ASF_FLAGS, true) & 1) === 1;
  const available = bytes.length - at;
  if (!isBroadcast && declared > available) throw broken(`is cut short: it declares ${declared} bytes and has ${available}`);
}

/** The sync word of AAC in ADTS (ISO/IEC 13818-7) is that of MPEG audio with the layer 0. */
function isAdts(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0;
}

/** Whether a valid MPEG audio frame header (ISO/IEC 11172-3, 2.4.1.3) is at an index. */
function isMpegFrame(bytes: Uint8Array, at: number): boolean {
  const [sync = 0, version = 0, rates = 0] = bytes.subarray(at, at + 3);
  const isSync = sync === 0xff && (version & 0xe0) === 0xe0;
  return isSync && (version & 0x18) !== 0x08 && (version & 0x06) !== 0 && rates >> 4 !== 15 && (rates & 0x0c) !== 0x0c;
}

/** ID3v2.4, section 3.1: seven bits of the size in each of four bytes. */
function tagBytes(bytes: Uint8Array, at: number): number {
  const [flags = 0, ...size] = bytes.subarray(at + 5, at + ID3_BYTES);
  const body = size.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return ID3_BYTES + body + ((flags & 0x10) === 0 ? 0 : ID3_BYTES);
}

/** Bytes as Latin-1 text, shorter at the end of the file. */
export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
