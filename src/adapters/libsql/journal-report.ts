import type { Action, Channel, Direction } from '../../ports/guard.ts';
import type { NamedRuleCount, NamedRuleQuery, RuleKey, RuleReport, RuleReportQuery } from '../../ports/journal.ts';
import { textColumn } from './column-values.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './protocol.ts';

type Row = readonly SqlValue[];
type Read = (sql: string, more?: readonly SqlValue[]) => Promise<readonly Row[]>;

const SPAN = 'policy IN (SELECT value FROM json_each(?1)) AND received_at >= ?2 AND received_at < ?3';
const HARDNESS = `CASE action WHEN 'block' THEN 3 WHEN 'redact' THEN 2 WHEN 'flag' THEN 1 ELSE 0 END`;
const KEY = 'direction, detector, category, channel, shadow';
/** What was done, and what rules in shadow would have done. */
const FOUND = `found AS (
    SELECT request_id, policy, direction, detector, category, channel, action, received_at, findings, 0 AS shadow
      FROM request_rules WHERE ${SPAN}
    UNION ALL
    SELECT request_id, policy, direction, detector, category, channel, action, received_at, findings, 1
      FROM request_shadow_rules WHERE ${SPAN})`;
const NAMED = `named AS MATERIALIZED (
    SELECT value ->> 0 AS policy, value ->> 1 AS direction, value ->> 2 AS detector, value ->> 3 AS category,
        value ->> 4 AS channel, value ->> 5 AS shadow, value ->> 6 AS rule
      FROM json_each(?4))`;
/** One row for every request that a rule is about. */
const HITS = `hits AS MATERIALIZED (
    SELECT rule, shadow, request_id, max(received_at) AS received_at, max(${HARDNESS}) AS hardness
      FROM found JOIN named USING (policy, direction, detector, category, channel, shadow) GROUP BY rule, shadow, request_id)`;

/** What versions of a policy decided in a time span, counted by the database. */
export async function readRuleReport(database: Database, query: RuleReportQuery): Promise<RuleReport> {
  const { examples } = query;
  const read = within(database, query);

  const [total] = await read(
    `SELECT (SELECT count(*) FROM requests WHERE ${SPAN} AND verdict IS NOT NULL)
        + (SELECT count(*) FROM requests WHERE trial_${SPAN} AND verdict IS NOT NULL)`,
  );
  const hardest = await read(
    `SELECT hardness, count(*) FROM (
        SELECT max(${HARDNESS}) AS hardness FROM request_rules WHERE ${SPAN} GROUP BY request_id)
      GROUP BY hardness`,
  );
  const withHardness = (wanted: number): number => Number(hardest.find(([hardness]) => Number(hardness) === wanted)?.[1] ?? 0);
  const rules = await read(
    `WITH ${FOUND} SELECT ${KEY}, action, sum(findings), count(*) AS requests FROM found
      GROUP BY ${KEY}, action ORDER BY requests DESC, detector, category, direction, channel, action, shadow`,
  );
  const newest = await read(
    `WITH ${FOUND} SELECT ${KEY}, action, request_id FROM (
        SELECT *, row_number() OVER (
            PARTITION BY ${KEY}, action ORDER BY received_at DESC, request_id DESC) AS place
          FROM found)
      WHERE place <= ?4 ORDER BY place`,
    [examples],
  );
  const nameOf = (row: Row): string => JSON.stringify(row.slice(0, 6));
  const examplesOf = Map.groupBy(newest, nameOf);
  return {
    requests: Number(total?.[0] ?? 0),
    blocked: withHardness(3),
    redacted: withHardness(2),
    flagged: withHardness(1),
    rules: rules.map((row) => ({
      ...keyOf(row),
      action: textColumn(row[5]) as Action,
      findings: Number(row[6]),
      requests: Number(row[7]),
      examples: (examplesOf.get(nameOf(row)) ?? []).map((example) => textColumn(example[6])),
    })),
  };
}

/** What rules did in a time span, and would have done in shadow, by their names. */
export async function countByRule(database: Database, query: NamedRuleQuery): Promise<NamedRuleCount[]> {
  const read = within(database, query);
  const kinds = await read(`WITH ${FOUND} SELECT DISTINCT ${KEY}, policy FROM found`);
  const named = kinds.flatMap((row) => {
    const { direction, detector, category, channel, isShadow } = keyOf(row);
    const policy = textColumn(row[5]);
    return query.rulesOf(policy, keyOf(row)).map((rule) => [policy, direction, detector, category, channel, Number(isShadow), rule]);
  });
  if (named.length === 0) return [];
  const rows = await read(
    `WITH ${FOUND}, ${NAMED}, ${HITS}
      SELECT rule, shadow, NULL, count(*), sum(hardness = 3), sum(hardness = 2), sum(hardness = 1), sum(
          hardness = 3 AND NOT EXISTS (
            SELECT 1 FROM request_rules AS other WHERE other.request_id = hits.request_id AND other.action = 'block'
              AND NOT EXISTS (
                SELECT 1 FROM named WHERE hits.shadow = 0 AND named.shadow = 0 AND named.rule = hits.rule
                  AND named.policy = other.policy AND named.direction = other.direction AND named.detector = other.detector
                  AND named.category = other.category AND named.channel = other.channel)))
        FROM hits GROUP BY rule, shadow
      UNION ALL
      SELECT rule, shadow, request_id, place, NULL, NULL, NULL, NULL FROM (
        SELECT *, row_number() OVER (
            PARTITION BY rule, shadow ORDER BY hardness DESC, received_at DESC, request_id DESC) AS place
          FROM hits)
      WHERE place <= ?5 ORDER BY 1, 2, 4`,
    [JSON.stringify(named), query.examples],
  );
  const nameOf = (row: Row): string => JSON.stringify(row.slice(0, 2));
  const examplesOf = Map.groupBy(
    rows.filter(([, , id]) => id !== null),
    nameOf,
  );
  return rows
    .filter(([, , id]) => id === null)
    .map((row) => ({
      rule: textColumn(row[0]),
      isShadow: Number(row[1]) === 1,
      requests: Number(row[3]),
      blocked: Number(row[4]),
      redacted: Number(row[5]),
      flagged: Number(row[6]),
      blockedAlone: Number(row[7]),
      examples: (examplesOf.get(nameOf(row)) ?? []).map((example) => textColumn(example[2])),
    }));
}

function within(database: Database, { policies, since, until }: RuleReportQuery): Read {
  const span: Row = [JSON.stringify(policies), since.getTime(), until.getTime()];
  return async (sql, more = []) => (await database.execute({ sql, args: [...span, ...more] })).rows;
}

function keyOf(row: Row): RuleKey {
  return {
    direction: textColumn(row[0]) as Direction,
    detector: textColumn(row[1]),
    category: textColumn(row[2]),
    channel: textColumn(row[3]) as Channel,
    isShadow: Number(row[4]) === 1,
  };
}
