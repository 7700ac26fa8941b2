import type { Clock } from '../../ports/system.ts';
import type { StopReason, ThreadClaims } from '../../ports/thread-claims.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';
import { createTables } from './tables.ts';

export interface LibsqlThreadClaimsOptions {
  /** Used, not owned. */
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds after which the claim of a dead process ends: 10 000 by default. */
  readonly leaseMs?: number;
  /** Milliseconds between renewals, which also tell whether the run should end: 1000 by default. */
  readonly beatMs?: number;
}

const MIGRATIONS: readonly Migration[] = [
  {
    id: 'thread-claims-1',
    statements: [
      'CREATE TABLE thread_claims (thread TEXT PRIMARY KEY NOT NULL, holder TEXT NOT NULL, run TEXT NOT NULL, until INTEGER NOT NULL, stop TEXT) WITHOUT ROWID',
    ],
  },
];

/** Milliseconds since 1970 by the database's clock, as the clocks of several hosts differ. */
const NOW = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";

/** Claims in a libSQL database that several processes share. The table is created on first use. */
export function createLibsqlThreadClaims(options: LibsqlThreadClaimsOptions): ThreadClaims {
  const { database, clock, leaseMs = 10_000, beatMs = 1000 } = options;
  const { read, write } = createTables(database, MIGRATIONS, clock);

  const change = async (sql: string, args: readonly string[]) => (await write([{ sql, args }]))[0]?.rows ?? [];

  /** Renews a claim until it is disposed. */
  function keep(thread: string, holder: string, onStop: (why: StopReason) => void): AsyncDisposable {
    let renewedAt = clock.elapsed();
    let isOver = false;
    let beating: Promise<void> = Promise.resolve();
    const end = (why: StopReason): void => {
      if (!isOver) onStop(why);
    };
    async function beat(): Promise<void> {
      const startedAt = clock.elapsed();
      try {
        const [row] = await change(`UPDATE thread_claims SET until = ${NOW} + ${leaseMs} WHERE thread = ? AND holder = ? RETURNING stop`, [
          thread,
          holder,
        ]);
        if (row === undefined) return end('lost');
        renewedAt = startedAt;
        if (row[0] !== null) end(textColumn(row[0]) as StopReason);
      } catch {
        // A store that is away for a moment takes nothing from anybody.
        if (clock.elapsed() - renewedAt > leaseMs) end('lost');
      }
    }
    const timer = setInterval(() => {
      beating = beating.then(beat);
    }, beatMs);
    return {
      async [Symbol.asyncDispose]() {
        isOver = true;
        clearInterval(timer);
        await beating;
        // If the store is away, the claim ends with its lease.
        await change('DELETE FROM thread_claims WHERE thread = ? AND holder = ?', [thread, holder]).catch(() => undefined);
      },
    };
  }

  return {
    async claim(thread, run, onStop) {
      const holder = crypto.randomUUID();
      const claimed = await change(
        `INSERT INTO thread_claims (thread, holder, run, until) VALUES (?, ?, ?, ${NOW} + ${leaseMs})
          ON CONFLICT (thread) DO UPDATE SET holder = excluded.holder, run = excluded.run, until = excluded.until, stop = NULL
          WHERE until < ${NOW} RETURNING holder`,
        [thread, holder, run],
      );
      return claimed.length === 0 ? undefined : keep(thread, holder, onStop);
    },

    async stop(thread, why, run) {
      const which = run === undefined ? '' : ' AND run = ?';
      const args = [why, thread, ...(run === undefined ? [] : [run])];
      const stopped = await change(`UPDATE thread_claims SET stop = ? WHERE thread = ?${which} AND until >= ${NOW} RETURNING thread`, args);
      return stopped.length > 0;
    },

    async isClaimed(thread) {
      return (await read(`SELECT 1 FROM thread_claims WHERE thread = ? AND until >= ${NOW}`, [thread])).length > 0;
    },
  };
}
