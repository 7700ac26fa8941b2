import { readFileSync } from 'node:fs';
import { kill, pid as ownPid } from 'node:process';
import { systemCodeOf } from '../../core/errors.ts';

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

/** By how much a process may seem to have started after what it wrote, since clocks are adjusted. */
const ADJUSTED_MS = 60_000;

/**
 * Whether a process that ran at a time, in Unix milliseconds, still runs. What has the id of this process, which has just started, is from
 * an earlier one; and after a reboot another program may have the id.
 */
export function isStillRunning(pid: number, ranAt: number): boolean {
  if (pid === ownPid) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    if (systemCodeOf(error) !== 'EPERM') return false;
  }
  if (isDefunct(pid)) return false;
  const start = processStart(pid);
  return start === undefined || start < ranAt + ADJUSTED_MS;
}
