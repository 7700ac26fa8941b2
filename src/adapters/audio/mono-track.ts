import { joinedSamples } from '../../core/joined-samples.ts';
import type { Pcm } from '../../ports/speech.ts';
import { broken, tooLarge } from './faults.ts';
import type { AudioLimits } from './protocol.ts';

/** Most channels that are mixed, as in WAV files. */
const MAX_CHANNELS = 8;

const MIN_SAMPLE_RATE = 4000;
const MAX_SAMPLE_RATE = 192_000;

/** The output of decoders: one array per channel. */
export interface DecodedChunk {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** Collects decoded audio as mono, the mean of its channels, within the limits. */
export class MonoTrack {
  readonly #limits: AudioLimits;
  readonly #chunks: Float32Array[] = [];
  #frames = 0;
  #bytes = 0;
  #sampleRate = 0;

  constructor(limits: AudioLimits) {
    this.#limits = limits;
  }

  /** Samples of one channel so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Refuses audio whose header already declares that it is too long. Throws `payload_too_large`. */
  expect(seconds: number, channels: number, sampleRate: number): void {
    checkShape(channels, sampleRate);
    this.#check(seconds, seconds * sampleRate * channels * Float32Array.BYTES_PER_ELEMENT);
  }

  /** Adds decoded audio. Throws `payload_too_large` over a limit and `invalid_input` if the sample rate changes. */
  add({ channelData, samplesDecoded, sampleRate }: DecodedChunk, gain = 1): void {
    if (samplesDecoded <= 0 || channelData.length === 0) return;
    checkShape(channelData.length, sampleRate);
    if (this.#sampleRate !== 0 && this.#sampleRate !== sampleRate) throw broken('changes its sample rate on the way');
    this.#sampleRate = sampleRate;
    this.#frames += samplesDecoded;
    this.#bytes += samplesDecoded * channelData.length * Float32Array.BYTES_PER_ELEMENT;
    this.#check(this.#frames / sampleRate, this.#bytes);
    this.#chunks.push(mixed(channelData, samplesDecoded, gain / channelData.length));
  }

  /** All samples after the first `skip`, at most `keep`. Throws `invalid_input` if none are left. */
  finish(skip = 0, keep = Infinity): Pcm {
    const whole = joinedSamples(this.#chunks);
    const samples = skip === 0 && keep >= whole.length ? whole : whole.slice(skip, Math.min(whole.length, skip + keep));
    if (samples.length === 0) throw broken('holds no audio that can be decoded');
    return { samples, sampleRate: this.#sampleRate };
  }

  #check(seconds: number, bytes: number): void {
    const { maxSeconds, maxDecodedBytes } = this.#limits;
    if (seconds > maxSeconds) throw tooLarge(`is longer than the limit of ${maxSeconds} seconds`);
    if (bytes > maxDecodedBytes) throw tooLarge(`unpacks to more than the limit of ${maxDecodedBytes} bytes`);
  }
}

function checkShape(channels: number, sampleRate: number): void {
  if (channels < 1 || channels > MAX_CHANNELS) throw broken(`declares ${channels} channels; 1 to ${MAX_CHANNELS} are mixed to mono`);
  if (sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE) {
    throw broken(`declares ${sampleRate} Hz; ${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE} are decoded`);
  }
}

function mixed(channels: readonly Float32Array[], frames: number, scale: number): Float32Array {
  const mono = new Float32Array(frames);
  for (const channel of channels) {
    for (let at = 0; at < frames; at += 1) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0) * scale;
  }
  for (let at = 0; at < frames; at += 1) mono[at] = bounded(mono[at] ?? 0);
  return mono;
}

/** Lossy codecs overshoot full scale, and a hostile file can contain NaN. */
function bounded(value: number): number {
  if (value >= -1 && value <= 1) return value;
  return Number.isNaN(value) ? 0 : Math.sign(value);
}
