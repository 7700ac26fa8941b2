import { abortable, deadline } from '../../core/abort.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Journal, ListedRequest, Page, RequestQuery } from '../../ports/journal.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { createEntryQueue, reasonOf } from './entry-queue.ts';
import { writeLine, type RequestDetails } from './journal-line.ts';
import { pageStatement, type PageKey } from './journal-pages.ts';
import type { RecordReads } from './journal-reads.ts';
import { countByRule, readRuleReport } from './journal-report.ts';
import { createRetention } from './journal-retention.ts';
import { keyOf, searchPreviews, type OpenPreview } from './journal-search.ts';
import { readJournalStats } from './journal-stats.ts';
import { migrated } from './migrate.ts';
import { JOURNAL_MIGRATIONS } from './migrations.ts';
import { isRefusal, storeOneByOne } from './one-by-one.ts';
import { READ_WAIT_MS, readWait } from './read-wait.ts';

export interface LibsqlJournalOptions {
  /** Used, not owned: dispose the journal first, then the database. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Requests received longer ago than this are deleted; 30 days by default. */
  readonly maxAgeMs?: number;
  /** The oldest requests beyond this many are deleted; 100 000 by default. */
  readonly maxRequests?: number;
  /** The oldest requests are deleted while the database file holds more bytes than this; no such limit by default. */
  readonly maxBytes?: number;
  /** How often retention is applied, 60 000 ms by default. */
  readonly sweepEveryMs?: number;
  /** How long an entry waits for others to be written with, 50 ms by default. */
  readonly batchMs?: number;
  /** Most entries in one transaction, 200 by default. */
  readonly batchSize?: number;
  /** How many entries may wait to be written, 20 000 by default; one more is dropped, counted and logged as an error. */
  readonly queueCapacity?: number;
  /** How many UTF-16 code units of captured content may wait, 33 554 432 by default; an entry beyond them is kept without its content. */
  readonly contentCapacity?: number;
  /**
   * Opens sealed previews, so that they can be searched: their text, or undefined if one cannot be opened. Without it previews are
   * searched as stored.
   */
  readonly openPreview?: OpenPreview;
  /**
   * Pauses in milliseconds before a batch that could not be stored is tried again: 50, 200, 1000 and 3000 by default, then the last one
   * repeatedly.
   */
  readonly retryMs?: readonly number[];
  /** How long a read waits for earlier records to be stored, 5000 ms by default; then it throws `unavailable`. */
  readonly readWaitMs?: number;
}

/** The journal in libSQL. */
export interface LibsqlJournal extends Journal {
  /** How many entries could not be stored since it was opened. */
  readonly dropped: number;
  /** How many entries wait to be stored. */
  readonly waiting: number;
  /**
   * Stores entries written by `writeLine`, one per line. An entry that the database refuses is lost, counted and logged. Throws if the
   * database accepts none; the same lines may then be passed again.
   */
  storeLines(lines: Uint8Array): Promise<void>;
  /** The highest stored number in the order of arrival; 0 if nothing is stored. */
  lastSequence(): Promise<number>;
  /**
   * Marks records of requests that still seem to be running, up to a number in the order of arrival, as unanswered, and returns how
   * many. For the only process of a database: requests of the process before it got no answer.
   */
  abandon(upTo: number): Promise<number>;
  /** Deletes what is too old or too much, as also happens regularly. */
  sweep(): Promise<void>;
}

const ABANDON = `UPDATE requests SET status = 'failed', http_status = 503, total_ms = NULL, error_type = 'unavailable',
  error_message = 'The service ended before it had answered.' WHERE status = 'running' AND sequence <= ?`;

/** How long disposal waits for pending writes, in milliseconds. */
const CLOSE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const encoder = new TextEncoder();

