import type { Clock } from '../../ports/system.ts';

/** Numbers requests in the order in which they arrive. */
export interface ArrivalOrder {
  next(): number;
}

/**
 * Numbers are the time in microseconds as long as the clock goes forward, and one more than the last one when it does
 * not: a clock that is set back leaves the order as it was. `after` is the last number that was given before.
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
