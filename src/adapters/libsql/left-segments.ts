import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import { messageOf, systemCodeOf } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import { isDefunct, processStart } from './process-start.ts';
import { openSpoolSegment, type SpoolSegment } from './spool-segment.ts';

const SEGMENT = /^(\d+)-(\d+)-(\d+)\.jsonl$/;

/** The file name of a segment of this process: its id, when it started (Unix time in milliseconds) and the segment's number. */
export function segmentName(started: number, number: number): string {
  return `${ownPid}-${started}-${number}.jsonl`;
}

/** The segments that processes left which no longer run, in the order they were written. One that cannot be read is logged and left out. */
export async function leftSegments(folder: string, logger: Logger): Promise<SpoolSegment[]> {
  const left: { readonly path: string; readonly began: number; readonly number: number }[] = [];
  for (const name of await readdir(folder)) {
    const [, pid, began, number] = (SEGMENT.exec(name) ?? []).map(Number);
    if (pid === undefined || began === undefined || number === undefined || isWriting(pid, began)) continue;
    left.push({ path: join(folder, name), began, number });
  }
  const segments: SpoolSegment[] = [];
  for (const { path } of left.toSorted((a, b) => a.began - b.began || a.number - b.number)) {
    try {
      segments.push(openSpoolSegment(path, (await stat(path)).size));
    } catch (error) {
      logger.error('records that an earlier process left in the spool cannot be read', { reason: messageOf(error) });
    }
  }
  return segments;
}

/** By how much a process may seem to have started after its first segment, since clocks are adjusted. */
const ADJUSTED_MS = 60_000;

/**
 * Whether the process that wrote a segment still runs. This process has just started, so a segment with its id is from an
 * earlier process; and after a reboot another program may have the id.
 */
function isWriting(pid: number, began: number): boolean {
  if (pid === ownPid) return false;
  try {
    kill(pid, 0);
  } catch (error) {
    if (systemCodeOf(error) !== 'EPERM') return false;
  }
  if (isDefunct(pid)) return false;
  const start = processStart(pid);
  return start === undefined || start < began + ADJUSTED_MS;
}
