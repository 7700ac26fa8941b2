/** One step from an older schema to a newer one. Ids are never reused or reordered once released. */
export interface Migration {
  readonly id: string;
  readonly statements: readonly string[];
}

/** How the journal's tables of schema.ts came to be. */
export const JOURNAL_MIGRATIONS: readonly Migration[] = [
  {
    id: 'journal-1-requests',
    statements: [
      `CREATE TABLE requests (
        id TEXT PRIMARY KEY NOT NULL,
        received_at INTEGER NOT NULL,
        status TEXT NOT NULL,
        http_status INTEGER NOT NULL,
        verdict TEXT,
        model TEXT NOT NULL,
        stream INTEGER NOT NULL,
        upstream TEXT NOT NULL,
        policy TEXT NOT NULL,
        key_name TEXT,
        input_parts INTEGER NOT NULL,
        input_length INTEGER NOT NULL,
        output_length INTEGER NOT NULL,
        total_ms REAL NOT NULL,
        guard_ms REAL NOT NULL,
        upstream_ms REAL NOT NULL,
        error_type TEXT,
        error_message TEXT,
        preview TEXT
      ) WITHOUT ROWID`,
      `CREATE INDEX requests_by_time ON requests (received_at, id)`,
      `CREATE INDEX requests_by_status ON requests (status, received_at, id)`,
      `CREATE INDEX requests_by_verdict ON requests (verdict, received_at, id)`,
      `CREATE TABLE decisions (
        request_id TEXT NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (request_id, position)
      )`,
      `CREATE TABLE request_detectors (
        request_id TEXT NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        detector TEXT NOT NULL,
        received_at INTEGER NOT NULL,
        PRIMARY KEY (request_id, detector)
      ) WITHOUT ROWID`,
      `CREATE INDEX request_detectors_by_time ON request_detectors (detector, received_at, request_id)`,
      `CREATE TABLE debug_entries (
        request_id TEXT NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        sequence INTEGER NOT NULL,
        at INTEGER NOT NULL,
        stage TEXT NOT NULL,
        name TEXT NOT NULL,
        part TEXT,
        outcome TEXT NOT NULL,
        reason TEXT,
        findings INTEGER NOT NULL,
        score REAL NOT NULL,
        latency_ms REAL NOT NULL,
        PRIMARY KEY (request_id, sequence)
      ) WITHOUT ROWID`,
    ],
  },
  {
    id: 'journal-2-keys',
    statements: [`CREATE INDEX requests_by_key ON requests (key_name, received_at, id)`],
  },
];
