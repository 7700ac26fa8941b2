import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from '../../core/errors.ts';
import { COMPRESSED_FORMATS, type AudioEncoder, type CompressedFormat, type EncodeOptions } from '../../ports/audio-encoder.ts';

/** Encoder and muxer for each format. The bit rates are those at which speech of one channel sounds as it did. */
const ENCODERS: Readonly<Record<CompressedFormat, readonly string[]>> = {
  // A Xing header would have to be written again once the length is known, which a stream cannot be.
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
  // Microseconds; a page of a second, as by default, would arrive a second late.
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-page_duration', '100000', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
};

/** Most characters that are kept of what ffmpeg says about a failure. */
const MAX_REASON = 500;

/** A running ffmpeg that waits for samples, or encodes them. */
interface Encoder {
  readonly child: ChildProcessWithoutNullStreams;
  readonly spawned: Promise<unknown>;
  /** Its exit status. */
  readonly ended: Promise<number | null>;
  /** What it said about a failure. */
  said(): string;
}

/**
 * Compresses by ffmpeg (https://ffmpeg.org/ffmpeg.html), a name looked up in PATH or a path; by nothing if it is empty. Starting it takes
 * longer than synthesising a short sentence, so that for each format one is kept ready for the next text, for at most `idleMs`.
 */
export function createFfmpegEncoder(ffmpeg: string, idleMs = 60_000): AudioEncoder & Disposable {
  const spares = new Map<CompressedFormat, Encoder>();
  let isDisposed = false;

  function keepSpare(format: CompressedFormat): void {
    if (isDisposed || spares.has(format)) return;
    const spare = start(ffmpeg, format);
    spares.set(format, spare);
    const idle = setTimeout(() => spares.get(format) === spare && take(format).child.kill('SIGKILL'), idleMs);
    void spare.ended.finally(() => {
      clearTimeout(idle);
      if (spares.get(format) === spare) spares.delete(format);
    });
  }

  function take(format: CompressedFormat): Encoder {
    const encoder = spares.get(format) ?? start(ffmpeg, format);
    spares.delete(format);
    return encoder;
  }

  return {
    formats: ffmpeg === '' ? [] : COMPRESSED_FORMATS,

    async encode(samples, options) {
      const compressed = run(take(options.format), samples, options, () => keepSpare(options.format));
      // The empty part, after which ending the iteration also ends what was started.
      await compressed.next();
      return compressed;
    },

    [Symbol.dispose]() {
      isDisposed = true;
      for (const { child } of spares.values()) child.kill('SIGKILL');
    },
  };
}

function start(ffmpeg: string, format: CompressedFormat): Encoder {
  // Nothing is to be found out about the samples; by default it would wait for seconds of them. What it reads all the same must be kept,
  // which it is not with the flag nobuffer.
  const unprobed = ['-probesize', '32', '-analyzeduration', '0'];
  const input = [...unprobed, '-f', 'au', '-i', 'pipe:0'];
  const output = [...ENCODERS[format], '-flush_packets', '1', 'pipe:1'];
  const child = spawn(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe', ...input, ...output]);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, MAX_REASON)));
  const spawned = once(child, 'spawn').catch((cause: unknown) => {
    throw unavailable(
      `${format} is encoded by ffmpeg, which is not installed (Debian: apt-get install ffmpeg); wav and pcm need none`,
      cause,
    );
  });
  // Of one that is only kept ready nobody may be waiting for it.
  spawned.catch(() => undefined);
  const ended = once(child, 'close').then(
    ([status]) => status as number | null,
    // It was never spawned.
    () => null,
  );
  return { child, spawned, ended, said: () => said.trim() };
}

/** An empty part as soon as the first bytes are there, then these and the rest. `onDone` is called if all went well. */
async function* run(
  { child, spawned, ended, said }: Encoder,
  samples: AsyncGenerator<Uint8Array, void>,
  { format, sampleRate }: EncodeOptions,
  onDone: () => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let fault: unknown;
  async function* watched(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* asAu(samples, sampleRate);
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    await spawned;
    // If the encoder ends first, its exit status says why.
    const fed = pipeline(watched(), child.stdin).catch(() => fault !== undefined && child.kill());
    const output = (child.stdout as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    let next = await output.next();
    if (next.done !== true) yield new Uint8Array();
    for (; next.done !== true; next = await output.next()) yield new Uint8Array(next.value);
    const status = await ended;
    await fed;
    if (fault !== undefined) throw fault;
    if (status !== 0) throw unavailable(`ffmpeg could not encode ${format}`, new Error(said()));
    onDone();
  } finally {
    child.kill('SIGKILL');
    await samples.return();
  }
}

/** Bytes of the header of an AU file. */
const AU_HEADER_BYTES = 24;

/**
 * 16-bit little-endian mono samples as an AU file (https://pubs.opengroup.org/external/auformat.html), whose header tells the rate of the
 * samples when they come, so that ffmpeg can be started before it is known. Of WAV it would first read 64 KB.
 */
async function* asAu(samples: AsyncIterable<Uint8Array>, sampleRate: () => number): AsyncGenerator<Uint8Array, void> {
  let begun = false;
  for await (const part of samples) {
    if (!begun) yield auHeader(sampleRate());
    begun = true;
    yield swapped(part);
  }
}

/** The bytes of 16-bit samples, big-endian. */
function swapped(samples: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let at = 0; at + 1 < bytes.length; at += 2) [bytes[at], bytes[at + 1]] = [samples[at + 1] ?? 0, samples[at] ?? 0];
  return bytes;
}

/** The header of 16-bit mono samples without a length. */
function auHeader(sampleRate: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(AU_HEADER_BYTES));
  const magic = 0x2e73_6e64;
  for (const [field, value] of [magic, AU_HEADER_BYTES, 0xffff_ffff, 3, sampleRate, 1].entries()) header.setUint32(4 * field, value);
  return new Uint8Array(header.buffer);
}

function unavailable(what: string, cause: unknown): ServiceError {
  return new ServiceError('provider_unavailable', `${what}.`, { param: 'response_format', cause });
}
