import type { RequestRecord } from '../../ports/journal.ts';
import { insertRows } from './insert-rows.ts';
import type { StoredEntry } from './journal-line.ts';
import type { Statement } from './protocol.ts';
import { toRuleRows } from './rule-rows.ts';
import { requestDetails, requestDetectors, requestRules, requests, requestShadowRules } from './schema.ts';

/** The statements that store entries of different requests; an entry replaces the stored one with its id. */
export function storeStatements(kept: readonly StoredEntry[]): Statement[] {
  const ids = JSON.stringify(kept.map(({ request }) => request.id));
  const rules = kept.flatMap((entry) => toRuleRows(entry, { inShadow: false }));
  const shadows = kept.flatMap((entry) => toRuleRows(entry, { inShadow: true }));
  return [
    { sql: 'DELETE FROM requests WHERE id IN (SELECT value FROM json_each(?))', args: [ids] },
    insertRows(requests, kept.map(toRequestRow)),
    insertRows(requestDetails, kept.map(toDetailsRow)),
    insertRows(requestDetectors, kept.flatMap(toDetectorRows)),
    insertRows(requestRules, rules),
    ...(shadows.length === 0 ? [] : [insertRows(requestShadowRules, shadows)]),
    ...kept.flatMap(toContentStatements),
  ];
}

/** A number in the order of arrival; the time in microseconds if none was given. */
export function sequenceOf({ sequence, receivedAt }: Pick<RequestRecord, 'sequence' | 'receivedAt'>): number {
  return sequence ?? receivedAt.getTime() * 1000;
}

function toRequestRow({ request }: StoredEntry): typeof requests.$inferInsert {
  const { receivedAt, error, previewFault: _, ...same } = request;
  return {
    ...same,
    sequence: sequenceOf(request),
    receivedAt: receivedAt.getTime(),
    errorType: error?.type,
    errorMessage: error?.message,
    hasPreview: Number(request.preview !== undefined),
  };
}

function toDetailsRow({ request, details }: StoredEntry): typeof requestDetails.$inferInsert {
  return { requestId: request.id, body: details };
}

function toDetectorRows({ request, decisions: made }: StoredEntry): (typeof requestDetectors.$inferInsert)[] {
  const found = new Set(made.flatMap(({ findings }) => findings.map(({ detector }) => detector)));
  const place = { receivedAt: request.receivedAt.getTime(), sequence: sequenceOf(request) };
  return [...found].map((detector) => ({ requestId: request.id, detector, ...place }));
}

/** Long texts are bound as they are, not within a JSON document. */
function toContentStatements({ request, content }: StoredEntry): Statement[] {
  if (content === undefined) return [];
  const args = [request.id, content.input ?? null, content.output ?? null];
  return [{ sql: 'INSERT INTO request_contents (request_id, input, output) VALUES (?, ?, ?)', args }];
}
