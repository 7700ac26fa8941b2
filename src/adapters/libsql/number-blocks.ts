import type { NumberBlocks } from '../../ports/number-blocks.ts';
import type { Clock } from '../../ports/system.ts';
import type { Database } from './database.ts';
import { migrated } from './migrate.ts';
import type { Migration } from './migrations.ts';

/** For each name the last number that may have been given. */
const MIGRATIONS: readonly Migration[] = [
  {
    id: 'number-blocks-1',
    statements: ['CREATE TABLE number_blocks (name TEXT PRIMARY KEY NOT NULL, given INTEGER NOT NULL) WITHOUT ROWID'],
  },
];

const RESERVE = `INSERT INTO number_blocks (name, given) VALUES (?1, ?2 + ?3)
  ON CONFLICT (name) DO UPDATE SET given = max(given, ?2) + ?3 RETURNING given - ?3`;

/** Numbers in libSQL; `database` is used, not owned. Their table is created on first use. */
export function createLibsqlNumberBlocks({ database, clock }: { readonly database: Database; readonly clock: Clock }): NumberBlocks {
  const ready = migrated(database, MIGRATIONS, clock);
  return {
    async reserve(name, { above, size }) {
      await ready();
      const { rows } = await database.execute({ sql: RESERVE, args: [name, above, size] });
      return Number(rows[0]?.[0]);
    },
  };
}
