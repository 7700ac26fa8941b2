import type { Clock } from '../../ports/system.ts';

/** Numbers requests in the order in which they arrive. */
export interface ArrivalOrder {
  next(): number;
}

/**
 * A number is the Unix time in microseconds, or one more than the last number if that is higher, so setting the clock back does not change
 * the order. `after` is the highest number used so far, including by earlier processes.
 */
export function createArrivalOrder({ clock, after }: { readonly clock: Clock; readonly after: number }): ArrivalOrder {
  let last = after;
  return {
    next() {
      last = Math.max(last + 1, clock.now().getTime() * 1000);
      return last;
    },
  };
}
