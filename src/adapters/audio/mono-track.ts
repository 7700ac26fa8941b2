import { ChannelMix } from '../../core/channel-mix.ts';
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

/** Collects decoded audio as mono, mixed as a `ChannelMix`, within the limits. */
export class MonoTrack {
  readonly #limits: AudioLimits;
  readonly #mix = new ChannelMix();
  #bytes = 0;
  #sampleRate = 0;

  constructor(limits: AudioLimits) {
    this.#limits = limits;
  }

  /** Samples of one channel so far. */
  get frames(): number {
    return this.#mix.frames;
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
    this.#bytes += samplesDecoded * channelData.length * Float32Array.BYTES_PER_ELEMENT;
    this.#check((this.frames + samplesDecoded) / sampleRate, this.#bytes);
    const channels = channelData.map((samples) => samples.subarray(0, samplesDecoded));
    this.#mix.add(gain === 1 ? channels : channels.map((samples) => samples.map((sample) => sample * gain)));
  }

  /** All samples after the first `skip`, at most `keep`. Throws `invalid_input` if none are left. */
  finish(skip = 0, keep = Infinity): Pcm {
    const whole = joinedSamples([...this.#mix.mixed()]);
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
