/** Measures of 16 kHz speech that tests compare. */

/** Hz. */
export const MEASURED_RATE = 16_000;
const FRAME = 640;
const STEP = 160;

/** The largest distance from zero. */
export function peak(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** Seconds of the longest stretch below -40 dBFS, the two ends left out. */
export function longestSilence(samples: Float32Array): number {
  const loud = (sample: number): boolean => Math.abs(sample) > 0.01;
  const end = samples.findLastIndex(loud);
  let [last, longest] = [samples.findIndex(loud), 0];
  for (let at = last; at <= end; at += 1) {
    if (!loud(samples[at] ?? 0)) continue;
    longest = Math.max(longest, at - last);
    last = at;
  }
  return longest / MEASURED_RATE;
}

/** The median fundamental frequency in Hz of the voiced 40 ms frames, by normalised autocorrelation from 60 to 320 Hz; NaN without any. */
export function medianPitch(samples: Float32Array): number {
  const found: number[] = [];
  for (let start = 0; start + FRAME * 2 <= samples.length; start += STEP) {
    const pitch = framePitch(samples.subarray(start, start + FRAME * 2));
    if (pitch !== undefined) found.push(pitch);
  }
  return found.toSorted((one, other) => one - other)[found.length >> 1] ?? Number.NaN;
}

function framePitch(samples: Float32Array): number | undefined {
  const [shortest, longest] = [MEASURED_RATE / 320, Math.floor(MEASURED_RATE / 60)];
  const likeness: number[] = [];
  let best = 0;
  for (let lag = shortest; lag <= longest; lag += 1) {
    let [product, own, shifted] = [0, 1e-6, 1e-6];
    for (let at = 0; at < FRAME; at += 1) {
      const [one, other] = [samples[at] ?? 0, samples[at + lag] ?? 0];
      product += one * other;
      own += one * one;
      shifted += other * other;
    }
    if (own < FRAME * 0.0004) return undefined;
    const alike = product / Math.sqrt(own * shifted);
    likeness[lag] = alike;
    best = Math.max(best, alike);
  }
  if (best < 0.6) return undefined;
  // The first peak nearly as high as the highest: twice the period is as alike.
  for (let lag = shortest + 1; lag < longest; lag += 1) {
    const here = likeness[lag] ?? 0;
    if (here > best * 0.9 && here >= (likeness[lag - 1] ?? 0) && here >= (likeness[lag + 1] ?? 0)) return MEASURED_RATE / lag;
  }
  return undefined;
}
