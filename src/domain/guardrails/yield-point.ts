import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Clock } from '../../ports/system.ts';

/** Milliseconds of work after which the event loop gets a turn. */
const TURN_MS = 8;

/** Characters of work between two readings of the clock, and the per-step overhead expressed in characters. */
const LOOK_AFTER = 8192;
const A_STEP = 64;

/**
 * Cooperative scheduling for work of many small steps. Call it before each step with the number of characters to be read: it
 * returns a promise to await once the work has held the thread for long enough, and undefined before that.
 */
export function createYieldPoint(clock: Clock): (characters: number) => Promise<void> | undefined {
  let since = clock.elapsed();
  let read = 0;
  async function pause(): Promise<void> {
    await yieldToEventLoop();
    since = clock.elapsed();
  }
  return (characters) => {
    const before = read;
    read += characters + A_STEP;
    if (before < LOOK_AFTER) return undefined;
    read = characters;
    return clock.elapsed() - since < TURN_MS ? undefined : pause();
  };
}
