import type { Pcm } from '../../../ports/speech.ts';

/** The last stretch of live audio, as 16-bit samples. Positions are in samples from the very first one. */
export interface SampleBuffer {
  readonly sampleRate: number;
  /** The oldest sample kept. */
  readonly start: number;
  /** Behind the newest one. */
  readonly end: number;
  append(samples: Int16Array): void;
  /** The samples from one position to another, of those that are kept. */
  read(from: number, to: number): Pcm;
  /** Forgets what is older. */
  dropBefore(position: number): void;
}

const FIRST_CAPACITY = 16_384;

/** Its memory follows what is kept, and is never copied for a few samples. `start` is the position of the first sample. */
export function createSampleBuffer(sampleRate: number, start = 0): SampleBuffer {
  let held = new Int16Array(FIRST_CAPACITY);
  /** Where the oldest kept sample is in `held`, and how many are kept. */
  let head = 0;
  let count = 0;
  let first = start;

  return {
    sampleRate,
    get start() {
      return first;
    },
    get end() {
      return first + count;
    },
    append(samples) {
      if (head + count + samples.length > held.length) {
        const capacity = Math.max(FIRST_CAPACITY, 2 * (count + samples.length));
        const next = capacity > held.length || capacity * 4 < held.length ? new Int16Array(capacity) : held;
        next.set(held.subarray(head, head + count));
        [held, head] = [next, 0];
      }
      held.set(samples, head + count);
      count += samples.length;
    },
    read(from, to) {
      const begin = Math.min(Math.max(from - first, 0), count);
      const end = Math.min(Math.max(to - first, begin), count);
      const samples = new Float32Array(end - begin);
      for (let index = 0; index < samples.length; index += 1) samples[index] = (held[head + begin + index] ?? 0) / 32_768;
      return { samples, sampleRate };
    },
    dropBefore(position) {
      const dropped = Math.min(Math.max(position - first, 0), count);
      head += dropped;
      count -= dropped;
      first += dropped;
    },
  };
}
