import { setPriority } from 'node:os';
import { platform } from 'node:process';

/** How far below the HTTP thread inference stands where cores are scarce: nice 10 halves its tail latency. */
const NICE = 10;

/** Lowers the priority of the thread that calls it, where the system has one for each thread. */
export function giveWay(): void {
  // Only on Linux does this lower the calling thread and not the whole process.
  if (platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it; inference then competes on equal terms.
  }
}
