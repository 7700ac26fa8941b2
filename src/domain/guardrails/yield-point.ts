import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Clock } from '../../ports/system.ts';

/** Milliseconds of work after which other requests get the thread. */
const TURN_MS = 8;

/** Characters read between two looks at the clock, and how many characters the overhead of a step counts for. */
const LOOK_AFTER = 8192;
const A_STEP = 64;

/**
 * For work of many small steps. Called before each step with the characters it reads, the result is a pause to await once the
 * work has held the thread long enough, and undefined before.
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
