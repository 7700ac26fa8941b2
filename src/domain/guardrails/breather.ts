import { yieldThread } from '../../core/yield-thread.ts';
import type { Clock } from '../../ports/system.ts';

/** Milliseconds of checks after which whoever else waits for the thread gets it. */
const TURN_MS = 8;

/** Characters that are read between two looks at the clock, and what a step counts for beside those it reads. */
const LOOK_AFTER = 8192;
const A_STEP = 64;

/**
 * What work of many small steps asks before each of them, with the characters it is about: a pause to wait for once the work
 * has held the thread long enough, else nothing.
 */
export function createBreather(clock: Clock): (characters: number) => Promise<void> | undefined {
  let since = clock.elapsed();
  let read = 0;
  async function pause(): Promise<void> {
    await yieldThread();
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
