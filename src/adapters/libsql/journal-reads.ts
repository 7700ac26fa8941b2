import { eq, sql, type SQL } from 'drizzle-orm';
import type { ListedRequest, RequestRecord } from '../../ports/journal.ts';
import type { Database } from './database.ts';
import { readDetails, type RequestDetails } from './journal-line.ts';
import { createQueryBuilder } from './query-builder.ts';
import { requestContents, requestDetails, requestDetectors, requests } from './schema.ts';

/** Reads stored records by their ids. Throws what the database throws. */
export interface RecordReads {
  /** The requests with these ids, in their order; those that are not stored are left out. */
  listed(ids: readonly string[]): Promise<ListedRequest[]>;
  request(id: string): Promise<RequestRecord | undefined>;
  content(id: string): Promise<{ readonly input: string | undefined; readonly output: string | undefined } | undefined>;
  details(id: string): Promise<RequestDetails | undefined>;
}

const FOUND = { requestId: requestDetectors.requestId, detector: requestDetectors.detector };

/** Reads over the journal's tables, which must exist. */
export function createRecordReads(database: Database): RecordReads {
  const db = createQueryBuilder(database);
  return {
    async listed(ids) {
      const rows = await db.select().from(requests).where(among(requests.id, ids));
      const found = await db.select(FOUND).from(requestDetectors).where(among(requestDetectors.requestId, ids));
      const detectors = Map.groupBy(found, ({ requestId }) => requestId);
      const byId = new Map(rows.map((row) => [row.id, fromRequestRow(row)]));
      return ids.flatMap((id) => {
        const request = byId.get(id);
        return request === undefined ? [] : { ...request, detectors: (detectors.get(id) ?? []).map(({ detector }) => detector).toSorted() };
      });
    },

    async request(id) {
      const [row] = await db.select().from(requests).where(eq(requests.id, id));
      return row === undefined ? undefined : fromRequestRow(row);
    },

    async content(id) {
      const [row] = await db.select().from(requestContents).where(eq(requestContents.requestId, id));
      return row === undefined ? undefined : { input: row.input ?? undefined, output: row.output ?? undefined };
    },

    async details(id) {
      const wanted = { receivedAt: requests.receivedAt, body: requestDetails.body };
      const [row] = await db
        .select(wanted)
        .from(requests)
        .innerJoin(requestDetails, eq(requestDetails.requestId, id))
        .where(eq(requests.id, id));
      return row === undefined ? undefined : readDetails(row.body, new Date(row.receivedAt));
    },
  };
}

/** Any number of ids as one argument. */
function among(column: typeof requests.id | typeof requestDetectors.requestId, ids: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/** A row as a request. */
function fromRequestRow(row: typeof requests.$inferSelect): RequestRecord {
  const { receivedAt, sequence, wouldBe, route, userHash, trialPolicy, errorType, errorMessage, hasPreview: _, ...same } = row;
  return {
    ...same,
    ...(sequence === receivedAt * 1000 ? {} : { sequence }),
    ...(wouldBe === null ? {} : { wouldBe }),
    ...(route === null ? {} : { route }),
    ...(userHash === null ? {} : { userHash }),
    ...(trialPolicy === null ? {} : { trialPolicy }),
    receivedAt: new Date(receivedAt),
    verdict: row.verdict ?? undefined,
    keyName: row.keyName ?? undefined,
    preview: row.preview ?? undefined,
    totalMs: row.totalMs ?? undefined,
    promptTokens: row.promptTokens ?? undefined,
    completionTokens: row.completionTokens ?? undefined,
    error: errorType === null ? undefined : { type: errorType, message: errorMessage ?? '' },
  };
}
