import { succeedOnce } from '../../core/succeed-once.ts';
import type { Clock } from '../../ports/system.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';
import type { SqlValue } from './protocol.ts';

/** Migrates a database at the first use, and again whenever its file was lost. Rejects with what the database rejects with. */
export function migrated(database: Database, migrations: readonly Migration[], clock: Clock): () => Promise<void> {
  let filesLost = database.filesLost;
  let ready = succeedOnce(() => migrate(database, migrations, clock));
  return () => {
    if (database.filesLost !== filesLost) {
      filesLost = database.filesLost;
      ready = succeedOnce(() => migrate(database, migrations, clock));
    }
    return ready();
  };
}

/**
 * Applies the migrations that the database has not seen, in order, each with its record in one
 * transaction. Running it again changes nothing. Throws what the database throws.
 */
export async function migrate(database: Database, migrations: readonly Migration[], clock: Clock): Promise<void> {
  const applied = await appliedTo(database);
  // A database that has seen all of them is not written to: another process may have it locked.
  if (migrations.every(({ id }) => applied.has(id))) return;
  await database.execute({ sql: 'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)' });
  for (const { id, statements } of migrations) {
    if (applied.has(id)) continue;
    await database.batch([
      ...statements.map((sql) => ({ sql })),
      { sql: 'INSERT INTO migrations (id, applied_at) VALUES (?, ?)', args: [id, clock.now().getTime()] },
    ]);
  }
}

async function appliedTo(database: Database): Promise<ReadonlySet<SqlValue | undefined>> {
  const { rows: tables } = await database.execute({ sql: "SELECT 1 FROM sqlite_master WHERE name = 'migrations'" });
  if (tables.length === 0) return new Set();
  const { rows } = await database.execute({ sql: 'SELECT id FROM migrations' });
  return new Set(rows.map(([id]) => id));
}
