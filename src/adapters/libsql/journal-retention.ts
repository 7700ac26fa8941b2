import type { Clock, Logger } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { keyOf } from './journal-search.ts';
import type { SqlValue } from './protocol.ts';
import { createSteadyTime } from './steady-time.ts';

export interface RetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Requests received longer ago than this go. */
  readonly maxAgeMs: number;
  /** The oldest requests beyond this many go. */
  readonly maxRequests: number;
}

/** What keeps a journal within its limits. */
export interface Retention {
  /** Deletes what is too old or too much, a little at a time: between two slices the database does what else it is asked. */
  apply(): Promise<void>;
}

/** How many requests one statement deletes, some ten milliseconds of work. */
const SLICE = 500;

/** Nothing goes by its age while the clock was set lately: one that is set a year ahead for a moment must not empty the journal. */
export function createRetention({ database, clock, logger, maxAgeMs, maxRequests }: RetentionOptions): Retention {
  const time = createSteadyTime(clock);
  let isDoubtful = false;

  async function remove(where: string, args: readonly SqlValue[]): Promise<void> {
    const sql = `DELETE FROM requests WHERE id IN (SELECT id FROM requests ${where} LIMIT ${SLICE})`;
    while ((await database.execute({ sql, args })).rowsAffected === SLICE);
  }

  async function removeOld(): Promise<void> {
    const now = time.now();
    if (now === undefined && !isDoubtful) logger.warn('the clock was set: no record is deleted by its age for an hour');
    isDoubtful = now === undefined;
    if (now !== undefined) {
      await remove('INDEXED BY requests_by_time WHERE received_at < ? ORDER BY received_at', [now.getTime() - maxAgeMs]);
    }
  }

  return {
    async apply() {
      await removeOld();
      const { rows } = await database.execute({
        sql: 'SELECT sequence, id FROM requests INDEXED BY requests_in_order ORDER BY sequence DESC, id DESC LIMIT 1 OFFSET ?',
        args: [maxRequests],
      });
      const newestToGo = keyOf(rows[0]);
      if (newestToGo === undefined) return;
      await remove('INDEXED BY requests_in_order WHERE (sequence, id) <= (?, ?) ORDER BY sequence, id', newestToGo);
    },
  };
}
