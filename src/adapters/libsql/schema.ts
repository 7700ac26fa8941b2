import { isNotNull } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Action, Channel, Direction } from '../../ports/guard.ts';
import type { RequestStatus } from '../../ports/journal.ts';

/** One guarded request. Times are Unix milliseconds, durations milliseconds, lengths UTF-16 code units. */
export const requests = sqliteTable(
  'requests',
  {
    id: text().primaryKey(),
    receivedAt: integer('received_at').notNull(),
    sequence: integer().notNull(),
    status: text().$type<RequestStatus>().notNull(),
    httpStatus: integer('http_status').notNull(),
    verdict: text().$type<Action>(),
    wouldBe: text('would_be').$type<Action>(),
    route: text(),
    model: text().notNull(),
    stream: integer({ mode: 'boolean' }).notNull(),
    upstream: text().notNull(),
    policy: text().notNull(),
    keyName: text('key_name'),
    userHash: text('user_hash'),
    trialPolicy: text('trial_policy'),
    inputParts: integer('input_parts').notNull(),
    inputLength: integer('input_length').notNull(),
    outputLength: integer('output_length').notNull(),
    totalMs: real('total_ms'),
    guardMs: real('guard_ms').notNull(),
    upstreamMs: real('upstream_ms').notNull(),
    promptTokens: integer('prompt_tokens'),
    completionTokens: integer('completion_tokens'),
    errorType: text('error_type'),
    errorMessage: text('error_message'),
    preview: text(),
    /** 1 if there is a preview: an index contains this instead of the preview. */
    hasPreview: integer('has_preview').notNull(),
  },
  (table) => [
    index('requests_in_order').on(
      table.sequence,
      table.id,
      table.receivedAt,
      table.status,
      table.verdict,
      table.keyName,
      table.model,
      table.hasPreview,
      table.route,
      table.errorType,
      table.userHash,
    ),
    index('requests_by_status').on(table.status, table.sequence, table.id, table.receivedAt),
    index('requests_by_verdict').on(table.verdict, table.sequence, table.id, table.receivedAt),
    index('requests_by_would_be').on(table.wouldBe, table.sequence, table.id, table.receivedAt).where(isNotNull(table.wouldBe)),
    index('requests_by_key').on(table.keyName, table.sequence, table.id, table.receivedAt),
    index('requests_by_user').on(table.userHash, table.sequence, table.id, table.receivedAt).where(isNotNull(table.userHash)),
    index('requests_by_policy').on(table.policy, table.receivedAt, table.verdict),
    index('requests_by_trial').on(table.trialPolicy, table.receivedAt, table.verdict).where(isNotNull(table.trialPolicy)),
  ],
);

/** The decisions about a request and its debug entries, as JSON that `readDetails` reads. */
export const requestDetails = sqliteTable('request_details', {
  requestId: text('request_id')
    .primaryKey()
    .references(() => requests.id, { onDelete: 'cascade' }),
  body: text().notNull(),
});

/** The detectors that found something in a request, with the request's time for paging. */
export const requestDetectors = sqliteTable(
  'request_detectors',
  {
    requestId: text('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    detector: text().notNull(),
    receivedAt: integer('received_at').notNull(),
    sequence: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.detector] }),
    index('request_detectors_in_order').on(table.detector, table.sequence, table.requestId, table.receivedAt),
    index('request_detectors_by_time').on(table.receivedAt, table.detector),
  ],
);

/** The captured content of a request, as it was passed in: sealed by the caller. */
export const requestContents = sqliteTable('request_contents', {
  requestId: text('request_id')
    .primaryKey()
    .references(() => requests.id, { onDelete: 'cascade' }),
  input: text(),
  output: text(),
});

const ruleCounts = (name: 'request_rules' | 'request_shadow_rules') =>
  sqliteTable(
    name,
    {
      requestId: text('request_id')
        .notNull()
        .references(() => requests.id, { onDelete: 'cascade' }),
      policy: text().notNull(),
      direction: text().$type<Direction>().notNull(),
      detector: text().notNull(),
      category: text().notNull(),
      channel: text().$type<Channel>().notNull(),
      action: text().$type<Action>().notNull(),
      receivedAt: integer('received_at').notNull(),
      findings: integer().notNull(),
    },
    (table) => [
      primaryKey({
        columns: [table.requestId, table.policy, table.direction, table.detector, table.category, table.channel, table.action],
      }),
    ],
  );

/** How many findings of a request fell under each rule of the policy that decided it. */
export const requestRules = ruleCounts('request_rules');

/** How many findings fell under each rule in shadow, by what it would have done. Few requests have any. */
export const requestShadowRules = ruleCounts('request_shadow_rules');
