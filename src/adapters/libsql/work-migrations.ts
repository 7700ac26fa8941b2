import type { Migration } from './migrations.ts';

/** The migrations of the work queue's tables. Times are Unix milliseconds. */
export const WORK_MIGRATIONS: readonly Migration[] = [
  {
    id: 'work-1',
    statements: [
      `CREATE TABLE work_items (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        data BLOB NOT NULL,
        headers TEXT NOT NULL,
        deliveries INTEGER NOT NULL,
        enqueued_at INTEGER NOT NULL,
        available_at INTEGER NOT NULL,
        lease TEXT
      )`,
      `CREATE INDEX work_items_by_time ON work_items (available_at, sequence)`,
      `CREATE INDEX work_items_by_id ON work_items (id)`,
      `CREATE TABLE work_seen (id TEXT PRIMARY KEY NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID`,
      `CREATE INDEX work_seen_by_time ON work_seen (at)`,
      `CREATE TABLE work_answers (id TEXT PRIMARY KEY NOT NULL, result BLOB NOT NULL, at INTEGER NOT NULL, told INTEGER NOT NULL)`,
      `CREATE INDEX work_answers_by_time ON work_answers (at)`,
      `CREATE INDEX work_answers_untold ON work_answers (at) WHERE told = 0`,
      `CREATE TABLE dead_letters (id INTEGER PRIMARY KEY AUTOINCREMENT, letter BLOB NOT NULL)`,
    ],
  },
];
