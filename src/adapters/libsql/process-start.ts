import { readFileSync } from 'node:fs';

/** The kernel reports times in hundredths of a second, whatever its own ticks are (proc(5), USER_HZ). */
const TICK_MS = 10;
/** Index of the start time among the fields after the program's name, which may contain anything. */
const START_FIELD = 19;

/** The kernel's status of a process, from its state on. */
function fieldsOf(pid: number): string[] {
  const told = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return told.slice(told.lastIndexOf(')') + 2).split(' ');
}

/** Whether a process has ended and only its entry remains until its parent reads the exit status. */
export function isDefunct(pid: number): boolean {
  try {
    return /^[ZX]/.test(fieldsOf(pid)[0] ?? '');
  } catch {
    return false;
  }
}

/** When a process started, in Unix milliseconds; undefined on systems other than Linux. */
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
