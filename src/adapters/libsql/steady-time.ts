import type { Clock } from '../../ports/system.ts';

/** The time of a clock that may be set, for what must not be done by a wrong time. */
export interface SteadyTime {
  /** The time; undefined while the clock was set too lately to be believed. */
  now(): Date | undefined;
}

/** How far the clock may go from the time that has passed since it was last asked: it is adjusted a little now and then. */
const TOLERANCE_MS = 300_000;
/** After how long a clock that was set is believed. */
const SETTLED_MS = 3_600_000;

/** Believes the clock at first. */
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
