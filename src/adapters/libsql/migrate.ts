import { ServiceError } from '../../core/errors.ts';
import type { Clock } from '../../ports/system.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';
import { oncePerFile } from './once-per-file.ts';
import type { SqlValue } from './protocol.ts';

/** Migrates a database on first use, and again whenever its file was lost. Rejects with the database's error. */
export function migrated(database: Database, migrations: readonly Migration[], clock: Clock): () => Promise<void> {
  return oncePerFile(database, () => migrate(database, migrations, clock));
}

/**
 * Applies the missing migrations in order, each with its record in one transaction. Running it again changes nothing. Throws the
 * database's error, and `unavailable` for a database of a newer version, whose tables this one might misread.
 */
export async function migrate(database: Database, migrations: readonly Migration[], clock: Clock): Promise<void> {
  const applied = await appliedTo(database);
  refuseNewer(applied, migrations);
  // If none is missing, nothing is written: another process may hold the lock.
  if (migrations.every(({ id }) => applied.has(id))) return;
  await database.execute({ sql: 'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY NOT NULL, applied_at INTEGER NOT NULL)' });
  for (const { id, statements } of migrations) {
    if (applied.has(id)) continue;
    try {
      await database.batch([
        ...statements.map((sql) => ({ sql })),
        { sql: 'INSERT INTO migrations (id, applied_at) VALUES (?, ?)', args: [id, clock.now().getTime()] },
      ]);
    } catch (error) {
      // Another process that shares the database may have applied it meanwhile.
      if (!(await appliedTo(database)).has(id)) throw error;
    }
  }
}

async function appliedTo(database: Database): Promise<ReadonlySet<SqlValue | undefined>> {
  const { rows: tables } = await database.execute({ sql: "SELECT 1 FROM sqlite_master WHERE name = 'migrations'" });
  if (tables.length === 0) return new Set();
  const { rows } = await database.execute({ sql: 'SELECT id FROM migrations' });
  return new Set(rows.map(([id]) => id));
}

/** Migrations are numbered within their group, as in `journal-12-unknown-times`. */
const NUMBERED = /^(.+?)-(\d+)(?:-|$)/;

function refuseNewer(applied: ReadonlySet<SqlValue | undefined>, migrations: readonly Migration[]): void {
  const latest = new Map<string, number>();
  for (const { id } of migrations) {
    const [, group, number] = NUMBERED.exec(id) ?? [];
    if (group !== undefined) latest.set(group, Math.max(Number(number), latest.get(group) ?? 0));
  }
  for (const id of applied) {
    const [, group = '', number] = NUMBERED.exec(textColumn(id)) ?? [];
    if (Number(number) > (latest.get(group) ?? Infinity)) {
      throw new ServiceError(
        'unavailable',
        `The database was changed by a newer version of Parley (${textColumn(id)}): run that version, or restore a backup.`,
      );
    }
  }
}
