import type { Migration } from './migrations.ts';

/** The migrations of the tables of responses and conversations. `sequence` orders responses by creation, items by when they were added. */
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
  {
    id: 'responses-2-conversations',
    statements: [
      `ALTER TABLE responses ADD COLUMN conversation TEXT`,
      `ALTER TABLE responses ADD COLUMN conversation_end INTEGER`,
      `CREATE TABLE conversations (
        id TEXT PRIMARY KEY NOT NULL,
        owner TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        metadata TEXT NOT NULL
      ) WITHOUT ROWID`,
      `CREATE INDEX conversations_by_owner ON conversations (owner)`,
      `CREATE TABLE conversation_items (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        conversation_id TEXT NOT NULL,
        item_id TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (conversation_id, item_id)
      )`,
      `CREATE INDEX conversation_items_in_order ON conversation_items (conversation_id, sequence)`,
    ],
  },
];
