import { inSlices } from './slices.ts';

/** A low-pass filter sampled at `phases` offsets between two input samples, one row of `taps` weights each, and one row more. */
export interface FilterBank {
  readonly taps: number;
  readonly phases: number;
  readonly rows: Float32Array;
}

/** Stop-band attenuation in dB that the window is designed for; above the 60 dB promised, to leave room for rounding. */
const ATTENUATION_DB = 72;

/** Where the pass band ends, as a share of the lower Nyquist frequency. The stop band begins at 1. */
const PASS_BAND = 0.88;

/** With more phases than this, rows between two offsets are interpolated instead of stored; with 512 the error is 105 dB down. */
const MOST_PHASES = 1024;
const INTERPOLATED_PHASES = 512;

/**
 * Designs a Kaiser-windowed sinc filter (J. F. Kaiser, "Nonrecursive digital filter design using the
 * I0-sinh window function", 1974). `up` is the number of distinct offsets, `band` the share of the
 * input's Nyquist frequency that may pass.
 */
export async function kaiserSinc(up: number, band: number, signal?: AbortSignal): Promise<FilterBank> {
  const transition = Math.PI * band * (1 - PASS_BAND);
  const half = Math.ceil((ATTENUATION_DB - 7.95) / (2.285 * transition) / 2);
  const beta = 0.1102 * (ATTENUATION_DB - 8.7);
  const cutoff = (band * (1 + PASS_BAND)) / 2;
  const taps = half * 2;
  const phases = up <= MOST_PHASES ? up : INTERPOLATED_PHASES;
  const rows = new Float32Array((phases + 1) * taps);
  const peak = bessel(beta);
  const weight = (offset: number): number => {
    const edge = offset / half;
    return edge * edge >= 1 ? 0 : sinc(cutoff * offset) * (bessel(beta * Math.sqrt(1 - edge * edge)) / peak);
  };
  const fillRow = (phase: number): void => {
    const row = rows.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap += 1) row[tap] = weight(phase / phases + half - 1 - tap);
    // A sum of exactly 1 keeps a constant input constant, whatever the offset.
    const sum = row.reduce((total, value) => total + value, 0);
    for (let tap = 0; tap < taps; tap += 1) row[tap] = (row[tap] ?? 0) / sum;
  };
  await inSlices(
    phases + 1,
    4,
    (from, to) => {
      for (let phase = from; phase < to; phase += 1) fillRow(phase);
    },
    signal,
  );
  return { taps, phases, rows };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel(x: number): number {
  const quarter = (x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}
