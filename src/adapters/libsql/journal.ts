import { and, asc, desc, eq, gt, gte, lt, or, sql, type SQL } from 'drizzle-orm';
import { abortable, deadline } from '../../core/abort.ts';
import { decodeCursor, encodeCursor } from '../../core/cursor.ts';
import type { Journal, JournalEntry, RequestQuery } from '../../ports/journal.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { fromDebugRow, fromDecisionBody, fromRequestRow, storeStatements } from './journal-rows.ts';
import { readJournalStats } from './journal-stats.ts';
import { migrate } from './migrate.ts';
import { JOURNAL_MIGRATIONS } from './migrations.ts';
import { createQueryBuilder } from './query-builder.ts';
import { debugEntries, decisions, requestDetectors, requests } from './schema.ts';
import { createWriteQueue } from './write-queue.ts';

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
  /** Pauses before a batch is tried again that could not be stored; 50, 200, 1000 and 3000 ms by default. */
  readonly retryMs?: readonly number[];
}

/** The journal in libSQL. */
export interface LibsqlJournal extends Journal {
  /** How many entries could not be kept since it was opened. */
  readonly dropped: number;
  /** Deletes what is too old or too much, as happens regularly by itself. */
  sweep(): Promise<void>;
}

/** How long disposing waits for what is still to be written. */
const CLOSE_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A journal over a database of its own or one shared with others. Its tables are made at the first use. */
export function createLibsqlJournal(options: LibsqlJournalOptions): LibsqlJournal {
  const { database, clock, logger, maxAgeMs = 30 * DAY_MS, maxRequests = 100_000, sweepEveryMs = 60_000 } = options;
  const db = createQueryBuilder(database);
  let migrated: Promise<void> | undefined;
  let dropped = 0;
  let closed = false;

  /** Tried again at the next use when it failed. */
  function ready(): Promise<void> {
    migrated ??= migrate(database, JOURNAL_MIGRATIONS, clock).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  }

  function lose(entries: number, cause: unknown): void {
    dropped += entries;
    const reason = cause === undefined ? 'the queue is full' : describe(cause);
    // A full queue loses entries one by one; one line for every thousand is enough to be noticed.
    if (cause !== undefined || dropped % 1000 === 1) logger.error('journal entries were lost', { entries, dropped, reason });
  }

  const queue = createWriteQueue<JournalEntry>({
    store: async (batch) => {
      await ready();
      await database.batch(storeStatements(batch));
    },
    lose,
    batchMs: options.batchMs ?? 50,
    batchSize: options.batchSize ?? 200,
    capacity: options.queueCapacity ?? 20_000,
    retryMs: options.retryMs ?? [50, 200, 1000, 3000],
  });

  async function upToDate(): Promise<void> {
    await queue.flush();
    await ready();
  }

  async function sweep(): Promise<void> {
    await upToDate();
    await db.delete(requests).where(lt(requests.receivedAt, clock.now().getTime() - maxAgeMs));
    const { receivedAt, id } = requests;
    const newestToGo = db.select({ receivedAt, id }).from(requests).orderBy(desc(receivedAt), desc(id)).limit(1).offset(maxRequests);
    const [last] = await newestToGo;
    if (last !== undefined) await db.delete(requests).where(sql`(${receivedAt}, ${id}) <= (${last.receivedAt}, ${last.id})`);
  }

  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => logger.warn('old journal entries could not be deleted', { reason: describe(error) }));
  }, sweepEveryMs);

  return {
    get dropped() {
      return dropped;
    },
    sweep,

    record(entry) {
      if (closed) lose(1, new Error('the journal is closed'));
      else queue.push(entry);
    },

    flush: () => queue.flush(),

    async requests(query) {
      const { limit } = query;
      const from = query.cursor === undefined ? undefined : decodeCursor(query.cursor, [0, '']);
      await upToDate();
      const rows = await selectRequests(query, from).limit(limit + 1);
      const items = rows.slice(0, limit).map(({ requests: row }) => fromRequestRow(row));
      const last = items.at(-1);
      if (last === undefined || rows.length <= limit) return { items };
      return { items, nextCursor: encodeCursor([last.receivedAt.getTime(), last.id]) };
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

    async decisions(id) {
      if (!(await exists(id))) return undefined;
      const rows = await db.select().from(decisions).where(eq(decisions.requestId, id)).orderBy(asc(decisions.position));
      return rows.map(({ body }) => fromDecisionBody(body));
    },

    async debug(id, { limit, cursor }) {
      const after = cursor === undefined ? undefined : decodeCursor(cursor, [0])[0];
      if (!(await exists(id))) return undefined;
      const rows = await db
        .select()
        .from(debugEntries)
        .where(and(eq(debugEntries.requestId, id), after === undefined ? undefined : gt(debugEntries.sequence, after)))
        .orderBy(asc(debugEntries.sequence))
        .limit(limit + 1);
      const items = rows.slice(0, limit).map(fromDebugRow);
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

  async function exists(id: string): Promise<boolean> {
    await upToDate();
    const rows = await db.select({ id: requests.id }).from(requests).where(eq(requests.id, id));
    return rows.length > 0;
  }

  /** Newest first by the index that fits the filter. */
  function selectRequests(query: RequestQuery, from: readonly [number, string] | undefined) {
    const { detector, status, verdict, key, text, since, until } = query;
    const [time, id] =
      detector === undefined ? [requests.receivedAt, requests.id] : [requestDetectors.receivedAt, requestDetectors.requestId];
    const conditions: (SQL | undefined)[] = [
      detector === undefined ? undefined : eq(requestDetectors.detector, detector),
      status === undefined ? undefined : eq(requests.status, status),
      verdict === undefined ? undefined : eq(requests.verdict, verdict),
      key === undefined ? undefined : eq(requests.keyName, key),
      text === undefined ? undefined : holding(text),
      since === undefined ? undefined : gte(time, since.getTime()),
      until === undefined ? undefined : lt(time, until.getTime()),
      from === undefined ? undefined : sql`(${time}, ${id}) < (${from[0]}, ${from[1]})`,
    ];
    const select = db.select({ requests }).from(requests).$dynamic();
    if (detector !== undefined) void select.innerJoin(requestDetectors, eq(requestDetectors.requestId, requests.id));
    return select.where(and(...conditions)).orderBy(desc(time), desc(id));
  }
}

/** Requests with a text in their id, model or preview, taken as it is. */
function holding(text: string): SQL | undefined {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(...[requests.id, requests.model, requests.preview].map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
