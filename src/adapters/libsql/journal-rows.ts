import type { Decision } from '../../ports/guard.ts';
import type { DebugEntry, JournalEntry, RequestRecord } from '../../ports/journal.ts';
import { insertRows } from './insert-rows.ts';
import type { Statement } from './protocol.ts';
import { debugEntries, decisions, requestDetectors, requests } from './schema.ts';

/** The statements that store entries; an entry replaces what is stored under its id, and the last of several wins. */
export function storeStatements(entries: readonly JournalEntry[]): Statement[] {
  const kept = [...new Map(entries.map((entry) => [entry.request.id, entry])).values()];
  const ids = JSON.stringify(kept.map(({ request }) => request.id));
  return [
    { sql: 'DELETE FROM requests WHERE id IN (SELECT value FROM json_each(?))', args: [ids] },
    insertRows(requests, kept.map(toRequestRow)),
    insertRows(decisions, kept.flatMap(toDecisionRows)),
    insertRows(requestDetectors, kept.flatMap(toDetectorRows)),
    insertRows(debugEntries, kept.flatMap(toDebugRows)),
  ];
}

function toRequestRow({ request }: JournalEntry): typeof requests.$inferInsert {
  const { receivedAt, error, ...same } = request;
  return { ...same, receivedAt: receivedAt.getTime(), errorType: error?.type, errorMessage: error?.message };
}

function toDecisionRows({ request, decisions: made }: JournalEntry): (typeof decisions.$inferInsert)[] {
  return made.map((decision, position) => ({ requestId: request.id, position, body: JSON.stringify(decision) }));
}

function toDetectorRows({ request, decisions: made }: JournalEntry): (typeof requestDetectors.$inferInsert)[] {
  const found = new Set(made.flatMap(({ findings }) => findings.map(({ detector }) => detector)));
  return [...found].map((detector) => ({ requestId: request.id, detector, receivedAt: request.receivedAt.getTime() }));
}

function toDebugRows({ request, debug }: JournalEntry): (typeof debugEntries.$inferInsert)[] {
  return debug.map(({ at, ...same }) => ({ ...same, requestId: request.id, at: at.getTime() }));
}

/** A request as the port knows it. */
export function fromRequestRow(row: typeof requests.$inferSelect): RequestRecord {
  const { receivedAt, errorType, errorMessage, ...same } = row;
  return {
    ...same,
    receivedAt: new Date(receivedAt),
    verdict: row.verdict ?? undefined,
    keyName: row.keyName ?? undefined,
    preview: row.preview ?? undefined,
    error: errorType === null ? undefined : { type: errorType, message: errorMessage ?? '' },
  };
}

/** A decision as it was made. */
export function fromDecisionBody(body: string): Decision {
  return JSON.parse(body) as Decision;
}

/** A debug entry as the port knows it. */
export function fromDebugRow(row: typeof debugEntries.$inferSelect): DebugEntry {
  const { requestId: _, at, part, reason, ...same } = row;
  return { ...same, at: new Date(at), part: part ?? undefined, reason: reason ?? undefined };
}
