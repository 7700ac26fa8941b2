import { deadline, delay } from '../../core/abort.ts';
import { messageOf, ServiceError } from '../../core/errors.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Clock, Ids, Logger } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';
import { createTables } from './tables.ts';

export interface LibsqlLeasesOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Milliseconds without a sign of life after which a lease ends. */
  readonly leaseMs: number;
}

/** The database's clock in Unix milliseconds: those of the processes may differ. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Longest time in milliseconds until a recall is noticed. */
const MAX_BEAT_MS = 1000;

const MIGRATIONS: readonly Migration[] = [
  {
    id: 'leases-1',
    statements: [
      `CREATE TABLE leases (
        name TEXT PRIMARY KEY NOT NULL,
        id TEXT NOT NULL UNIQUE,
        purpose TEXT NOT NULL,
        until INTEGER NOT NULL,
        recalled TEXT
      )`,
    ],
  },
];

/** Leases in a libSQL database that several processes share. */
export function createLibsqlLeases({ database, clock, ids, logger, leaseMs }: LibsqlLeasesOptions): Leases {
  const { read, write } = createTables(database, MIGRATIONS, clock);
  const beatMs = Math.min(leaseMs / 3, MAX_BEAT_MS);

  /** Renews a lease until it ends. */
  async function keep(id: string, since: number, stop: AbortController, ended: AbortSignal): Promise<void> {
    let until = since + leaseMs;
    while (!ended.aborted) {
      await delay(beatMs, ended).catch(() => undefined);
      if (ended.aborted) return;
      const began = clock.elapsed();
      try {
        const renewal = { sql: `UPDATE leases SET until = ${NOW} + ? WHERE id = ? RETURNING recalled`, args: [leaseMs, id] };
        const [renewed] = await database.batch([renewal], { signal: deadline(Math.max(0, until - began), ended) });
        const [row] = renewed?.rows ?? [];
        if (row === undefined) break;
        if (row[0] !== null) stop.abort(new ServiceError('cancelled', textColumn(row[0])));
        until = began + leaseMs;
      } catch (error) {
        if (ended.aborted) return;
        logger.warn('a lease cannot be renewed', { reason: messageOf(error) });
        if (clock.elapsed() >= until) break;
      }
    }
    stop.abort(
      new ServiceError('unavailable', 'The database could not be told in time that the work goes on.', { retryAfterInSeconds: 1 }),
    );
  }

  async function purpose(name: string): Promise<string | undefined> {
    const [row] = await read(`SELECT purpose FROM leases WHERE name = ? AND until > ${NOW}`, [name]);
    return row === undefined ? undefined : textColumn(row[0]);
  }

  return {
    purpose,

    async take(name, given): Promise<Lease | undefined> {
      // Whoever waits for a name asks often, and reading locks nothing.
      if ((await purpose(name)) !== undefined) return undefined;
      const id = ids.next('lease-');
      const since = clock.elapsed();
      const [, taken] = await write([
        { sql: `DELETE FROM leases WHERE until <= ${NOW}` },
        {
          sql: `INSERT INTO leases (name, id, purpose, until) VALUES (?, ?, ?, ${NOW} + ?) ON CONFLICT (name) DO NOTHING`,
          args: [name, id, given, leaseMs],
        },
      ]);
      if (taken?.rowsAffected !== 1) return undefined;
      const stop = new AbortController();
      const ended = new AbortController();
      void keep(id, since, stop, ended.signal);
      return {
        signal: stop.signal,
        async release() {
          ended.abort();
          try {
            const [released] = await write([{ sql: 'DELETE FROM leases WHERE id = ? RETURNING recalled', args: [id] }]);
            const recalled = released?.rows[0]?.[0] ?? null;
            if (recalled !== null) stop.abort(new ServiceError('cancelled', textColumn(recalled)));
          } catch (error) {
            logger.warn('a lease is not released and ends by itself', { reason: messageOf(error) });
          }
        },
      };
    },

    async recall(held, reason) {
      const { condition, values } = conditionOf(held);
      const [told] = await write([
        { sql: `UPDATE leases SET recalled = ? WHERE ${condition} AND until > ${NOW}`, args: [reason, ...values] },
      ]);
      return (told?.rowsAffected ?? 0) > 0;
    },
  };
}

function conditionOf(held: Parameters<Leases['recall']>[0]): { readonly condition: string; readonly values: readonly string[] } {
  if ('name' in held) return { condition: 'name = ?', values: [held.name] };
  if ('purpose' in held) return { condition: 'purpose = ?', values: [held.purpose] };
  const beginning = `${held.below} `;
  return { condition: 'substr(name, 1, length(?)) = ?', values: [beginning, beginning] };
}
