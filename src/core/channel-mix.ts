/** A channel with less than this share of the power of the loudest is silent: 40 dB below it. */
const SILENT = 0.0001;

/** Every so many changes of a stretch are looked at, unless it is short; a prime number, so that no tone is only looked at where it stands still. */
const STRIDE = 7;
const SHORT_STRETCH = 1000;

/** A channel is turned round if the mix would otherwise lose more than this share of its power to the channels' cancelling each other. */
const MOST_CANCELLED = 0.2;

/**
 * Collects the channels of a recording, of which there are as many throughout, and mixes them to mono. A channel that is wired the wrong
 * way round, so that it would cancel the others, is turned round first. The mix is the mean of the channels in which something is heard, so
 * that silent ones, as those of surround sound with speech in the middle alone, do not make it faint.
 */
export class ChannelMix {
  readonly #stretches: (readonly Float32Array[])[] = [];
  #frames = 0;
  /** Sums of the products of how two channels change from sample to sample: in changes neither an offset nor hum counts. */
  #products: number[][] = [];

  /** Samples of one channel so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Adds samples of -1..1, or other numbers, which are cut off there; the arrays are kept, and changed. */
  add(channels: readonly Float32Array[]): void {
    for (const samples of channels) for (let at = 0; at < samples.length; at += 1) samples[at] = bounded(samples[at] ?? 0);
    this.#stretches.push(channels);
    this.#frames += channels[0]?.length ?? 0;
    if (channels.length > 1) this.#compare(channels);
  }

  /** The mix, stretch by stretch as they were added, in the arrays of their first channels; the collection is emptied on the way. */
  *mixed(): Generator<Float32Array, void> {
    const gains = gainsOf(this.#products);
    for (let channels = this.#stretches.shift(); channels !== undefined; channels = this.#stretches.shift()) {
      const [mono = new Float32Array()] = channels;
      if (channels.length > 1) mix(channels, gains, mono);
      yield mono;
    }
  }

  #compare(channels: readonly Float32Array[]): void {
    for (const [index, one] of channels.entries()) {
      const row = (this.#products[index] ??= []);
      for (const [place, other] of channels.slice(0, index + 1).entries()) {
        row[place] = (row[place] ?? 0) + product(one, other);
      }
    }
  }
}

/** How much two channels change together. */
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  const stride = one.length < SHORT_STRETCH ? 1 : STRIDE;
  for (let at = 1; at < one.length; at += stride) {
    sum += ((one[at] ?? 0) - (one[at - 1] ?? 0)) * ((other[at] ?? 0) - (other[at - 1] ?? 0));
  }
  return sum;
}

/** What each channel is multiplied by; empty for a single one. */
function gainsOf(products: readonly (readonly number[])[]): number[] {
  const powers = products.map((row, index) => row[index] ?? 0);
  const most = Math.max(...powers);
  if (!(most > 0)) return powers.map(() => 1 / powers.length);
  const loudest = powers.indexOf(most);
  const sounding = powers.filter((power) => power >= SILENT * most).length;
  return powers.map((power, index) => {
    const common = products[Math.max(index, loudest)]?.[Math.min(index, loudest)] ?? 0;
    return (2 * common < -MOST_CANCELLED * (power + most) ? -1 : 1) / sounding;
  });
}

function mix(channels: readonly Float32Array[], gains: readonly number[], mono: Float32Array): void {
  for (let at = 0; at < mono.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels.length; channel += 1) sum += (channels[channel]?.[at] ?? 0) * (gains[channel] ?? 0);
    mono[at] = bounded(sum);
  }
}

/** Lossy codecs and float files overshoot full scale, and a hostile file can contain NaN, which would spoil all that is computed from it. */
function bounded(value: number): number {
  if (value >= -1 && value <= 1) return value;
  return Number.isNaN(value) ? 0 : Math.sign(value);
}
