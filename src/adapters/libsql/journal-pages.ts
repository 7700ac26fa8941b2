import type { RequestQuery } from '../../ports/journal.ts';
import type { SqlValue, Statement } from './protocol.ts';

/** Where a page ended: number in the order of arrival, and id. */
export type PageKey = readonly [sequence: number, id: string];

/** A condition with its arguments. */
interface Condition {
  readonly sql: string;
  readonly args: readonly SqlValue[];
}

/** The conditions of a page. */
export interface PageOptions {
  readonly query: Omit<RequestQuery, 'limit' | 'cursor'>;
  readonly from: PageKey | undefined;
  readonly limit: number;
  /**
   * Whether previews are sealed. For a text, the statement then finds every request with a preview and returns model and preview, for
   * the caller to search.
   */
  readonly sealed: boolean;
}

/**
 * The statement that finds a page's requests, newest first: sequence and id of each. It reads only an index: that of the detector or of
 * the single filtered field, or the one that contains all fields.
 */
export function pageStatement({ query, from, limit, sealed }: PageOptions): Statement {
  const { detector, text, decision } = query;
  const { since, until } = decision === undefined ? query : withinDecision(query, decision);
  const fields = fieldConditions(query);
  const isSearch = sealed && text !== undefined;
  const [sequence, id, received] =
    detector === undefined
      ? ['r.sequence', 'r.id', 'r.received_at']
      : ['request_detectors.sequence', 'request_detectors.request_id', 'request_detectors.received_at'];
  const conditions: Condition[] = [
    ...(detector === undefined ? [] : [{ sql: 'request_detectors.detector = ?', args: [detector] }]),
    ...(from === undefined ? [] : [{ sql: `(${sequence}, ${id}) < (?, ?)`, args: from }]),
    ...timeConditions(sequence, received, since, until),
    ...fields,
    ...(decision === undefined ? [] : [decided(decision)]),
    ...(text === undefined ? [] : [holding(text, sealed)]),
  ];
  const needsRequest = fields.length > 0 || text !== undefined || decision !== undefined;
  const requests = `requests r ${detector === undefined ? `INDEXED BY ${indexFor(fields, text)}` : ''}`;
  const source =
    detector === undefined
      ? requests
      : needsRequest
        ? `request_detectors INDEXED BY request_detectors_in_order CROSS JOIN ${requests} ON r.id = request_detectors.request_id`
        : 'request_detectors INDEXED BY request_detectors_in_order';
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  // A scalar subquery is evaluated only for the rows found; a plain column would be looked up for every row.
  const columns = isSearch ? `${sequence}, ${id}, r.model, (SELECT preview FROM requests WHERE id = r.id)` : `${sequence}, ${id}`;
  return {
    sql: `SELECT ${columns} FROM ${source} ${where} ORDER BY ${sequence} DESC, ${id} DESC LIMIT ?`,
    // A decision belongs to one request, so the search ends there.
    args: [...conditions.flatMap(({ args }) => args), decision === undefined ? limit : 1],
  };
}

const FIELD_INDEXES: Readonly<Record<string, string>> = {
  'r.status = ?': 'requests_by_status',
  'r.verdict = ?': 'requests_by_verdict',
  'r.key_name = ?': 'requests_by_key',
};
/** Few requests have one of these, so they are filtered first. */
const WOULD_BE = 'r.would_be = ?';
const USER = 'r.user_hash = ?';

function indexFor(fields: readonly Condition[], text: string | undefined): string {
  const [first] = fields;
  if (fields.some(({ sql }) => sql === USER)) return 'requests_by_user';
  if (fields.some(({ sql }) => sql === WOULD_BE)) return 'requests_by_would_be';
  return (text === undefined && fields.length === 1 ? FIELD_INDEXES[first?.sql ?? ''] : undefined) ?? 'requests_in_order';
}

function fieldConditions({ status, verdict, wouldBe, route, key, userHash, model, error }: PageOptions['query']): Condition[] {
  return [
    ...(status === undefined ? [] : [{ sql: 'r.status = ?', args: [status] }]),
    ...(verdict === undefined ? [] : [{ sql: 'r.verdict = ?', args: [verdict] }]),
    ...(wouldBe === undefined ? [] : [{ sql: WOULD_BE, args: [wouldBe] }]),
    ...(key === undefined ? [] : [{ sql: 'r.key_name = ?', args: [key] }]),
    ...(userHash === undefined ? [] : [{ sql: USER, args: [userHash] }]),
    ...(route === undefined ? [] : [{ sql: 'r.route = ?', args: [route] }]),
    ...(model === undefined ? [] : [{ sql: 'r.model = ?', args: [model] }]),
    ...(error === undefined ? [] : [{ sql: 'r.error_type = ?', args: [error] }]),
  ];
}

/** The order of arrival is nearly that of the times, so the times bound the range that is read. */
function timeConditions(sequence: string, received: string, since: Date | undefined, until: Date | undefined): Condition[] {
  const bound = (least: string, comparison: string): string =>
    `(SELECT ${least}(sequence) FROM requests INDEXED BY requests_by_time WHERE received_at ${comparison} ?)`;
  return [
    ...(since === undefined
      ? []
      : [{ sql: `${sequence} >= ${bound('min', '>=')} AND ${received} >= ?`, args: [since.getTime(), since.getTime()] }]),
    ...(until === undefined
      ? []
      : [{ sql: `${sequence} <= ${bound('max', '<')} AND ${received} < ?`, args: [until.getTime(), until.getTime()] }]),
  ];
}

/** How long before a decision its request arrived at most, and by how much a clock may have been set in between, in milliseconds. */
const LONGEST_REQUEST_MS = 3_600_000;
const CLOCK_SLACK_MS = 1000;

/** The time span in which the request of a decision arrived: a decision id that is a UUIDv7 contains its time. */
function withinDecision(
  { since, until }: Pick<RequestQuery, 'since' | 'until'>,
  decision: string,
): { readonly since: Date | undefined; readonly until: Date | undefined } {
  const [, high = '', low = ''] = /([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/.exec(decision) ?? [];
  if (high === '') return { since, until };
  const at = Number.parseInt(high + low, 16);
  return {
    since: new Date(Math.max(since?.getTime() ?? 0, at - LONGEST_REQUEST_MS)),
    until: new Date(Math.min(until?.getTime() ?? Infinity, at + CLOCK_SLACK_MS)),
  };
}

function decided(decision: string): Condition {
  const sql = 'EXISTS (SELECT 1 FROM request_details d WHERE d.request_id = r.id AND instr(d.body, ?) > 0)';
  return { sql, args: [JSON.stringify({ id: decision }).slice(1, -1)] };
}

/** Requests whose id, model or preview contains a text literally. */
function holding(text: string, sealed: boolean): Condition {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const like = (column: string): string => `${column} LIKE ? ESCAPE '\\'`;
  const found = `${like('r.id')} OR ${like('r.model')}`;
  if (sealed) return { sql: `(${found} OR r.has_preview)`, args: [pattern, pattern] };
  const inPreview = `(r.has_preview AND EXISTS (SELECT 1 FROM requests p WHERE p.id = r.id AND ${like('p.preview')}))`;
  return { sql: `(${found} OR ${inPreview})`, args: [pattern, pattern, pattern] };
}
