import type { JournalStats, Percentiles, StatsQuery } from '../../ports/journal.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './protocol.ts';

/** A column that is text or null. */
const textOf = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '');

/** What happened in a span of time, counted by the database. */
export async function readJournalStats(database: Database, { since, until, buckets }: StatsQuery): Promise<JournalStats> {
  const [from, to] = [since.getTime(), until.getTime()];
  const width = (to - from) / buckets;
  const read = async (sql: string, args: readonly SqlValue[] = []): Promise<readonly (readonly SqlValue[])[]> =>
    (await database.execute({ sql, args: [from, to, ...args] })).rows;

  const counts = await read(
    `SELECT min(CAST((received_at - ?1) / ?3 AS INTEGER), ?4) AS bucket, status, verdict, count(*) FROM requests
      WHERE received_at >= ?1 AND received_at < ?2 GROUP BY bucket, status, verdict`,
    [width, buckets - 1],
  );
  const parts = Array.from({ length: buckets }, (_, index) => ({
    start: new Date(Math.round(from + index * width)),
    requests: 0,
    verdicts: {} as Record<string, number>,
    statuses: {} as Record<string, number>,
  }));
  let ended = 0;
  for (const [bucket, status, verdict, count] of counts) {
    const part = parts[Number(bucket)];
    if (part === undefined) continue;
    part.requests += Number(count);
    part.statuses[textOf(status)] = (part.statuses[textOf(status)] ?? 0) + Number(count);
    if (verdict !== null) part.verdicts[textOf(verdict)] = (part.verdicts[textOf(verdict)] ?? 0) + Number(count);
    if (status !== 'running') ended += Number(count);
  }

  const detectors = await read(
    `SELECT detector, count(*) AS found FROM request_detectors WHERE received_at >= ?1 AND received_at < ?2
      GROUP BY detector ORDER BY found DESC, detector`,
  );
  const errors = await read(
    `SELECT error_type, count(*) AS found FROM requests WHERE received_at >= ?1 AND received_at < ?2 AND error_type IS NOT NULL
      GROUP BY error_type ORDER BY found DESC, error_type`,
  );

  async function percentiles(column: 'guard_ms' | 'total_ms'): Promise<Percentiles> {
    const places = [0.5, 0.95, 0.99].map((share) => Math.max(1, Math.ceil(share * ended)));
    const rows = await read(
      `WITH ordered AS (
        SELECT ${column} AS value, row_number() OVER (ORDER BY ${column}) AS place FROM requests
          WHERE received_at >= ?1 AND received_at < ?2 AND status <> 'running')
        SELECT place, value FROM ordered WHERE place IN (?3, ?4, ?5)`,
      places,
    );
    const values = new Map(rows.map(([place, value]) => [Number(place), Number(value)]));
    const [p50 = 0, p95 = 0, p99 = 0] = places.map((place) => values.get(place) ?? 0);
    return { p50, p95, p99 };
  }

  return {
    requests: parts.reduce((sum, part) => sum + part.requests, 0),
    buckets: parts,
    detectors: detectors.map(([name, requests]) => ({ name: textOf(name), requests: Number(requests) })),
    errors: errors.map(([type, requests]) => ({ type: textOf(type), requests: Number(requests) })),
    guardMs: await percentiles('guard_ms'),
    totalMs: await percentiles('total_ms'),
  };
}
