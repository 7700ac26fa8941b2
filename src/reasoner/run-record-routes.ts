import { Elysia, t } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import type { Recent } from '../core/recent.ts';
import { fault } from './fields.ts';
import { RunRecordBody, type RunRecord } from './run-record.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;
const TAGS = ['Graph'];
const ListBody = t.Object({ object: t.Literal('list'), data: t.Array(RunRecordBody), has_more: t.Boolean() });

/** GET /v1/runs and /v1/runs/{request_id}: what the last answers took, node by node. */
export function runRecordRoutes(recent: Recent<RunRecord>) {
  return new Elysia({ name: 'reasoner-run-records' })
    .get(
      '/v1/runs',
      ({ query }) => {
        const limit = readLimit(query.limit);
        if (query.request_id !== undefined) {
          const record = recent.get(query.request_id);
          return Response.json({ object: 'list', data: record === undefined ? [] : [record], has_more: false });
        }
        const data = recent.list(limit);
        return Response.json({ object: 'list', data, has_more: recent.size > data.length });
      },
      {
        query: t.Object({
          limit: t.Optional(t.String({ description: `1 to ${MAX_PAGE}; ${DEFAULT_PAGE} when absent.` })),
          request_id: t.Optional(t.String({ description: 'Only the answer to this request, if it is still known.' })),
        }),
        response: { 200: ListBody },
        detail: { tags: TAGS, summary: 'The last answers, newest first, without their words' },
      },
    )
    .get(
      '/v1/runs/:request_id',
      ({ params }) => {
        const record = recent.get(params.request_id);
        if (record === undefined) {
          throw new ServiceError('not_found', 'There is no answer to this request, or it was long ago.', { param: 'request_id' });
        }
        return Response.json(record);
      },
      {
        params: t.Object({ request_id: t.String() }),
        response: { 200: RunRecordBody },
        detail: { tags: TAGS, summary: 'What the answer to one request took, node by node, without its words' },
      },
    );
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_PAGE : /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_PAGE) throw fault('limit', `must be a whole number from 1 to ${MAX_PAGE}`);
  return limit;
}
