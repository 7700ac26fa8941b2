import type { Clock } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { migrated } from './migrate.ts';
import type { Migration } from './migrations.ts';
import type { ResultRows, SqlValue, Statement } from './protocol.ts';

/** Tables of a database, created on first use. */
export interface Tables {
  /** The rows of a query. */
  read(sql: string, args: readonly SqlValue[]): Promise<ResultRows['rows']>;
  /** Runs statements in one transaction. */
  write(statements: readonly Statement[]): Promise<readonly ResultRows[]>;
}

/** The tables that migrations create. The database is used, not owned. */
export function createTables(database: Database, migrations: readonly Migration[], clock: Clock): Tables {
  const ready = migrated(database, migrations, clock);
  return {
    async read(sql, args) {
      await ready();
      return (await database.execute({ sql, args })).rows;
    },
    async write(statements) {
      await ready();
      return database.batch(statements);
    },
  };
}
