import { readFileSync } from 'node:fs';

/** The kernel tells times in hundredths of a second, whatever its own ticks are (proc(5), USER_HZ). */
const TICK_MS = 10;
/** Place of the start among the fields behind the name of the program, which may hold anything. */
const START_FIELD = 19;

/** What the kernel says of a process, from its state on. */
function fieldsOf(pid: number): string[] {
  const told = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return told.slice(told.lastIndexOf(')') + 2).split(' ');
}

/** Whether a process has ended and only its number is still there, for a parent that does not ask how it ended. */
export function isDefunct(pid: number): boolean {
  try {
    return /^[ZX]/.test(fieldsOf(pid)[0] ?? '');
  } catch {
    return false;
  }
}

/** When a process began, in Unix milliseconds; undefined where the system does not say, as all but Linux. */
export function processStart(pid: number): number | undefined {
  try {
    const ticks = Number(fieldsOf(pid)[START_FIELD]);
    const [, boot] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
    const start = Number(boot) * 1000 + ticks * TICK_MS;
    return Number.isFinite(start) ? start : undefined;
  } catch {
    return undefined;
  }
}
