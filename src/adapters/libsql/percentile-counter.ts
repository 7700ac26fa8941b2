import type { Percentiles } from '../../ports/journal.ts';

/** Finds percentiles of any number of values in little memory. */
export interface PercentileCounter {
  /** Takes microseconds as whole numbers; more than 71 minutes count as that. */
  add(microseconds: number): void;
  /** In milliseconds. */
  read(): Percentiles;
}

/** Values below 2048 µs are counted exactly, larger ones in classes of the same eleven leading bits: at most 0.1 % apart. */
const LEADING = 1024;
const LARGEST = 4_294_967_295;
const PLACES = 23 * LEADING;

/** A log-linear histogram. Its answer is the largest value of a class, so a single value is exact. */
export function createPercentileCounter(): PercentileCounter {
  const counts = new Uint32Array(PLACES);
  const largest = new Float64Array(PLACES);
  let total = 0;

  function at(share: number): number {
    let left = Math.max(1, Math.ceil(share * total));
    for (const [place, count] of counts.entries()) {
      left -= count;
      if (count > 0 && left <= 0) return (largest[place] ?? 0) / 1000;
    }
    return 0;
  }

  return {
    add(microseconds) {
      const value = Math.min(microseconds, LARGEST);
      const shift = Math.max(0, 21 - Math.clz32(value));
      const place = shift * LEADING + (value >>> shift);
      counts[place] = (counts[place] ?? 0) + 1;
      if (value > (largest[place] ?? 0)) largest[place] = value;
      total += 1;
    },
    read: () => ({ p50: at(0.5), p95: at(0.95), p99: at(0.99) }),
  };
}
