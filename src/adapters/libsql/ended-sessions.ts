import type { EndedSessionStore } from '../../ports/ended-sessions.ts';
import type { Clock } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { migrated } from './migrate.ts';
import type { Migration } from './migrations.ts';

const MIGRATIONS: readonly Migration[] = [
  {
    id: 'sessions-1-ended',
    statements: [`CREATE TABLE ended_sessions (mark TEXT PRIMARY KEY NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID`],
  },
];

/** Ended sessions in libSQL, in a database that is used, not owned. Their table is created on first use. */
export function createLibsqlEndedSessions({ database, clock }: { readonly database: Database; readonly clock: Clock }): EndedSessionStore {
  const ready = migrated(database, MIGRATIONS, clock);
  return {
    async all(now) {
      await ready();
      const { rows } = await database.execute({ sql: 'SELECT mark, until FROM ended_sessions', args: [] });
      const known = rows.map(([mark, until]) => ({ mark: textColumn(mark), until: new Date(Number(until)) }));
      const open = known.filter(({ until }) => until > now);
      // The answer must not wait for another process's lock, as deleting does.
      if (open.length < known.length)
        database.execute({ sql: 'DELETE FROM ended_sessions WHERE until <= ?', args: [now.getTime()] }).catch(() => undefined);
      return open;
    },
    async add({ mark, until }) {
      await ready();
      await database.execute({ sql: 'INSERT OR IGNORE INTO ended_sessions (mark, until) VALUES (?, ?)', args: [mark, until.getTime()] });
    },
  };
}
