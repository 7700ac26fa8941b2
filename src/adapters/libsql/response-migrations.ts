import type { Migration } from './migrations.ts';

/** The migrations of the responses' tables. `sequence` orders an owner's responses by creation. */
export const RESPONSE_MIGRATIONS: readonly Migration[] = [
  {
    id: 'responses-1',
    statements: [
      `CREATE TABLE responses (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        status TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        previous TEXT,
        alive_until INTEGER,
        body TEXT NOT NULL,
        input TEXT NOT NULL,
        item_ids TEXT NOT NULL,
        steps TEXT
      )`,
      `CREATE INDEX responses_by_owner ON responses (owner, sequence)`,
      `CREATE INDEX responses_by_age ON responses (created_at)`,
      `CREATE TABLE response_items (
        response_id TEXT NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
        item_id TEXT NOT NULL,
        PRIMARY KEY (response_id, item_id)
      ) WITHOUT ROWID`,
      `CREATE INDEX response_items_by_item ON response_items (item_id)`,
    ],
  },
];
