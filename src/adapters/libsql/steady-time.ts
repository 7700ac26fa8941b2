import type { Clock } from '../../ports/system.ts';

/** The time of a clock that may be set, for actions that a wrong time must not cause. */
export interface SteadyTime {
  /** The time; undefined if the clock was set too recently to be trusted. */
  now(): Date | undefined;
}

/** How far the clock may differ from the time elapsed since the last call, in milliseconds: clocks are adjusted slightly now and then. */
const TOLERANCE_MS = 300_000;
/** How long after being set a clock is trusted, in milliseconds. */
const SETTLED_MS = 3_600_000;

/** Trusts the clock at first. */
export function createSteadyTime(clock: Clock): SteadyTime {
  let offset = clock.now().getTime() - clock.elapsed();
  let setAt: number | undefined;
  return {
    now() {
      const now = clock.now();
      const elapsed = clock.elapsed();
      const current = now.getTime() - elapsed;
      if (Math.abs(current - offset) > TOLERANCE_MS) setAt = elapsed;
      offset = current;
      if (setAt !== undefined && elapsed - setAt < SETTLED_MS) return undefined;
      setAt = undefined;
      return now;
    },
  };
}
