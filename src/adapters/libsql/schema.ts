import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Action } from '../../ports/guard.ts';
import type { DebugEntry, RequestStatus } from '../../ports/journal.ts';

/** One guarded request. Times are Unix milliseconds, durations milliseconds, lengths UTF-16 code units. */
export const requests = sqliteTable(
  'requests',
  {
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
    status: text().$type<RequestStatus>().notNull(),
    httpStatus: integer('http_status').notNull(),
    verdict: text().$type<Action>(),
    model: text().notNull(),
    stream: integer({ mode: 'boolean' }).notNull(),
    upstream: text().notNull(),
    policy: text().notNull(),
    keyName: text('key_name'),
    inputParts: integer('input_parts').notNull(),
    inputLength: integer('input_length').notNull(),
    outputLength: integer('output_length').notNull(),
    totalMs: real('total_ms').notNull(),
    guardMs: real('guard_ms').notNull(),
    upstreamMs: real('upstream_ms').notNull(),
    errorType: text('error_type'),
    errorMessage: text('error_message'),
    preview: text(),
  },
  (table) => [
    index('requests_by_time').on(table.receivedAt, table.id),
    index('requests_by_status').on(table.status, table.receivedAt, table.id),
    index('requests_by_verdict').on(table.verdict, table.receivedAt, table.id),
    index('requests_by_key').on(table.keyName, table.receivedAt, table.id),
  ],
);

/** The decisions about a request in the order they were made, each whole as JSON. */
export const decisions = sqliteTable(
  'decisions',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.position] })],
);

/** Which detectors found something in a request, with its time for paging through one detector's. */
export const requestDetectors = sqliteTable(
  'request_detectors',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    detector: text().notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.detector] }),
    index('request_detectors_by_time').on(table.detector, table.receivedAt, table.requestId),
  ],
);

/** Debug entries of a request by their sequence number. */
export const debugEntries = sqliteTable(
  'debug_entries',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    sequence: integer().notNull(),
    at: integer().notNull(),
    stage: text().$type<DebugEntry['stage']>().notNull(),
    name: text().notNull(),
    part: text(),
    outcome: text().notNull(),
    reason: text(),
    findings: integer().notNull(),
    score: real().notNull(),
    latencyMs: real('latency_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.requestId, table.sequence] })],
);
