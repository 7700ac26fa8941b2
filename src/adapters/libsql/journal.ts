import { desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { abortable, deadline } from '../../core/abort.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import { succeedOnce } from '../../core/succeed-once.ts';
import type { Journal, JournalEntry, Page, RequestQuery, RequestRecord } from '../../ports/journal.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { pageStatement, type PageKey } from './journal-pages.ts';
import { countByRule, readRuleReport } from './journal-report.ts';
import { readDetails, writeLine } from './journal-line.ts';
import { fromRequestRow } from './journal-rows.ts';
import { keyOf, searchPreviews, type OpenPreview } from './journal-search.ts';
import { readJournalStats } from './journal-stats.ts';
import { migrate } from './migrate.ts';
import { JOURNAL_MIGRATIONS } from './migrations.ts';
import { createQueryBuilder } from './query-builder.ts';
import { requestContents, requestDetails, requests } from './schema.ts';
import { createWriteQueue, isRefusal } from './write-queue.ts';

export interface LibsqlJournalOptions {
  /** Used, not owned: dispose the journal first, then the database. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Requests received longer ago than this are deleted; 30 days by default. */
  readonly maxAgeMs?: number;
  /** The oldest requests beyond this many are deleted; 100 000 by default. */
  readonly maxRequests?: number;
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
   * Opens sealed previews, so that a search for a text can look into them: their text, or undefined when one cannot be
   * opened. Previews are searched as they are when absent.
   */
  readonly openPreview?: OpenPreview;
  /** Pauses before a batch is tried again that could not be stored; 50, 200, 1000 and 3000 ms by default. */
  readonly retryMs?: readonly number[];
}

/** The journal in libSQL. */
export interface LibsqlJournal extends Journal {
  /** How many entries could not be kept since it was opened. */
  readonly dropped: number;
  /** How many entries wait to be stored. */
  readonly waiting: number;
  /**
   * Stores entries that were written by `writeLine`, one a line. One that the database refuses is lost, counted and logged;
   * throws what keeps the database from storing any, and then the same lines may come again.
   */
  storeLines(lines: Uint8Array): Promise<void>;
  /** The highest place in the order of arrival that is stored; 0 when nothing is. */
  lastSequence(): Promise<number>;
  /**
   * Ends the records of requests that seem to run still, and says how many. For the start of the one process that owns the
   * database: what ran in the process before it got no answer.
   */
  abandon(): Promise<number>;
  /** Deletes what is too old or too much, as happens regularly by itself. */
  sweep(): Promise<void>;
}

const ABANDONED = 'The service ended before it had answered.';

/** How long disposing waits for what is still to be written. */
const CLOSE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const encoder = new TextEncoder();

/** A journal over a database of its own or one shared with others. Its tables are made at the first use. */
export function createLibsqlJournal(options: LibsqlJournalOptions): LibsqlJournal {
  const { database, clock, logger, maxAgeMs = 30 * DAY_MS, maxRequests = 100_000, sweepEveryMs = 60_000 } = options;
  const db = createQueryBuilder(database);
  const { contentCapacity = 33_554_432, openPreview } = options;
  let contentWaiting = 0;
  let contentDropped = 0;
  let dropped = 0;
  let closed = false;

  const ready = succeedOnce(() => migrate(database, JOURNAL_MIGRATIONS, clock));

  function lose(entries: number, cause: unknown): void {
    dropped += entries;
    const reason = cause === undefined ? 'the queue is full' : describe(cause);
    // A full queue loses entries one by one; one line for every thousand is enough to be noticed.
    if (cause !== undefined || dropped % 1000 === 1) logger.error('journal entries were lost', { entries, dropped, reason });
  }

  /** Content is what makes entries large: when the database does not keep up, it goes before records do. */
  function withinCapacity(entry: JournalEntry): JournalEntry {
    const size = lengthOf(entry);
    if (size === 0) return entry;
    if (contentWaiting + size > contentCapacity) {
      contentDropped += 1;
      if (contentDropped % 1000 === 1) logger.error('captured content was not kept', { entries: contentDropped, waiting: contentWaiting });
      return { request: entry.request, decisions: entry.decisions, debug: entry.debug };
    }
    contentWaiting += size;
    return entry;
  }

  const queue = createWriteQueue<JournalEntry>({
    store: async (batch) => {
      await ready();
      await database.store(encoder.encode(batch.map(writeLine).join('\n')));
    },
    settled: (entries) => {
      for (const entry of entries) contentWaiting -= lengthOf(entry);
    },
    lose,
    batchMs: options.batchMs ?? 50,
    batchSize: options.batchSize ?? 200,
    capacity: options.queueCapacity ?? 20_000,
    retryMs: options.retryMs ?? [50, 200, 1000, 3000],
  });

  /** One entry that the database refuses must not take the others with it. */
  async function storeEach(lines: Uint8Array): Promise<void> {
    for (const line of new TextDecoder().decode(lines).split('\n')) {
      await database.store(encoder.encode(line)).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        lose(1, error);
      });
    }
  }

  async function upToDate(): Promise<void> {
    await queue.flush();
    await ready();
  }

  async function sweep(): Promise<void> {
    await upToDate();
    await db.delete(requests).where(lt(requests.receivedAt, clock.now().getTime() - maxAgeMs));
    const { sequence, id } = requests;
    const newestToGo = db.select({ sequence, id }).from(requests).orderBy(desc(sequence), desc(id)).limit(1).offset(maxRequests);
    const [last] = await newestToGo;
    if (last !== undefined) await db.delete(requests).where(sql`(${sequence}, ${id}) <= (${last.sequence}, ${last.id})`);
  }

  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => logger.warn('old journal entries could not be deleted', { reason: describe(error) }));
  }, sweepEveryMs);

  return {
    get dropped() {
      return dropped;
    },
    get waiting() {
      return queue.waiting;
    },
    sweep,

    async abandon() {
      await upToDate();
      const ended = { status: 'failed', httpStatus: 503, errorType: 'unavailable', errorMessage: ABANDONED } as const;
      const rows = await db.update(requests).set(ended).where(eq(requests.status, 'running')).returning({ id: requests.id });
      return rows.length;
    },

    async lastSequence() {
      await upToDate();
      const [last] = await db.select({ sequence: requests.sequence }).from(requests).orderBy(desc(requests.sequence)).limit(1);
      return last?.sequence ?? 0;
    },

    async storeLines(lines) {
      await ready();
      try {
        const skipped = await database.store(lines);
        if (skipped > 0) logger.warn('lines of the journal that were cut off were skipped', { lines: skipped });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await storeEach(lines);
      }
    },

    record(entry) {
      if (closed) lose(1, new Error('the journal is closed'));
      else queue.push(withinCapacity(entry));
    },

    flush: () => queue.flush(),

    async requests(query) {
      const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor, [0, '']);
      await upToDate();
      const { limit, text } = query;
      if (openPreview === undefined || text === undefined) return pageOf(await found(query, from), limit);
      const { places, stoppedAt } = await searchPreviews(database, { query, text, from, open: openPreview, clock });
      return pageOf(places, limit, stoppedAt);
    },

    async request(id) {
      await upToDate();
      const [row] = await db.select().from(requests).where(eq(requests.id, id));
      return row === undefined ? undefined : fromRequestRow(row);
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
      const [row] = await db.select().from(requestContents).where(eq(requestContents.requestId, id));
      if (row === undefined) return undefined;
      return { state: 'stored', content: { input: row.input ?? undefined, output: row.output ?? undefined } };
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
    },

    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      clearInterval(sweeping);
      await abortable(queue.flush(), deadline(CLOSE_MS)).catch((error: unknown) => {
        logger.error('the journal closed before everything was written', { waiting: queue.waiting, reason: describe(error) });
      });
    },
  };

  async function details(id: string): Promise<Pick<JournalEntry, 'decisions' | 'debug'> | undefined> {
    await upToDate();
    const wanted = { receivedAt: requests.receivedAt, body: requestDetails.body };
    const [row] = await db
      .select(wanted)
      .from(requests)
      .innerJoin(requestDetails, eq(requestDetails.requestId, id))
      .where(eq(requests.id, id));
    return row === undefined ? undefined : readDetails(row.body, new Date(row.receivedAt));
  }

  /** Places in the order of arrival with the ids, newest first. */
  async function found(query: RequestQuery, from: PageKey | undefined): Promise<PageKey[]> {
    const { rows } = await database.execute(pageStatement({ query, from, limit: query.limit + 1, sealed: false }));
    return rows.flatMap((row) => {
      const place = keyOf(row);
      return place === undefined ? [] : [place];
    });
  }

  /** The first `limit` of some places as a page; one more says that there is a next. */
  async function pageOf(places: readonly PageKey[], limit: number, next?: PageKey): Promise<Page<RequestRecord>> {
    const shown = places.slice(0, limit);
    const ids = shown.map(([, id]) => id);
    const rows = ids.length === 0 ? [] : await db.select().from(requests).where(among(ids));
    const byId = new Map(rows.map((row) => [row.id, fromRequestRow(row)]));
    const items = ids.flatMap((id) => byId.get(id) ?? []);
    const last = places.length > limit ? shown.at(-1) : next;
    return last === undefined ? { items } : { items, nextCursor: encodeCursor(last) };
  }
}

/** Any number of ids as one argument. */
function among(ids: readonly string[]): SQL {
  return sql`${requests.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/** How much of an entry is captured content, in UTF-16 code units. */
function lengthOf({ content }: JournalEntry): number {
  return (content?.input?.length ?? 0) + (content?.output?.length ?? 0);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