/** A journal in a database of its own or a shared one. Its tables are created on first use. */
export function createLibsqlJournal(options: LibsqlJournalOptions): LibsqlJournal {
  const { database, clock, logger, maxAgeMs = 30 * DAY_MS, maxRequests = 100_000, sweepEveryMs = 60_000 } = options;
  const { openPreview, readWaitMs = READ_WAIT_MS } = options;
  let closed = false;

  /** Loaded when somebody reads records: its query builder takes 3 MB, which a guard whose records nobody reads can do without. */
  let opened: RecordReads | undefined;
  async function reads(): Promise<RecordReads> {
    const { createRecordReads } = await import('./journal-reads.ts');
    return (opened ??= createRecordReads(database));
  }

  const makeReady = (): (() => Promise<void>) => migrated(database, JOURNAL_MIGRATIONS, clock);
  let ready = makeReady();

  async function store(lines: Uint8Array): Promise<number> {
    await ready();
    try {
      return await database.store(lines);
    } catch (error) {
      // The database's file may have been replaced by one without its tables.
      if (isRefusal(error)) ready = makeReady();
      throw error;
    }
  }

  const queue = createEntryQueue({
    store: async (batch) => void (await store(encoder.encode(batch.map(writeLine).join('\n')))),
    batchMs: options.batchMs ?? 50,
    batchSize: options.batchSize ?? 200,
    capacity: options.queueCapacity ?? 20_000,
    contentCapacity: options.contentCapacity ?? 33_554_432,
    retryMs: options.retryMs ?? [50, 200, 1000, 3000],
    logger,
  });

  async function upToDate(): Promise<void> {
    await readWait(queue.flush(), readWaitMs);
    await ready();
  }

  const retention = createRetention({
    database,
    clock,
    logger,
    maxAgeMs,
    maxRequests,
    maxBytes: options.maxBytes ?? Number.POSITIVE_INFINITY,
  });
  let running: Promise<void> | undefined;

  function sweep(): Promise<void> {
    running ??= upToDate()
      .then(() => retention.apply())
      .finally(() => (running = undefined));
    return running;
  }

  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => logger.warn('old journal entries could not be deleted', { reason: reasonOf(error) }));
  }, sweepEveryMs);

  return {
    get dropped() {
      return queue.dropped;
    },
    get waiting() {
      return queue.waiting;
    },
    sweep,

    async abandon(upTo) {
      await upToDate();
      const { rowsAffected } = await database.execute({ sql: ABANDON, args: [upTo] });
      return rowsAffected;
    },

    async lastSequence() {
      await upToDate();
      const { rows } = await database.execute({ sql: 'SELECT max(sequence) FROM requests' });
      return Number(rows[0]?.[0] ?? 0);
    },

    async storeLines(lines) {
      try {
        const skipped = await store(lines);
        if (skipped > 0) logger.warn('incomplete lines in the spool were skipped', { lines: skipped });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        const each = new TextDecoder().decode(lines).split('\n');
        await storeOneByOne(each, { store: (line) => store(encoder.encode(line)), lose: (cause) => queue.lose(1, cause) });
      }
    },

    record(entry) {
      if (closed) queue.lose(1, new Error('the journal is closed'));
      else queue.push(entry);
    },

    flush: () => queue.flush(),

    async requests(query) {
      const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor, [0, '']);
      await upToDate();
      const { limit, text } = query;
      if (openPreview === undefined || text === undefined) return pageOf(await found(query, from), limit);
      const { places, stoppedAt, unopened } = await searchPreviews(database, { query, text, from, open: openPreview, clock });
      return { ...(await pageOf(places, limit, stoppedAt)), unopened };
    },

    async request(id) {
      await upToDate();
      return (await reads()).request(id);
    },

    async stats(query) {
      await upToDate();
      return readJournalStats(database, query);
    },

    async report(query) {
      await upToDate();
      return readRuleReport(database, query);
    },

    async countByRule(query) {
      await upToDate();
      return countByRule(database, query);
    },

    async content(id) {
      await upToDate();
      const content = await (await reads()).content(id);
      return content === undefined ? undefined : { state: 'stored', content };
    },

    decisions: async (id) => (await details(id))?.decisions,

    async debug(id, { limit, cursor }) {
      const after = cursor === undefined ? Number.NEGATIVE_INFINITY : decodeCursor(cursor, [0])[0];
      const rows = (await details(id))?.debug.filter(({ sequence }) => sequence > after);
      if (rows === undefined) return undefined;
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return last === undefined || rows.length <= limit ? { items } : { items, nextCursor: encodeCursor([last.sequence]) };
    },

    async ping(signal) {
      await abortable(ready(), signal);
      await database.ping(signal);
      if (queue.isStuck) throw new ServiceError('unavailable', 'Records cannot be stored right now; they wait in memory.');
    },

    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      clearInterval(sweeping);
      await abortable(queue.flush(), deadline(CLOSE_MS)).catch((error: unknown) => {
        logger.error('the journal closed before everything was written', { waiting: queue.waiting, reason: reasonOf(error) });
      });
      queue.close();
    },
  };

  async function details(id: string): Promise<RequestDetails | undefined> {
    await upToDate();
    return (await reads()).details(id);
  }

  /** Numbers in the order of arrival with ids, newest first. */
  async function found(query: RequestQuery, from: PageKey | undefined): Promise<PageKey[]> {
    const { rows } = await database.execute(pageStatement({ query, from, limit: query.limit + 1, sealed: false }));
    return rows.flatMap((row) => {
      const place = keyOf(row);
      return place === undefined ? [] : [place];
    });
  }

  /** The first `limit` entries as a page; one more shows that there is a next page. */
  async function pageOf(places: readonly PageKey[], limit: number, next?: PageKey): Promise<Page<ListedRequest>> {
    const shown = places.slice(0, limit);
    const ids = shown.map(([, id]) => id);
    const items = ids.length === 0 ? [] : await (await reads()).listed(ids);
    const last = places.length > limit ? shown.at(-1) : next;
    return last === undefined ? { items } : { items, nextCursor: encodeCursor(last) };
  }
}
