/** One step from an older schema to a newer one. Ids are never reused or reordered once released. */
export interface Migration {
  readonly id: string;
  readonly statements: readonly string[];
}

/** The migrations of the journal's tables in schema.ts. */
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
  {
    id: 'journal-3-tokens',
    statements: [`ALTER TABLE requests ADD COLUMN prompt_tokens INTEGER`, `ALTER TABLE requests ADD COLUMN completion_tokens INTEGER`],
  },
  {
    // Content that was captured before it was sealed is deleted, so that nothing readable stays on the disk.
    id: 'journal-4-order-and-rules',
    statements: [
      `ALTER TABLE requests ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0`,
      `UPDATE requests SET sequence = received_at * 1000, preview = NULL`,
      `ALTER TABLE requests ADD COLUMN has_preview INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE request_detectors ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0`,
      `UPDATE request_detectors SET sequence = received_at * 1000`,
      `DROP INDEX requests_by_time`,
      `DROP INDEX requests_by_status`,
      `DROP INDEX requests_by_verdict`,
      `DROP INDEX requests_by_key`,
      `DROP INDEX request_detectors_by_time`,
      // Pages are filtered by an index alone: by one field with its own index, by several with the first.
      `CREATE INDEX requests_in_order ON requests (sequence, id, received_at, status, verdict, key_name, model, has_preview)`,
      `CREATE INDEX requests_by_status ON requests (status, sequence, id, received_at)`,
      `CREATE INDEX requests_by_verdict ON requests (verdict, sequence, id, received_at)`,
      `CREATE INDEX requests_by_key ON requests (key_name, sequence, id, received_at)`,
      // And so are the statistics.
      `CREATE INDEX requests_by_time ON requests
        (received_at, sequence, status, verdict, guard_ms, total_ms, upstream_ms, error_type, prompt_tokens, completion_tokens)`,
      `CREATE INDEX requests_by_policy ON requests (policy, received_at, verdict)`,
      `CREATE INDEX request_detectors_in_order ON request_detectors (detector, sequence, request_id, received_at)`,
      `CREATE INDEX request_detectors_by_time ON request_detectors (received_at, detector)`,
      `CREATE TABLE request_contents (
        request_id TEXT PRIMARY KEY NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        input TEXT,
        output TEXT
      )`,
      `CREATE TABLE request_rules (
        request_id TEXT NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        policy TEXT NOT NULL,
        direction TEXT NOT NULL,
        detector TEXT NOT NULL,
        category TEXT NOT NULL,
        channel TEXT NOT NULL,
        action TEXT NOT NULL,
        received_at INTEGER NOT NULL,
        findings INTEGER NOT NULL,
        PRIMARY KEY (request_id, policy, direction, detector, category, channel, action)
      ) WITHOUT ROWID`,
      `CREATE INDEX request_rules_by_policy ON request_rules
        (policy, received_at, direction, detector, category, channel, action, request_id, findings)`,
    ],
  },
  {
    // One row per request instead of twenty. Its times are relative to the arrival of the request.
    id: 'journal-5-details',
    statements: [
      `CREATE TABLE request_details (
        request_id TEXT PRIMARY KEY NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        body TEXT NOT NULL
      )`,
      `INSERT INTO request_details SELECT id, json_object(
          'decisions', (
            SELECT json_group_array(json(body)) FROM (
              SELECT json_set(body, '$.checks', (
                SELECT json_group_array(json_array(value ->> 'detector', value ->> 'part', value ->> 'outcome',
                  value ->> 'findings', value ->> 'score', value ->> 'latencyMs', value ->> 'reason'))
                FROM json_each(body, '$.checks'))) AS body
              FROM decisions WHERE request_id = requests.id ORDER BY position)),
          'debug', (
            SELECT json_group_array(json_array(sequence, at - received_at, stage, name, part, outcome, reason, findings, score, latency_ms))
            FROM (SELECT * FROM debug_entries WHERE request_id = requests.id ORDER BY sequence)))
        FROM requests`,
      `DROP TABLE decisions`,
      `DROP TABLE debug_entries`,
    ],
  },
  {
    id: 'journal-6-shadow-rules',
    statements: [
      `CREATE TABLE request_shadow_rules (
        request_id TEXT NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
        policy TEXT NOT NULL,
        direction TEXT NOT NULL,
        detector TEXT NOT NULL,
        category TEXT NOT NULL,
        channel TEXT NOT NULL,
        action TEXT NOT NULL,
        received_at INTEGER NOT NULL,
        findings INTEGER NOT NULL,
        PRIMARY KEY (request_id, policy, direction, detector, category, channel, action)
      ) WITHOUT ROWID`,
      `CREATE INDEX request_shadow_rules_by_policy ON request_shadow_rules
        (policy, received_at, direction, detector, category, channel, action, request_id, findings)`,
    ],
  },
  {
    // What a request would have come to without shadow: from `unshadowed` of its stored decisions.
    id: 'journal-7-would-be',
    statements: [
      `ALTER TABLE requests ADD COLUMN would_be TEXT`,
      `UPDATE requests SET would_be = (
          SELECT CASE WHEN would = done THEN NULL ELSE CASE would WHEN 3 THEN 'block' WHEN 2 THEN 'redact' WHEN 1 THEN 'flag' ELSE 'allow' END END
          FROM (
            SELECT max(${hardness(`coalesce(value ->> 'wouldBe', value ->> 'verdict')`)}) AS would,
              max(CASE WHEN value ->> 'mode' = 'shadow' THEN 0 ELSE ${hardness(`value ->> 'verdict'`)} END) AS done
            FROM request_details, json_each(body, '$.decisions') WHERE request_id = requests.id))
        WHERE verdict IS NOT NULL AND EXISTS (
          SELECT 1 FROM request_details, json_each(body, '$.decisions')
          WHERE request_id = requests.id AND (value ->> 'wouldBe' IS NOT NULL OR value ->> 'mode' = 'shadow'))`,
      `CREATE INDEX requests_by_would_be ON requests (would_be, sequence, id, received_at) WHERE would_be IS NOT NULL`,
    ],
  },
  {
    // Two routes do not justify an index, which every record would have to update.
    id: 'journal-8-routes',
    statements: [`ALTER TABLE requests ADD COLUMN route TEXT`],
  },
  {
    // Statistics and pages are again answered by an index alone.
    id: 'journal-9-models-and-errors',
    statements: [
      `DROP INDEX requests_by_time`,
      `CREATE INDEX requests_by_time ON requests
        (received_at, sequence, status, verdict, would_be, model, key_name, guard_ms, total_ms, upstream_ms, error_type, prompt_tokens, completion_tokens)`,
      `DROP INDEX requests_in_order`,
      `CREATE INDEX requests_in_order ON requests (sequence, id, received_at, status, verdict, key_name, model, has_preview, route, error_type)`,
    ],
  },
  {
    id: 'journal-10-users',
    statements: [
      `ALTER TABLE requests ADD COLUMN user_hash TEXT`,
      `DROP INDEX requests_by_time`,
      `CREATE INDEX requests_by_time ON requests
        (received_at, sequence, status, verdict, would_be, model, key_name, guard_ms, total_ms, upstream_ms, error_type, prompt_tokens, completion_tokens, user_hash)`,
      `DROP INDEX requests_in_order`,
      `CREATE INDEX requests_in_order ON requests
        (sequence, id, received_at, status, verdict, key_name, model, has_preview, route, error_type, user_hash)`,
      `CREATE INDEX requests_by_user ON requests (user_hash, sequence, id, received_at) WHERE user_hash IS NOT NULL`,
    ],
  },
  {
    id: 'journal-11-trials',
    statements: [
      `ALTER TABLE requests ADD COLUMN trial_policy TEXT`,
      `CREATE INDEX requests_by_trial ON requests (trial_policy, received_at, verdict) WHERE trial_policy IS NOT NULL`,
    ],
  },
  {
    // Unknown rather than 0 for requests that were running when their process ended, and those that run.
    id: 'journal-12-unknown-times',
    statements: [
      `ALTER TABLE requests ALTER COLUMN total_ms TO total_ms REAL`,
      `UPDATE requests SET total_ms = NULL
        WHERE total_ms = 0 AND (status = 'running' OR (status = 'failed' AND error_message = 'The service ended before it had answered.'))`,
    ],
  },
];

function hardness(action: string): string {
  return `CASE ${action} WHEN 'block' THEN 3 WHEN 'redact' THEN 2 WHEN 'flag' THEN 1 ELSE 0 END`;
}
