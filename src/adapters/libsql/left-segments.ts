import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pid as ownPid } from 'node:process';
import { messageOf } from '../../core/errors.ts';
import type { Logger } from '../../ports/system.ts';
import { isStillRunning } from './process-start.ts';
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
    if (pid === undefined || began === undefined || number === undefined || isStillRunning(pid, began)) continue;
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
