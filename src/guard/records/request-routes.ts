import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { failing } from '../../http/documentation.ts';
import { ACTIONS } from '../../ports/guard.ts';
import { REQUEST_STATUSES, type Journal, type RequestQuery, type StatsQuery } from '../../ports/journal.ts';
import type { Clock } from '../../ports/system.ts';
import { CHECKED_ROUTES } from '../checked-routes.ts';
import type { GuardSettings } from '../config.ts';
import {
  DebugListBody,
  debugToWire,
  DecisionRecordBody,
  decisionRecordToWire,
  pageToWire,
  requestPageToWire,
  RequestBody,
  RequestListBody,
  requestToWire,
} from '../wire.ts';
import { readSpan, readTime } from './read-time.ts';
import { StatsBody, statsToWire } from './stats-wire.ts';

const DEFAULT_PAGE = 50;
const MAX_BUCKETS = 1000;
const HOUR_MS = 3_600_000;
/** Reads wait for pending writes, so they can fail with `unavailable`. */
const DETAIL = { tags: ['Requests'], ...failing('unavailable') };

/** Operator routes: the request explorer, manifests, decisions, debug entries and statistics. */
export function requestRoutes({
  journal,
  settings,
  clock,
  hash,
}: {
  readonly journal: Journal;
  readonly settings: GuardSettings;
  readonly clock: Clock;
  readonly hash: (value: string) => string;
}) {
  const { requestsPageMax, debugPageMax } = settings;
  const params = t.Object({ rid: t.String({ description: 'The request id.' }) });

  return new Elysia({ name: 'parley-guard-requests' })
    .get(
      '/requests',
      async ({ query }) => Response.json(requestPageToWire(await journal.requests(readQuery(query, requestsPageMax, hash)))),
      {
        query: t.Object({
          ...pageQuery(requestsPageMax),
          status: t.Optional(t.String({ description: `One of ${REQUEST_STATUSES.join(', ')}.` })),
          verdict: t.Optional(t.String({ description: `One of ${ACTIONS.join(', ')}.` })),
          would_be: t.Optional(
            t.String({
              description: `Only requests for which this action would have been taken, but was not because a rule or policy is in shadow: one of ${ACTIONS.join(', ')}.`,
            }),
          ),
          detector: t.Optional(t.String({ description: 'Only requests with a finding of this check.' })),
          route: t.Optional(t.String({ description: `Only requests to this route: one of ${CHECKED_ROUTES.join(', ')}.` })),
          key: t.Optional(t.String({ description: 'Only requests with the API key of this name.' })),
          user: t.Optional(
            t.String({
              description: 'Only requests of this end user, named as in safety_identifier or user.',
            }),
          ),
          user_hash: t.Optional(t.String({ description: 'Only requests with this user_hash; takes precedence over user.' })),
          model: t.Optional(t.String({ description: 'Only requests for this model.' })),
          error: t.Optional(t.String({ description: 'Only requests that failed with this error_type.' })),
          decision: t.Optional(t.String({ description: 'Only the request with the decision of this id, as in `X-Guard-Decision`.' })),
          text: t.Optional(
            t.String({
              description:
                'Only requests with this text in their id, model or preview. Encrypted previews are searched for at most 150 ms per page, so a page may be short; continue with next_cursor. previews_unopened counts the previews that no configured key decrypts.',
            }),
          ),
          since: t.Optional(t.String({ description: 'Received at this time (ISO 8601) or later.' })),
          until: t.Optional(t.String({ description: 'Received before this time (ISO 8601).' })),
        }),
        response: { 200: RequestListBody },
        detail: { ...DETAIL, summary: 'Guarded requests, newest first' },
      },
    )
    .get('/stats', async ({ query }) => Response.json(statsToWire(await journal.stats(readStatsQuery(query, clock.now())))), {
      query: t.Object({
        since: t.Optional(t.String({ description: 'Start of the span (ISO 8601); by default an hour before its end.' })),
        until: t.Optional(t.String({ description: 'End of the span (ISO 8601); by default now.' })),
        buckets: t.Optional(t.String({ description: `Number of buckets, 1 to ${MAX_BUCKETS}; by default 60.` })),
      }),
      response: { 200: StatsBody },
      detail: { ...DETAIL, summary: 'Counts of requests, verdicts, checks and failures, and latencies, over a span of time' },
    })
    .get('/requests/:rid', async ({ params: { rid } }) => Response.json(requestToWire(found(await journal.request(rid)))), {
      params,
      response: { 200: RequestBody },
      detail: { ...DETAIL, summary: 'The manifest of one request' },
    })
    .get(
      '/requests/:rid/decision',
      async ({ params: { rid } }) => {
        const [request, decisions] = await Promise.all([journal.request(rid), journal.decisions(rid)]);
        return Response.json(decisionRecordToWire(found(request), decisions ?? []));
      },
      { params, response: { 200: DecisionRecordBody }, detail: { ...DETAIL, summary: 'The stored decisions of one request' } },
    )
    .get(
      '/requests/:rid/debug',
      async ({ params: { rid }, query }) => {
        const page = await journal.debug(rid, pageOf(query, debugPageMax));
        return Response.json(pageToWire(found(page), debugToWire));
      },
      {
        params,
        query: t.Object(pageQuery(debugPageMax)),
        response: { 200: DebugListBody },
        detail: { ...DETAIL, summary: 'The debug entries of one request: what each stage and check did, in order' },
      },
    );
}

