import { isAbort, ServiceError } from '../../core/errors.ts';
import { servePool } from '../../core/serve-pool.ts';
import type { Pcm } from '../../ports/speech.ts';
import type { AudioFormat, OwnFormat } from './audio-format.ts';
import { broken } from './faults.ts';
import { decodeByFfmpeg } from './ffmpeg.ts';
import { decodeFlac, decodeOggFlac } from './flac.ts';
import { decodeMp3 } from './mp3.ts';
import { decodeOggOpus, decodeWebm } from './opus.ts';
import { pauseOf, type Pause } from './pause.ts';
import type { AudioLimits, DecodeLoad, DecodeResult, DecodeRun } from './protocol.ts';
import { decodeOggVorbis } from './vorbis.ts';

const DECODERS: Readonly<Record<OwnFormat, (bytes: Uint8Array, limits: AudioLimits, pause: Pause) => Promise<Pcm>>> = {
  mp3: decodeMp3,
  flac: decodeFlac,
  'ogg-opus': decodeOggOpus,
  'ogg-vorbis': decodeOggVorbis,
  'ogg-flac': decodeOggFlac,
  webm: decodeWebm,
};

function isOwn(format: AudioFormat): format is OwnFormat {
  return format in DECODERS;
}

// The decoders print every broken frame of a file; errors are thrown instead.
console.error = () => undefined;

let outside: DecodeLoad = { ffmpeg: '', timeoutMs: 0 };

servePool<DecodeLoad, DecodeRun, never, DecodeResult>({
  async load(wanted) {
    outside = wanted;
    return { provider: 'wasm', milliseconds: 0 };
  },
  async run({ bytes, format, limits }, { signal }) {
    try {
      const { samples, sampleRate } = isOwn(format)
        ? await DECODERS[format](bytes, limits, pauseOf(signal))
        : await decodeByFfmpeg(bytes, format, { ...outside, limits, signal });
      const own = samples.slice();
      return { value: { samples: own, sampleRate }, transfer: [own.buffer] };
    } catch (error) {
      if (error instanceof ServiceError || isAbort(error)) throw error;
      // Other errors of a decoder, including WebAssembly traps, are due to the file.
      throw broken('is broken and cannot be decoded', error);
    }
  },
});
