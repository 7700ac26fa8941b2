import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { abortable, deadline } from '../../core/abort.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import type { Journal, JournalEntry } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import { writeLine } from './journal-line.ts';
import { leftSegments, segmentName } from './left-segments.ts';
import { READ_WAIT_MS, readWait } from './read-wait.ts';
import { createSpoolSegment, type SpoolSegment } from './spool-segment.ts';

/** Size in bytes after which another segment is started; a segment is deleted when all of it is stored. */
const SEGMENT_BYTES = 8_388_608;

export interface SpooledJournalOptions {
  /**
   * Where entries are finally stored; used, and disposed together with the spool. It gets entries directly while the spool cannot be
   * written.
   */
  readonly journal: Journal;
  /** Stores the spool's entries, one per line. If it rejects, the same lines are passed again later. */
  readonly storeLines: (lines: Uint8Array) => Promise<void>;
  /** Folder of the spool, created if it is missing. Processes may share it. */
  readonly folder: string;
  readonly logger: Logger;
  /** How long an entry on the disk waits for others to be stored with, 250 ms by default; a read does not wait for it. */
  readonly batchMs?: number;
  /** How long a request must run before it is recorded as running, 100 ms by default. */
  readonly runningMs?: number;
  /** How many bytes are stored at a time, 524 288 by default; a longer entry is stored alone. */
  readonly batchBytes?: number;
  /** Largest size of the spool in bytes, 1 GiB by default. While it is full the journal is used without it. */
  readonly maxBytes?: number;
  /** Pauses in milliseconds before storing is tried again: 50, 200, 1000 and 3000 by default, then the last one repeatedly. */
  readonly retryMs?: readonly number[];
  /**
   * How long a read waits for earlier records, 5000 ms by default; then it throws `unavailable`. The start and the end wait for the
   * database as long; what is not stored by then stays in the spool.
   */
  readonly readWaitMs?: number;
}

/** A journal with a spool in front of it. */
export interface SpooledJournal extends Journal {
  /** Bytes on the disk that are not stored yet, of this process and of ended ones. */
  readonly spooledBytes: number;
}

interface Flush {
  /** How many bytes must have been stored. */
  readonly upTo: number;
  readonly settle: PromiseWithResolvers<void>;
}

const TRIAL_BYTES = 8192;

/** Only its owner may read the folder, or one that is created around it. */
const FOLDER = { recursive: true, mode: 0o700 } as const;

/**
 * A journal that loses nothing if its process is killed or its database cannot keep up: the entry of a request that has ended is
 * appended to a file before `record` returns, which takes some microseconds, and the database is filled from that file. Only requests
 * that have just begun wait in memory. What an earlier process left is stored first, before this resolves, as long as the database
 * accepts it. If the file cannot be written, that is logged, and the journal is used without it. A power failure may still lose what the
 * operating system has not written to the disk.
 */
