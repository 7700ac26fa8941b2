import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { kill, pid as ownPid } from 'node:process';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';

export interface SpooledJournalOptions {
  /** Where entries end up; used, and disposed together with the spool. */
  readonly journal: Journal;
  /** Folder of the spool, made when it is not there. Processes may share it. */
  readonly folder: string;
  readonly logger: Logger;
  /** How often what was stored meanwhile is taken out of the spool, 1000 ms by default. */
  readonly segmentMs?: number;
}

/** How many entries of an earlier process are given to the journal before it is waited for. */
const RECOVERY_BATCH = 1000;
const SEGMENT = /^(\d+)-\d+-\d+\.jsonl$/;

/**
 * A journal that loses nothing when its process is killed: every entry is appended to a file before `record` returns,
 * which costs some microseconds, and taken out once the journal has stored it. What an earlier process left is stored
 * before this resolves. A file that cannot be written is logged, and the journal goes on without it. The power going may
 * still lose what the operating system has not written to the disk.
 */
export async function openSpooledJournal({ journal, folder, logger, segmentMs = 1000 }: SpooledJournalOptions): Promise<Journal> {
  mkdirSync(folder, { recursive: true });
  await recover(journal, folder, logger);
  const started = Date.now();
  let count = 0;
  let segment: { readonly path: string; readonly file: number } | undefined;
  let isBroken = false;
  let settling: Promise<void> = Promise.resolve();

  function append(entry: JournalEntry): void {
    try {
      segment ??= openSegment();
      writeSync(segment.file, `${JSON.stringify(entry)}\n`);
      isBroken = false;
    } catch (error) {
      // One line for a full disk, not one for every request.
      if (!isBroken)
        logger.error('the spool of the journal cannot be written', { reason: error instanceof Error ? error.message : 'unknown' });
      isBroken = true;
    }
  }

  function openSegment(): { readonly path: string; readonly file: number } {
    const path = join(folder, `${ownPid}-${started}-${(count += 1)}.jsonl`);
    return { path, file: openSync(path, 'a') };
  }

  /** Ends the segment; it goes once all of it is stored, and stays for the next start when some of it could not be. */
  async function settle(): Promise<void> {
    if (segment === undefined) return;
    const { path, file } = segment;
    segment = undefined;
    closeSync(file);
    try {
      await journal.flush();
      await rm(path, { force: true });
    } catch (error) {
      logger.warn('a part of the journal stays in its spool', { reason: error instanceof Error ? error.message : 'unknown' });
    }
  }

  const timer = setInterval(() => {
    settling = settling.then(settle);
  }, segmentMs);

  return {
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
    ping: (signal) => journal.ping(signal),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await settling;
      await settle();
      await journal[Symbol.asyncDispose]();
    },
  };
}

async function recover(journal: Journal, folder: string, logger: Logger): Promise<void> {
  for (const name of (await readdir(folder)).toSorted()) {
    const pid = Number(SEGMENT.exec(name)?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(folder, name);
    // A line that was cut off belongs to a request that got no answer.
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    let recovered = 0;
    try {
      for (const line of lines) {
        journal.record(readEntry(line));
        recovered += 1;
        if (recovered % RECOVERY_BATCH === 0) await journal.flush();
      }
      await journal.flush();
      await rm(path, { force: true });
      logger.info('journal entries of an earlier process were stored', { entries: recovered });
    } catch (error) {
      logger.error('journal entries of an earlier process stay in the spool', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

function readEntry(line: string): JournalEntry {
  const { request, decisions, debug } = JSON.parse(line) as JournalEntry;
  return {
    request: {
      ...request,
      receivedAt: new Date(request.receivedAt),
      verdict: request.verdict ?? undefined,
      keyName: request.keyName ?? undefined,
      error: request.error ?? undefined,
      preview: request.preview ?? undefined,
    },
    decisions,
    debug: debug.map((entry) => ({ ...entry, at: new Date(entry.at), part: entry.part ?? undefined, reason: entry.reason ?? undefined })),
  };
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
