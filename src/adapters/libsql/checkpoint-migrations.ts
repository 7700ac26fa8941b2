import type { Migration } from './migrations.ts';

/** The migrations of the checkpoints' tables. `sequence` orders a thread's checkpoints. */
export const CHECKPOINT_MIGRATIONS: readonly Migration[] = [
  {
    id: 'checkpoints-1',
    statements: [
      `CREATE TABLE checkpoints (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        thread TEXT NOT NULL,
        parent TEXT,
        run TEXT NOT NULL,
        source TEXT NOT NULL,
        version INTEGER NOT NULL,
        step INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        next TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at INTEGER NOT NULL
      )`,
      `CREATE INDEX checkpoints_by_thread ON checkpoints (thread, sequence)`,
      `CREATE TABLE checkpoint_writes (
        checkpoint_id TEXT NOT NULL REFERENCES checkpoints (id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        value TEXT NOT NULL,
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        UNIQUE (checkpoint_id, key)
      )`,
    ],
  },
];
