import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import { createSpoolSegment, ingestSegment, type SpoolSegment } from './spool-segment.ts';

export interface SpooledJournalOptions {
  /** Where entries end up; used, and disposed together with the spool. */
  readonly journal: Journal;
  /** Folder of the spool, made when it is not there. Processes may share it. */
  readonly folder: string;
  readonly logger: Logger;
  /** How often what was stored meanwhile is taken out of the spool, 1000 ms by default. */
  readonly segmentMs?: number;
  /** How many entries the journal has lost so far; what was spooled while it lost some stays in the spool. */
  readonly lost?: () => number;
  /** Most bytes of the spool, 1 GiB by default. While it is full the journal goes on without it. */
  readonly maxBytes?: number;
}

/** A journal with a spool in front of it. */
export interface SpooledJournal extends Journal {
  /** Bytes written to the spool and not taken out of it yet, as far as this process wrote them. */
  readonly spooledBytes: number;
}

/** A segment whose entries are not all stored. */
interface Kept {
  readonly path: string;
  readonly bytes: number;
}

const SEGMENT = /^(\d+)-(\d+)-(\d+)\.jsonl$/;

/**
 * A journal that loses nothing when its process is killed: every entry is appended to a file before `record` returns,
 * which costs some microseconds, and taken out once the journal has stored it. What the journal lost, and what an earlier
 * process left (before this resolves), is given to it again. A file that cannot be written is logged, and the journal goes
 * on without it. The power going may still lose what the operating system has not written to the disk.
 */
export async function openSpooledJournal(options: SpooledJournalOptions): Promise<SpooledJournal> {
  const { journal, folder, logger, segmentMs = 1000, lost = () => 0, maxBytes = 1_073_741_824 } = options;
  mkdirSync(folder, { recursive: true });
  await recover(journal, folder, logger);
  const started = Date.now();
  const kept: Kept[] = [];
  let keptBytes = 0;
  let count = 0;
  let segment: { readonly file: SpoolSegment; readonly lostBefore: number } | undefined;
  let isBroken = false;
  let settling: Promise<void> = Promise.resolve();

  function append(entry: JournalEntry): void {
    try {
      if (keptBytes + (segment?.file.bytes ?? 0) >= maxBytes) throw new Error(`it holds its ${maxBytes} bytes`);
      segment ??= { file: createSpoolSegment(join(folder, `${ownPid}-${started}-${(count += 1)}.jsonl`)), lostBefore: lost() };
      segment.file.append(entry);
      isBroken = false;
    } catch (error) {
      // One line for a full disk, not one for every request.
      if (!isBroken) logger.error('the spool of the journal cannot be written', { reason: reasonOf(error) });
      isBroken = true;
    }
  }

  /** Ends the segment; it goes once all of it is stored, and stays when some of it could not be. */
  async function settle(): Promise<void> {
    const ended = segment;
    segment = undefined;
    if (ended !== undefined) {
      ended.file.close();
      kept.push({ path: ended.file.path, bytes: ended.file.bytes });
      keptBytes += ended.file.bytes;
    }
    const [oldest] = kept;
    if (oldest === undefined) return;
    try {
      if (oldest.path === ended?.file.path) {
        await journal.flush();
        if (lost() > ended.lostBefore) throw new Error('the journal lost a part of it');
      } else {
        await ingest(oldest.path, ended?.lostBefore ?? lost());
      }
      await rm(oldest.path, { force: true });
      kept.shift();
      keptBytes -= oldest.bytes;
    } catch (error) {
      logger.warn('a part of the journal stays in its spool', { reason: reasonOf(error) });
    }
  }

  async function ingest(path: string, lostBefore: number): Promise<void> {
    const { stored } = await ingestSegment(path, journal);
    if (lost() > lostBefore) throw new Error('the journal lost a part of it');
    logger.info('journal entries that could not be stored were stored', { entries: stored });
  }

  async function settleAll(): Promise<void> {
    // More than one is there only after the journal lost something.
    do {
      const before = kept.length;
      await settle();
      if (kept.length > 0 && kept.length >= before) return;
    } while (kept.length > 0);
  }

  const timer = setInterval(() => {
    settling = settling.then(settleAll);
  }, segmentMs);

  return {
    get spooledBytes() {
      return keptBytes + (segment?.file.bytes ?? 0);
    },
    record(entry) {
      append(entry);
      journal.record(entry);
    },
    flush: () => journal.flush(),
    requests: (query) => journal.requests(query),
    request: (id) => journal.request(id),
    stats: (query) => journal.stats(query),
    decisions: (id) => journal.decisions(id),
    debug: (id, query) => journal.debug(id, query),
    content: (id) => journal.content(id),
    report: (query) => journal.report(query),
    ping: (signal) => journal.ping(signal),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await settling;
      await settleAll();
      await journal[Symbol.asyncDispose]();
    },
  };
}

/** Stores what processes left that do not run any more, in the order in which it was written. */
async function recover(journal: Journal, folder: string, logger: Logger): Promise<void> {
  const left: { readonly path: string; readonly began: number; readonly number: number }[] = [];
  for (const name of await readdir(folder)) {
    const [, pid, began, number] = (SEGMENT.exec(name) ?? []).map(Number);
    if (pid === undefined || began === undefined || number === undefined || isAlive(pid)) continue;
    left.push({ path: join(folder, name), began, number });
  }
  for (const { path } of left.toSorted((a, b) => a.began - b.began || a.number - b.number)) {
    try {
      const { size } = await stat(path);
      const { stored, skipped } = await ingestSegment(path, journal);
      await rm(path, { force: true });
      logger.info('journal entries of an earlier process were stored', { entries: stored, skipped, bytes: size });
    } catch (error) {
      logger.error('journal entries of an earlier process stay in the spool', { reason: reasonOf(error) });
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}

/** Whether a process of this number runs. Ours has just begun, so what bears its number is from one before it. */
function isAlive(pid: number): boolean {
  if (pid === ownPid) return false;
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
