import type { Clock } from '../../ports/system.ts';

/** Milliseconds of checks after which whoever else waits for the thread gets it. */
const TURN_MS = 8;

/** What work of many small steps asks between two of them: a pause to wait for once it has held the thread long enough, else nothing. */
export function createBreather(clock: Clock): () => Promise<void> | undefined {
  let since = clock.elapsed();
  return () => {
    if (clock.elapsed() - since < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setTimeout(() => {
        since = clock.elapsed();
        resolve();
      }, 0);
    });
  };
}
