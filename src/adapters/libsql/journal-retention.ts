import type { Clock, Logger } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { keyOf } from './journal-search.ts';
import type { SqlValue } from './protocol.ts';
import { createSteadyTime } from './steady-time.ts';

export interface RetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Requests received longer ago than this are deleted, in milliseconds. */
  readonly maxAgeMs: number;
  /** The oldest requests beyond this number are deleted. */
  readonly maxRequests: number;
  /**
   * The oldest requests are deleted while the database is larger than this, in bytes. Free pages do not count: some are reused, and if
   * there are many, they are returned to the disk.
   */
  readonly maxBytes: number;
}

/** Keeps a journal within its limits. */
export interface Retention {
  /** Deletes what is too old or too much in small steps, between which the database answers other calls. */
  apply(): Promise<void>;
}

/** How many requests one statement deletes, which takes some ten milliseconds. */
const SLICE = 500;
/** How many requests are deleted at a time for their size: some may be very large. */
const SMALL_SLICE = 20;
/** Free pages that a database keeps at least: 4 MiB. */
const SPARE_PAGES = 1024;
/** How many pages are returned at a time. */
const GIVEN_PAGES = 256;

/** Nothing is deleted by age if the clock was set recently: one that is a year ahead for a moment must not empty the journal. */
export function createRetention({ database, clock, logger, maxAgeMs, maxRequests, maxBytes }: RetentionOptions): Retention {
  const time = createSteadyTime(clock);
  let isDoubtful = false;

  /** Whether there may be more. */
  async function removeSome(where: string, args: readonly SqlValue[], slice = SLICE): Promise<boolean> {
    const sql = `DELETE FROM requests WHERE id IN (SELECT id FROM requests ${where} LIMIT ${slice})`;
    return (await database.execute({ sql, args })).rowsAffected === slice;
  }

  async function removeOld(): Promise<void> {
    const now = time.now();
    if (now === undefined && !isDoubtful) logger.warn('the clock was set: no record is deleted by its age for an hour');
    isDoubtful = now === undefined;
    if (now !== undefined) {
      const before = now.getTime() - maxAgeMs;
      while (await removeSome('INDEXED BY requests_by_time WHERE received_at < ? ORDER BY received_at', [before]));
    }
  }

  async function removeBeyondCount(): Promise<void> {
    const { rows } = await database.execute({
      sql: 'SELECT sequence, id FROM requests INDEXED BY requests_in_order ORDER BY sequence DESC, id DESC LIMIT 1 OFFSET ?',
      args: [maxRequests],
    });
    const newestToGo = keyOf(rows[0]);
    if (newestToGo === undefined) return;
    while (await removeSome('INDEXED BY requests_in_order WHERE (sequence, id) <= (?, ?) ORDER BY sequence, id', newestToGo));
  }

  async function pages(): Promise<{ readonly used: number; readonly free: number; readonly bytes: number }> {
    const { rows } = await database.execute({
      sql: 'SELECT page_count - freelist_count, freelist_count, page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
    });
    const [used, free, size] = (rows[0] ?? []).map(Number);
    return { used: used ?? 0, free: free ?? 0, bytes: (used ?? 0) * (size ?? 0) };
  }

  /** Free pages to keep for the records of the next minutes. */
  async function giveBack(): Promise<void> {
    const { used, free } = await pages();
    for (let more = free - Math.max(SPARE_PAGES, used / 4); more > 0; more -= GIVEN_PAGES) await database.shrink(GIVEN_PAGES);
  }

  return {
    async apply() {
      await removeOld();
      await removeBeyondCount();
      if (!Number.isFinite(maxBytes)) return;
      while ((await pages()).bytes > maxBytes && (await removeSome('INDEXED BY requests_in_order ORDER BY sequence, id', [], SMALL_SLICE)));
      await giveBack();
    },
  };
}
