import type { Migration } from './migrations.ts';

/** The migrations of the catalog's tables. `sequence` is the order of creation. */
export const CATALOG_MIGRATIONS: readonly Migration[] = [
  {
    id: 'catalog-1',
    statements: [
      `CREATE TABLE files (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        filename TEXT NOT NULL,
        media_type TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        sha256 TEXT NOT NULL,
        purpose TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        object_key TEXT NOT NULL,
        status TEXT NOT NULL,
        status_details TEXT
      )`,
      `CREATE INDEX files_by_owner ON files (owner, sequence)`,
      `CREATE INDEX files_by_content ON files (sha256, bytes)`,
      `CREATE INDEX files_by_object ON files (object_key)`,
      `CREATE TABLE vector_stores (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        metadata TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_active_at INTEGER NOT NULL,
        expires_after_days INTEGER
      )`,
      `CREATE INDEX vector_stores_by_owner ON vector_stores (owner, sequence)`,
      `CREATE TABLE store_files (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        store_id TEXT NOT NULL,
        file_id TEXT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
        owner TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        attributes TEXT NOT NULL,
        chunking TEXT NOT NULL,
        batch_id TEXT,
        status TEXT NOT NULL,
        last_error TEXT,
        chunks INTEGER NOT NULL,
        usage_bytes INTEGER NOT NULL,
        UNIQUE (store_id, file_id)
      )`,
      `CREATE INDEX store_files_by_status ON store_files (status, sequence)`,
      `CREATE INDEX store_files_by_file ON store_files (file_id)`,
      `CREATE INDEX store_files_by_batch ON store_files (batch_id)`,
      `CREATE TABLE file_batches (
        id TEXT PRIMARY KEY NOT NULL,
        store_id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        is_cancelled INTEGER NOT NULL
      )`,
      `CREATE TABLE removals (
        id TEXT PRIMARY KEY NOT NULL,
        created_at INTEGER NOT NULL,
        object_key TEXT,
        file_id TEXT,
        store_id TEXT
      )`,
    ],
  },
  {
    id: 'catalog-2',
    statements: [
      'ALTER TABLE files ADD COLUMN expires_at INTEGER',
      'CREATE INDEX files_by_expiry ON files (expires_at) WHERE expires_at IS NOT NULL',
    ],
  },
  {
    id: 'catalog-3',
    statements: [
      // A batch keeps the files that were added to the store again since, as they were.
      `CREATE TABLE replaced_store_files (
        sequence INTEGER PRIMARY KEY NOT NULL,
        store_id TEXT NOT NULL,
        file_id TEXT NOT NULL,
        owner TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        attributes TEXT NOT NULL,
        chunking TEXT NOT NULL,
        batch_id TEXT NOT NULL,
        status TEXT NOT NULL,
        last_error TEXT,
        chunks INTEGER NOT NULL,
        usage_bytes INTEGER NOT NULL,
        UNIQUE (batch_id, file_id)
      )`,
      'CREATE INDEX replaced_store_files_by_file ON replaced_store_files (file_id)',
      'CREATE INDEX replaced_store_files_by_store ON replaced_store_files (store_id)',
      `CREATE VIEW batch_files AS
        SELECT sequence, store_id, file_id, owner, created_at, attributes, chunking, batch_id, status, last_error, chunks, usage_bytes
          FROM store_files WHERE batch_id IS NOT NULL
        UNION ALL
        SELECT sequence, store_id, file_id, owner, created_at, attributes, chunking, batch_id, status, last_error, chunks, usage_bytes
          FROM replaced_store_files`,
    ],
  },
];
