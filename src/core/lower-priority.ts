/** The niceness of background work where cores are scarce: nice 10 halves the tail latency of the HTTP thread. */
const NICE = 10;

/**
 * Lowers the priority of the calling thread. `setPriority` is that of `node:os` and `platform` that of `node:process`: only
 * Linux has a priority for each thread, elsewhere it would be that of the whole process.
 */
export function lowerPriority(platform: string, setPriority: (priority: number) => void): void {
  if (platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it; the work then competes on equal terms.
  }
}
