import type { Migration } from './migrations.ts';

/** The migrations of the policies' table. A row with `deleted` ends its policy until a later version. */
export const POLICY_MIGRATIONS: readonly Migration[] = [
  {
    id: 'policies-1',
    statements: [
      `CREATE TABLE policies (
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        author TEXT NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (id, version)
      ) WITHOUT ROWID`,
    ],
  },
  {
    id: 'policies-2-ends',
    statements: [`ALTER TABLE policies ADD COLUMN ended_at INTEGER`, `ALTER TABLE policies ADD COLUMN ended_by TEXT`],
  },
];
