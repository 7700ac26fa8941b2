import type { Action, Channel, Direction } from '../../ports/guard.ts';
import type { RuleReport, RuleReportQuery } from '../../ports/journal.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './protocol.ts';

const SPAN = 'policy = ?1 AND received_at >= ?2 AND received_at < ?3';
const HARDNESS = `CASE action WHEN 'block' THEN 3 WHEN 'redact' THEN 2 ELSE 1 END`;

/** What a version of a policy decided in a span of time, counted by the database. */
export async function readRuleReport(database: Database, { policy, since, until, examples }: RuleReportQuery): Promise<RuleReport> {
  const span: readonly SqlValue[] = [policy, since.getTime(), until.getTime()];
  const read = async (sql: string, more: readonly SqlValue[] = []): Promise<readonly (readonly SqlValue[])[]> =>
    (await database.execute({ sql, args: [...span, ...more] })).rows;

  const [total] = await read(`SELECT count(*) FROM requests WHERE ${SPAN} AND verdict IS NOT NULL`);
  const hardest = await read(
    `SELECT hardness, count(*) FROM (
        SELECT max(${HARDNESS}) AS hardness FROM request_rules WHERE ${SPAN} GROUP BY request_id)
      GROUP BY hardness`,
  );
  const withHardness = (wanted: number): number => Number(hardest.find(([hardness]) => Number(hardness) === wanted)?.[1] ?? 0);
  const rules = await read(
    `SELECT direction, detector, category, channel, action, sum(findings), count(*) AS found FROM request_rules WHERE ${SPAN}
      GROUP BY direction, detector, category, channel, action ORDER BY found DESC, detector, category, direction, channel, action`,
  );
  const newest = await read(
    `SELECT direction, detector, category, channel, action, request_id FROM (
        SELECT *, row_number() OVER (
            PARTITION BY direction, detector, category, channel, action ORDER BY received_at DESC, request_id DESC) AS place
          FROM request_rules WHERE ${SPAN})
      WHERE place <= ?4 ORDER BY place`,
    [examples],
  );
  const nameOf = (row: readonly SqlValue[]): string => JSON.stringify(row.slice(0, 5));
  const examplesOf = Map.groupBy(newest, nameOf);
  return {
    requests: Number(total?.[0] ?? 0),
    blocked: withHardness(3),
    redacted: withHardness(2),
    flagged: withHardness(1),
    rules: rules.map((row) => ({
      direction: textColumn(row[0]) as Direction,
      detector: textColumn(row[1]),
      category: textColumn(row[2]),
      channel: textColumn(row[3]) as Channel,
      action: textColumn(row[4]) as Action,
      findings: Number(row[5]),
      requests: Number(row[6]),
      examples: (examplesOf.get(nameOf(row)) ?? []).map((example) => textColumn(example[5])),
    })),
  };
}
