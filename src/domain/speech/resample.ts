import type { Pcm } from '../../ports/speech.ts';
import { kaiserSinc, type FilterBank } from './filter-bank.ts';
import { inSlices } from './slices.ts';

/** Multiply-adds between two checks of the clock. */
const OPERATIONS_AT_A_TIME = 250_000;

/**
 * Converts audio to another sample rate (Hz) with a band-limited polyphase filter: flat within 0.1 dB up to 0.85 of the lower Nyquist
 * frequency, aliases and images at least 60 dB down, no delay. Works in slices, so that a long file does not block the thread.
 */
export async function resample(pcm: Pcm, sampleRate: number, signal?: AbortSignal): Promise<Pcm> {
  if (pcm.sampleRate === sampleRate) return pcm;
  const divisor = greatestCommonDivisor(pcm.sampleRate, sampleRate);
  const up = sampleRate / divisor;
  const down = pcm.sampleRate / divisor;
  const bank = await kaiserSinc(up, Math.min(1, up / down), signal);
  const samples = new Float32Array(Math.ceil((pcm.samples.length * up) / down));
  const step = Math.max(1, Math.floor(OPERATIONS_AT_A_TIME / bank.taps));
  await inSlices(samples.length, step, (from, to) => convolve(pcm.samples, samples, { from, to, up, down, bank }), signal);
  return { samples, sampleRate };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly up: number;
  readonly down: number;
  readonly bank: FilterBank;
}

function convolve(input: Float32Array, output: Float32Array, { from, to, up, down, bank }: Stretch): void {
  const { taps, phases, rows } = bank;
  // The position of an output sample in the input: whole samples, and the rest in parts of `up`.
  let whole = Math.floor((from * down) / up);
  let rest = from * down - whole * up;
  for (let index = from; index < to; index += 1) {
    const first = whole - taps / 2 + 1;
    const begin = first < 0 ? -first : 0;
    const end = first + taps > input.length ? input.length - first : taps;
    if (phases === up) {
      output[index] = dot(input, first + begin, rows, rest * taps + begin, end - begin);
    } else {
      const row = Math.floor((rest * phases) / up);
      const fraction = (rest * phases) / up - row;
      const before = dot(input, first + begin, rows, row * taps + begin, end - begin);
      const after = dot(input, first + begin, rows, (row + 1) * taps + begin, end - begin);
      output[index] = before + fraction * (after - before);
    }
    rest += down;
    while (rest >= up) {
      rest -= up;
      whole += 1;
    }
  }
}

/** Four independent sums, because in one each addition would wait for the one before it. */
function dot(a: Float32Array, aStart: number, b: Float32Array, bStart: number, length: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let index = 0;
  for (; index + 3 < length; index += 4) {
    first += (a[aStart + index] ?? 0) * (b[bStart + index] ?? 0);
    second += (a[aStart + index + 1] ?? 0) * (b[bStart + index + 1] ?? 0);
    third += (a[aStart + index + 2] ?? 0) * (b[bStart + index + 2] ?? 0);
    fourth += (a[aStart + index + 3] ?? 0) * (b[bStart + index + 3] ?? 0);
  }
  for (; index < length; index += 1) first += (a[aStart + index] ?? 0) * (b[bStart + index] ?? 0);
  return first + second + third + fourth;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