/** The query fields of every list. */
function pageQuery(max: number) {
  return {
    limit: t.Optional(t.String({ description: `Page size from 1 to ${max}; by default ${Math.min(DEFAULT_PAGE, max)}.` })),
    cursor: t.Optional(t.String({ description: 'next_cursor of the previous page.' })),
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new ServiceError('not_found', 'There is no such request.', { param: 'rid' });
  return value;
}

interface PageFields {
  readonly limit?: string;
  readonly cursor?: string;
}

function pageOf({ limit, cursor }: PageFields, max: number): { readonly limit: number; readonly cursor?: string } {
  const size = limit === undefined ? Math.min(DEFAULT_PAGE, max) : /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (size < 1 || size > max)
    throw new ServiceError('invalid_input', `limit: must be a whole number from 1 to ${max}.`, { param: 'limit' });
  return { limit: size, ...(cursor === undefined || cursor === '' ? {} : { cursor }) };
}

interface ListFields extends PageFields {
  readonly status?: string;
  readonly verdict?: string;
  readonly would_be?: string;
  readonly detector?: string;
  readonly route?: string;
  readonly key?: string;
  readonly user?: string;
  readonly user_hash?: string;
  readonly model?: string;
  readonly error?: string;
  readonly decision?: string;
  readonly text?: string;
  readonly since?: string;
  readonly until?: string;
}

function readQuery(query: ListFields, max: number, hash: (value: string) => string): RequestQuery {
  const status = oneOf('status', query.status, REQUEST_STATUSES);
  const verdict = oneOf('verdict', query.verdict, ACTIONS);
  const wouldBe = oneOf('would_be', query.would_be, ACTIONS);
  const route = oneOf('route', query.route, CHECKED_ROUTES);
  const userHash = query.user_hash ?? (query.user === undefined ? undefined : hash(query.user));
  const since = readTime('since', query.since);
  const until = readTime('until', query.until);
  // SQLite ends a string at a NUL.
  if (query.text?.includes('\0') === true) throw new ServiceError('invalid_input', 'text: must not contain NUL.', { param: 'text' });
  return {
    ...pageOf(query, max),
    ...(status === undefined ? {} : { status }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(wouldBe === undefined ? {} : { wouldBe }),
    ...(query.detector === undefined ? {} : { detector: query.detector }),
    ...(route === undefined ? {} : { route }),
    ...(query.key === undefined ? {} : { key: query.key }),
    ...(userHash === undefined ? {} : { userHash }),
    ...(query.model === undefined ? {} : { model: query.model }),
    ...(query.error === undefined ? {} : { error: query.error }),
    ...(query.decision === undefined ? {} : { decision: query.decision }),
    ...(query.text === undefined || query.text === '' ? {} : { text: query.text }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

function readStatsQuery(query: { since?: string; until?: string; buckets?: string }, now: Date): StatsQuery {
  const span = readSpan(query, { now, lengthMs: HOUR_MS });
  const buckets = /^\d{1,4}$/.test(query.buckets ?? '60') ? Number(query.buckets ?? 60) : 0;
  if (buckets < 1 || buckets > MAX_BUCKETS) {
    throw new ServiceError('invalid_input', `buckets: must be a whole number from 1 to ${MAX_BUCKETS}.`, { param: 'buckets' });
  }
  return { ...span, buckets };
}

function oneOf<T extends string>(param: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const match = allowed.find((word) => word === value);
  if (match === undefined) throw new ServiceError('invalid_input', `${param}: must be one of ${allowed.join(', ')}.`, { param });
  return match;
}
