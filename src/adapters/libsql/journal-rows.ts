import type { Decision } from '../../ports/guard.ts';
import type { DebugEntry, JournalEntry, RequestRecord } from '../../ports/journal.ts';
import { insertRows } from './insert-rows.ts';
import type { Statement } from './protocol.ts';
import { decisions, requestDebug, requestDetectors, requestRules, requests } from './schema.ts';

/** The statements that store entries of different requests; an entry replaces what is stored under its id. */
export function storeStatements(kept: readonly JournalEntry[]): Statement[] {
  const ids = JSON.stringify(kept.map(({ request }) => request.id));
  return [
    { sql: 'DELETE FROM requests WHERE id IN (SELECT value FROM json_each(?))', args: [ids] },
    insertRows(requests, kept.map(toRequestRow)),
    insertRows(decisions, kept.flatMap(toDecisionRows)),
    insertRows(requestDetectors, kept.flatMap(toDetectorRows)),
    insertRows(requestRules, kept.flatMap(toRuleRows)),
    insertRows(requestDebug, kept.flatMap(toDebugBody)),
    ...kept.flatMap(toContentStatements),
  ];
}

/** A place in the order of arrival, in microseconds where none was given. */
export function sequenceOf({ sequence, receivedAt }: Pick<RequestRecord, 'sequence' | 'receivedAt'>): number {
  return sequence ?? receivedAt.getTime() * 1000;
}

function toRequestRow({ request }: JournalEntry): typeof requests.$inferInsert {
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

function toDecisionRows({ request, decisions: made }: JournalEntry): (typeof decisions.$inferInsert)[] {
  return made.map((decision, position) => ({ requestId: request.id, position, body: JSON.stringify(decision) }));
}

function toDetectorRows({ request, decisions: made }: JournalEntry): (typeof requestDetectors.$inferInsert)[] {
  const found = new Set(made.flatMap(({ findings }) => findings.map(({ detector }) => detector)));
  const place = { receivedAt: request.receivedAt.getTime(), sequence: sequenceOf(request) };
  return [...found].map((detector) => ({ requestId: request.id, detector, ...place }));
}

/** What a decision that blocks without a finding is counted under: a check that must not be skipped could not run. */
const NOT_SCANNED = { detector: 'any', category: 'not_scanned', channel: 'user', action: 'block' } as const;

function toRuleRows({ request, decisions: made }: JournalEntry): (typeof requestRules.$inferInsert)[] {
  const rows = new Map<string, typeof requestRules.$inferInsert>();
  for (const { policy, direction, verdict, findings } of made) {
    const isUnread = verdict === 'block' && !findings.some(({ action }) => action === 'block');
    for (const { detector, category, channel = 'user', action } of isUnread ? [...findings, NOT_SCANNED] : findings) {
      if (action === 'allow') continue;
      const key = JSON.stringify([policy, direction, detector, category, channel, action]);
      const count = (rows.get(key)?.findings ?? 0) + 1;
      const place = { requestId: request.id, receivedAt: request.receivedAt.getTime() };
      rows.set(key, { ...place, policy, direction, detector, category, channel, action, findings: count });
    }
  }
  return [...rows.values()];
}

/** Long texts travel as they are, not inside a JSON document. */
function toContentStatements({ request, content }: JournalEntry): Statement[] {
  if (content === undefined) return [];
  const args = [request.id, content.input ?? null, content.output ?? null];
  return [{ sql: 'INSERT INTO request_contents (request_id, input, output) VALUES (?, ?, ?)', args }];
}

/** A debug entry as it is stored; the order of the values is that of every row ever stored. */
type DebugRow = readonly [
  sequence: number,
  at: number,
  stage: DebugEntry['stage'],
  name: string,
  part: string | null,
  outcome: string,
  reason: string | null,
  findings: number,
  score: number,
  latencyMs: number,
];

function toDebugBody({ request, debug }: JournalEntry): (typeof requestDebug.$inferInsert)[] {
  if (debug.length === 0) return [];
  const rows = debug.map(({ sequence, at, stage, name, part = null, outcome, reason = null, findings, score, latencyMs }): DebugRow => {
    return [sequence, at.getTime(), stage, name, part, outcome, reason, findings, score, latencyMs];
  });
  return [{ requestId: request.id, body: JSON.stringify(rows.toSorted(([a], [b]) => a - b)) }];
}

/** A request as the port knows it. */
export function fromRequestRow(row: typeof requests.$inferSelect): RequestRecord {
  const { receivedAt, sequence, errorType, errorMessage, hasPreview: _, ...same } = row;
  return {
    ...same,
    ...(sequence === receivedAt * 1000 ? {} : { sequence }),
    receivedAt: new Date(receivedAt),
    verdict: row.verdict ?? undefined,
    keyName: row.keyName ?? undefined,
    preview: row.preview ?? undefined,
    promptTokens: row.promptTokens ?? undefined,
    completionTokens: row.completionTokens ?? undefined,
    error: errorType === null ? undefined : { type: errorType, message: errorMessage ?? '' },
  };
}

/** A decision as it was made. */
export function fromDecisionBody(body: string): Decision {
  return JSON.parse(body) as Decision;
}

/** The debug entries of a request as the port knows them, in their order. */
export function fromDebugBody(body: string): DebugEntry[] {
  return (JSON.parse(body) as DebugRow[]).map(([sequence, at, stage, name, part, outcome, reason, findings, score, latencyMs]) => {
    const texts = { name, part: part ?? undefined, outcome, reason: reason ?? undefined };
    return { sequence, at: new Date(at), stage, ...texts, findings, score, latencyMs };
  });
}
