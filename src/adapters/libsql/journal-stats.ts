import { byCountDescending } from '../../core/by-count.ts';
import { ACTIONS, type Action } from '../../ports/guard.ts';
import { MOST_NAMED, REQUEST_STATUSES, type JournalStats, type RequestCounts, type StatsQuery } from '../../ports/journal.ts';
import type { Database } from './database.ts';
import { createPercentileCounter, type PercentileCounter } from './percentile-counter.ts';
import type { SqlValue } from './protocol.ts';
import { createTimeSlices, type TimeSlices } from './time-slices.ts';

/** About how many requests' durations are read in one statement. */
const READ_AT_ONCE = 50_000;
const ZERO = 48;
const VERDICTS: readonly (Action | 'none')[] = ['none', ...ACTIONS];
const CODES = REQUEST_STATUSES.length * VERDICTS.length;

/** A word's index in a list; 0 if it is not in it. */
function codeOf(column: string, words: readonly string[]): string {
  return `CASE ${column} ${words.map((word, index) => `WHEN '${word}' THEN ${index}`).join(' ')} ELSE 0 END`;
}

/** The verdict, unless it is that of a policy in shadow, which was not enforced. */
const ACTION_TAKEN = "iif(would_be = verdict, 'allow', verdict)";

const MICROSECONDS = (column: string): string => `CAST(round(max(${column}, 0) * 1000) AS INTEGER)`;

/** A column that is text or null. */
const textOf = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '');

/** Statistics of a time span, counted by the database. */
export async function readJournalStats(database: Database, { since, until, buckets }: StatsQuery): Promise<JournalStats> {
  const [from, to] = [since.getTime(), until.getTime()];
  const width = (to - from) / buckets;
  const read = async (sql: string, args: readonly SqlValue[] = []): Promise<readonly (readonly SqlValue[])[]> =>
    (await database.execute({ sql, args: [from, to, ...args] })).rows;

  // Grouping by one number takes half the time of grouping by three columns.
  const counts = await read(
    `SELECT min(CAST((received_at - ?1) / ?3 AS INTEGER), ?4) * ${CODES} + ${codeOf('status', REQUEST_STATUSES)} * ${VERDICTS.length} + ${codeOf(ACTION_TAKEN, VERDICTS)}
          AS code, count(*), sum(prompt_tokens), sum(completion_tokens) FROM requests
      WHERE received_at >= ?1 AND received_at < ?2 GROUP BY code`,
    [width, buckets - 1],
  );
  const parts = Array.from({ length: buckets }, (_, index) => ({
    start: new Date(Math.round(from + index * width)),
    requests: 0,
    verdicts: {} as Record<string, number>,
    statuses: {} as Record<string, number>,
    tokens: { prompt: 0, completion: 0 },
    detectors: {} as Record<string, number>,
  }));
  for (const [code, count, prompt, completion] of counts) {
    const part = parts[Math.floor(Number(code) / CODES)];
    if (part === undefined) continue;
    const status = REQUEST_STATUSES[Math.floor((Number(code) % CODES) / VERDICTS.length)] ?? 'running';
    const verdict = VERDICTS[Number(code) % VERDICTS.length];
    part.requests += Number(count);
    part.statuses[status] = (part.statuses[status] ?? 0) + Number(count);
    if (verdict !== undefined && verdict !== 'none') part.verdicts[verdict] = (part.verdicts[verdict] ?? 0) + Number(count);
    part.tokens.prompt += Number(prompt);
    part.tokens.completion += Number(completion);
  }

  const found = await read(
    `SELECT min(CAST((received_at - ?1) / ?3 AS INTEGER), ?4) AS part, detector, count(*) FROM request_detectors
      WHERE received_at >= ?1 AND received_at < ?2 GROUP BY part, detector`,
    [width, buckets - 1],
  );
  const detectors = new Map<string, number>();
  for (const [part, name, count] of found) {
    const detector = textOf(name);
    const counts = parts[Number(part)]?.detectors;
    if (counts !== undefined) counts[detector] = Number(count);
    detectors.set(detector, (detectors.get(detector) ?? 0) + Number(count));
  }

  const countsBy = async (column: 'model' | 'key_name' | 'user_hash'): Promise<RequestCounts[]> => {
    const [only, order] = column === 'user_hash' ? ['AND user_hash IS NOT NULL', 'blocked DESC,'] : ['', ''];
    const rows = await read(
      `SELECT ${column} AS name, count(*) AS asked, sum(status = 'blocked') AS blocked, sum(status = 'failed'), sum(prompt_tokens), sum(completion_tokens)
        FROM requests WHERE received_at >= ?1 AND received_at < ?2 ${only} GROUP BY name ORDER BY ${order} asked DESC, name LIMIT ?3`,
      [MOST_NAMED],
    );
    return rows.map(([name, requests, blocked, failed, prompt, completion]) => ({
      name: typeof name === 'string' ? name : undefined,
      requests: Number(requests),
      blocked: Number(blocked),
      failed: Number(failed),
      tokens: { prompt: Number(prompt), completion: Number(completion) },
    }));
  };
  const [models, keys, users] = [await countsBy('model'), await countsBy('key_name'), await countsBy('user_hash')];
  const errors = await read(
    `SELECT error_type, count(*) AS found, sum(status = 'failed' AND upstream_ms > 0) FROM requests WHERE received_at >= ?1 AND received_at < ?2 AND error_type IS NOT NULL
      GROUP BY error_type ORDER BY found DESC, error_type`,
  );

  const guardMs = createPercentileCounter();
  const totalMs = createPercentileCounter();
  const slices = createTimeSlices();
  slices.begin();
  for (const [begin, end] of spans(parts.map((part) => part.requests))) {
    // Sorting in the database takes five times as long as concatenating the values into two texts.
    const [texts] = (
      await database.execute({
        sql: `SELECT group_concat(${MICROSECONDS('guard_ms')}), group_concat(${MICROSECONDS('total_ms')}) FROM requests
          WHERE received_at >= ?1 AND received_at < ?2 AND status <> 'running'`,
        args: [from + begin * width, end === buckets ? to : from + end * width],
      })
    ).rows;
    await countNumbers(textOf(texts?.[0]), guardMs, slices);
    await countNumbers(textOf(texts?.[1]), totalMs, slices);
  }

  return {
    requests: parts.reduce((sum, part) => sum + part.requests, 0),
    buckets: parts,
    models,
    keys,
    users,
    detectors: byCountDescending(detectors).map(([name, requests]) => ({ name, requests })),
    errors: errors.map(([type, requests, upstream]) => ({ type: textOf(type), requests: Number(requests), upstream: Number(upstream) })),
    guardMs: guardMs.read(),
    totalMs: totalMs.read(),
  };
}

/** Joins neighbouring slices of a span, so that each holds about as many requests as are read at once. */
function* spans(counts: readonly number[]): Generator<readonly [begin: number, end: number]> {
  let begin = 0;
  let held = 0;
  for (const [index, count] of counts.entries()) {
    held += count;
    if (held < READ_AT_ONCE && index < counts.length - 1) continue;
    if (held > 0) yield [begin, index + 1];
    begin = index + 1;
    held = 0;
  }
}

/** Counts integers that are separated by commas. */
async function countNumbers(text: string, counter: PercentileCounter, slices: TimeSlices): Promise<void> {
  let value = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const digit = index < text.length ? text.charCodeAt(index) - ZERO : -1;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      continue;
    }
    if (index > 0) counter.add(value);
    value = 0;
    const pause = slices.pause();
    if (pause !== undefined) await pause;
  }
}
