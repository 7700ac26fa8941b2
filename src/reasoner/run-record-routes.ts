import { Elysia, t } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { DEFAULT_PAGE, MAX_PAGE } from '../core/page-limit.ts';
import type { Recent } from '../core/recent.ts';
import { recentPage } from '../http/recent-page.ts';
import { readPageLimit } from './page-limit.ts';
import { RunRecordBody, type RunRecord } from './run-record.ts';

const TAGS = ['Graph'];
const ListBody = t.Object({ object: t.Literal('list'), data: t.Array(RunRecordBody), has_more: t.Boolean() });

/** GET /v1/runs and /v1/runs/{request_id}: how long each node of the last answers took. */
export function runRecordRoutes(recent: Recent<RunRecord>) {
  return new Elysia({ name: 'reasoner-run-records' })
    .get(
      '/v1/runs',
      ({ query }) => {
        return Response.json(recentPage(recent, { limit: readPageLimit(query.limit), requestId: query.request_id }));
      },
      {
        query: t.Object({
          limit: t.Optional(t.String({ description: `1 to ${MAX_PAGE}; ${DEFAULT_PAGE} when absent.` })),
          request_id: t.Optional(t.String({ description: 'Only the answer to this request, if it is still known.' })),
        }),
        response: { 200: ListBody },
        detail: { tags: TAGS, summary: 'The last answers, newest first: times and outcome, not their words' },
      },
    )
    .get(
      '/v1/runs/:request_id',
      ({ params }) => {
        const record = recent.get(params.request_id);
        if (record === undefined) {
          throw new ServiceError('not_found', 'No record of this request is kept; only those of the last answers are.', {
            param: 'request_id',
          });
        }
        return Response.json(record);
      },
      {
        params: t.Object({ request_id: t.String() }),
        response: { 200: RunRecordBody },
        detail: { tags: TAGS, summary: 'How long each node took for the answer to a request' },
      },
    );
}
