import { readFileSync } from 'node:fs';

/** Linux's list of what a process ignores, in which a signal's bit is its number less one. */
const STATUS = '/proc/self/status';
const HANG_UP = 1n;

/** A signal that asks a process to stop. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** The signals that end Parley in order. The closing of its terminal is one, unless it was started to outlive that, as with nohup. */
export function stopSignals(readStatus: () => string = () => readFileSync(STATUS, 'utf8')): readonly StopSignal[] {
  return outlivesTerminal(readStatus) ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

function outlivesTerminal(readStatus: () => string): boolean {
  try {
    const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readStatus()) ?? [];
    return ignored === undefined || (BigInt(`0x${ignored}`) & HANG_UP) !== 0n;
  } catch {
    // Where that cannot be told, it is left as it is.
    return true;
  }
}
