import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pcm } from '../../ports/speech.ts';
import type { OutsideFormat } from './audio-format.ts';
import { broken, notRead, tooLarge } from './faults.ts';
import { MonoTrack } from './mono-track.ts';
import type { AudioLimits, DecodeLoad } from './protocol.ts';

const run = promisify(execFile);

/** Plain samples. */
const PCM = ['s8', 'u8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le', 'f64be', 'alaw', 'mulaw']
  .map((samples) => `pcm_${samples}`)
  .join();

/** What a format is called, and the demuxer and the decoders that may read it. */
const FORMATS: Readonly<Record<OutsideFormat, { readonly name: string; readonly demuxer: string; readonly decoders: string }>> = {
  mp4: { name: 'MP4 or M4A', demuxer: 'mov', decoders: `aac,alac,amrnb,amrwb,mp3float,flac,opus,${PCM}` },
  aac: { name: 'AAC', demuxer: 'aac', decoders: 'aac' },
  wav: { name: 'WAV with a codec of its own', demuxer: 'wav', decoders: `adpcm_ms,adpcm_ima_wav,gsm_ms,mp3float,${PCM}` },
  aiff: { name: 'AIFF', demuxer: 'aiff', decoders: `adpcm_ima_qt,${PCM}` },
  au: { name: 'AU', demuxer: 'au', decoders: `adpcm_g722,${PCM}` },
  caf: { name: 'CAF', demuxer: 'caf', decoders: `aac,alac,opus,amrnb,adpcm_ima_qt,${PCM}` },
  amr: { name: 'AMR', demuxer: 'amr', decoders: 'amrnb,amrwb' },
  asf: { name: 'WMA', demuxer: 'asf', decoders: 'wmav1,wmav2,wmapro,wmavoice,wmalossless' },
  'ogg-speex': { name: 'Ogg with Speex', demuxer: 'ogg', decoders: 'speex,libspeex' },
  matroska: { name: 'WebM or Matroska without Opus', demuxer: 'matroska', decoders: `vorbis,aac,alac,mp3float,flac,opus,${PCM}` },
};

/** What recognisers read, so that ffmpeg writes no more than they need. */
const SAMPLE_RATE = 16_000;
/** Where a WAV file says how many channels it has, and the most bytes that ffmpeg writes before its samples. */
const CHANNELS_AT = 22;
const HEADER_BYTES = 1024;

/** Most bytes that ffmpeg may allocate at once: a hostile header can declare any size. */
const MAX_ALLOCATION = 268_435_456;

/**
 * Decodes formats that are rare, or whose decoders have no licence that would let Parley contain them, by ffmpeg
 * (https://ffmpeg.org/ffmpeg.html) where it is installed. It may open one file, with one demuxer and the decoders of its format, and no
 * network. Throws `invalid_input` for a broken file, and where ffmpeg cannot be started.
 */
export async function decodeByFfmpeg(
  bytes: Uint8Array,
  format: OutsideFormat,
  { ffmpeg, timeoutMs, limits, signal }: DecodeLoad & { readonly limits: AudioLimits; readonly signal: AbortSignal },
): Promise<Pcm> {
  if (ffmpeg === '') throw notRead(`is ${FORMATS[format].name}, which is not read here: VOICE_FFMPEG is empty`);
  // Not a pipe: recorders write the index of an MP4 behind its audio.
  const folder = await mkdtemp(join(tmpdir(), 'parley-audio-'));
  try {
    const file = join(folder, 'recording');
    await writeFile(file, bytes, { mode: 0o600 });
    const maxBuffer = limits.maxDecodedBytes + HEADER_BYTES;
    const running = run(ffmpeg, argumentsFor(file, format, limits, timeoutMs), { encoding: 'buffer', maxBuffer, signal });
    const { stdout, stderr } = await running.catch((error: unknown) => {
      throw faultOf(error, format, limits);
    });
    // The Matroska demuxer says this and goes on.
    if (stderr.includes('File ended prematurely')) throw broken('is cut short');
    return mixed(stdout, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** ffmpeg's output, WAV with 32-bit floats of all channels, as mono. */
function mixed(wav: Buffer, limits: AudioLimits): Pcm {
  const channels = wav.readUInt16LE(CHANNELS_AT);
  const samples = new Float32Array(new Uint8Array(wav.subarray(wav.indexOf('data') + 8)).buffer);
  const frames = samples.length / channels;
  const channelData = Array.from({ length: channels }, (_, channel) => {
    const own = new Float32Array(frames);
    for (let at = 0; at < frames; at += 1) own[at] = samples[at * channels + channel] ?? 0;
    return own;
  });
  const track = new MonoTrack(limits);
  track.add({ channelData, samplesDecoded: frames, sampleRate: SAMPLE_RATE });
  return track.finish();
}

function argumentsFor(file: string, format: OutsideFormat, { maxSeconds }: AudioLimits, timeoutMs: number): string[] {
  const { demuxer, decoders } = FORMATS[format];
  // Pauses, which telephones leave out of AMR, are errors to ffmpeg; the other frames are sound.
  const strict = format === 'amr' ? ['-loglevel', 'fatal'] : ['-loglevel', 'error', '-xerror'];
  // Seconds of computing, after which it ends even if nobody is left to end it.
  const limits = ['-max_alloc', String(MAX_ALLOCATION), '-timelimit', String(Math.ceil(timeoutMs / 1000)), '-threads', '1'];
  const input = ['-protocol_whitelist', 'file', '-codec_whitelist', decoders, '-f', demuxer, '-i', `file:${file}`];
  const samples = ['-t', String(maxSeconds + 1), '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_f32le'];
  const output = ['-map', '0:a:0', '-map_metadata', '-1', ...samples, '-fflags', '+bitexact', '-f', 'wav', 'pipe:1'];
  return ['-nostdin', '-hide_banner', ...strict, ...limits, ...input, ...output];
}

/** Why ffmpeg gave no audio: it is not there, or the file is at fault. Other errors are returned as they are. */
function faultOf(error: unknown, format: OutsideFormat, { maxDecodedBytes }: AudioLimits): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { name } = FORMATS[format];
  if (error.code === 'ENOENT' || error.code === 'EACCES')
    return notRead(`is ${name}, which ffmpeg would decode, but it is not installed (Debian: apt-get install ffmpeg)`);
  const said = 'stderr' in error ? String(error.stderr) : '';
  if (said.includes('matches no streams')) return broken(`is ${name} without sound`, error);
  if (said.includes('not on whitelist')) return notRead(`is ${name}, whose codec is not read`);
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return tooLarge(`unpacks to more than the limit of ${maxDecodedBytes} bytes`);
  return typeof error.code === 'number' ? broken('is cut short, or broken in another way', error) : error;
}