export async function openSpooledJournal(options: SpooledJournalOptions): Promise<SpooledJournal> {
  const { journal, storeLines, folder, logger, batchMs = 250, batchBytes = 524_288 } = options;
  const { maxBytes = 1_073_741_824, retryMs = [50, 200, 1000, 3000], runningMs = 100, readWaitMs = READ_WAIT_MS } = options;
  mkdirSync(folder, FOLDER);
  const started = Date.now();
  const segments = await leftSegments(folder, logger);
  let appended = segments.reduce((sum, { bytes }) => sum + bytes, 0);
  let stored = 0;
  let count = 0;
  let current: SpoolSegment | undefined;
  let isBroken = false;
  let failures = 0;
  /** Since when nothing of what waits has been stored, on `performance.now()`. */
  let waitsSince = 0;
  let draining: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushes: Flush[] = [];
  const running = new Map<string, JournalEntry>();
  let runningTimer: ReturnType<typeof setTimeout> | undefined;

  function append(line: string): void {
    if (appended - stored >= maxBytes) throw new Error(`it holds its ${maxBytes} bytes`);
    if (current === undefined || current.bytes >= SEGMENT_BYTES) {
      mkdirSync(folder, FOLDER);
      current = createSpoolSegment(join(folder, segmentName(started, (count += 1))));
      segments.push(current);
    }
    if (stored === appended) waitsSince = performance.now();
    const before = current.bytes;
    try {
      current.append(line);
    } finally {
      // A full disk takes no other file either.
      appended += current.bytes - before;
    }
  }

  /** Most requests end soon, so that one line is enough. */
  function record(entry: JournalEntry): void {
    const { id, status } = entry.request;
    if (status === 'running') {
      running.set(id, entry);
      runningTimer ??= setTimeout(writeRunning, runningMs);
      return;
    }
    running.delete(id);
    write(entry);
  }

  function writeRunning(): void {
    clearTimeout(runningTimer);
    runningTimer = undefined;
    for (const entry of running.values()) write(entry);
    running.clear();
  }

  /** Appends a line, which is stored soon. */
  function put(line: string): void {
    append(line);
    isBroken = false;
    timer ??= setTimeout(start, batchMs);
  }

  function write(entry: JournalEntry): void {
    try {
      put(writeLine(entry));
    } catch (error) {
      // One log line for a full disk, not one per request.
      if (!isBroken) logger.error('the spool for records cannot be written', { reason: messageOf(error) });
      isBroken = true;
      journal.record(entry);
    }
  }

  /** Writes empty lines, about as many bytes as an entry, to find out whether the disk takes them. */
  function tryToWrite(): void {
    try {
      put('\n'.repeat(TRIAL_BYTES));
    } catch {
      // It stays broken.
    }
  }

  /** Stores the next lines of the oldest segment, and deletes it once all of it is stored. */
  async function step(oldest: SpoolSegment): Promise<void> {
    if (oldest.taken < oldest.bytes) {
      const { lines, bytes } = await oldest.next(batchBytes);
      if (lines.length > 0) await storeLines(lines);
      oldest.take(bytes);
      stored += bytes;
      waitsSince = performance.now();
      return;
    }
    if (oldest === current) current = undefined;
    oldest.close();
    segments.shift();
    await rm(oldest.path, { force: true });
  }

  /** Whether to store at once: a batch is full, a read waits, or a segment is complete. */
  function isDue(): boolean {
    return appended - stored >= batchBytes || flushes.length > 0 || segments.length > 1 || stored === appended;
  }

  /** Stores what has arrived. Later lines wait for more, as every few lines would be a transaction of their own. */
  async function drain(): Promise<void> {
    const upTo = appended;
    for (let [oldest] = segments; oldest !== undefined && (stored < upTo || isDue()); [oldest] = segments) {
      try {
        await step(oldest);
        if (failures > 0) logger.info('the database stores the records of the spool again', { bytes: appended - stored });
        failures = 0;
        settle((flush) => flush.upTo <= stored, undefined);
      } catch (error) {
        failures += 1;
        if (failures === retryMs.length + 1) {
          logger.error('the database cannot store records; they wait in the spool', { bytes: appended - stored, reason: messageOf(error) });
        }
        if (failures > retryMs.length) settle(() => true, error);
        // Whoever removed the folder may have removed its parent, in which the database is created again.
        await mkdir(folder, FOLDER).catch(() => undefined);
        timer ??= setTimeout(start, retryMs[failures - 1] ?? retryMs.at(-1) ?? batchMs);
        return;
      }
    }
    settle(() => true, undefined);
  }

  function settle(isDone: (flush: Flush) => boolean, failure: unknown): void {
    for (const flush of flushes) {
      if (!isDone(flush)) continue;
      if (failure === undefined) flush.settle.resolve();
      else flush.settle.reject(failure);
    }
    flushes = flushes.filter((flush) => !isDone(flush));
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    draining ??= drain().finally(() => {
      draining = undefined;
      // What arrived while the last segment was deleted.
      if (segments.length > 0) timer ??= setTimeout(start, batchMs);
    });
  }

  async function flush(): Promise<void> {
    writeRunning();
    if (stored < appended) {
      const own: Flush = { upTo: appended, settle: Promise.withResolvers() };
      flushes.push(own);
      start();
      await own.settle.promise;
    }
    await journal.flush();
  }

  const upToDate = (): Promise<void> => readWait(flush(), readWaitMs);

  /** Waits for what an earlier process left, as long as there is progress. */
  async function storeLeft(): Promise<void> {
    const storing = flush();
    for (;;) {
      const before = stored;
      try {
        return await readWait(storing, readWaitMs);
      } catch (error) {
        if (stored === before) throw error;
      }
    }
  }

  if (segments.length > 0) {
    const bytes = appended;
    await storeLeft().then(
      () => logger.info('records that an earlier process left in the spool were stored', { bytes }),
      (error: unknown) =>
        logger.error('records that an earlier process left in the spool cannot be stored yet', { bytes, reason: messageOf(error) }),
    );
  }

  return {
    get spooledBytes() {
      return appended - stored;
    },
    record,
    flush,
    requests: async (query) => upToDate().then(() => journal.requests(query)),
    request: async (id) => upToDate().then(() => journal.request(id)),
    stats: async (query) => upToDate().then(() => journal.stats(query)),
    decisions: async (id) => upToDate().then(() => journal.decisions(id)),
    debug: async (id, query) => upToDate().then(() => journal.debug(id, query)),
    content: async (id) => upToDate().then(() => journal.content(id)),
    report: async (query) => upToDate().then(() => journal.report(query)),
    countByRule: async (query) => upToDate().then(() => journal.countByRule(query)),
    async ping(signal) {
      await journal.ping(signal);
      // Requests may not come while this reports the journal as degraded, so it tries to write itself.
      if (isBroken) tryToWrite();
      if (isBroken)
        throw new ServiceError('unavailable', 'The spool of records cannot be written; what is not stored yet would go with this process.');
      // A locked database fails so slowly that failures alone do not show it.
      const isLate = stored < appended && performance.now() - waitsSince > readWaitMs;
      if (isLate || failures > retryMs.length)
        throw new ServiceError('unavailable', 'Records cannot be stored right now; they wait in the spool.');
    },
    async [Symbol.asyncDispose]() {
      const limit = deadline(readWaitMs);
      await abortable(flush(), limit).catch((error: unknown) => {
        logger.error('stopped before all records of the spool were stored; the next start stores the rest', {
          bytes: appended - stored,
          reason: messageOf(error),
        });
      });
      await abortable(draining ?? Promise.resolve(), limit).catch(() => undefined);
      clearTimeout(timer);
      for (const segment of segments) segment.close();
      await journal[Symbol.asyncDispose]();
    },
  };
}
