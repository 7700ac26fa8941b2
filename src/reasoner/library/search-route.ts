import { Elysia, t } from 'elysia';
import type { JsonObject } from '../../core/json.ts';
import { storeNameOf } from '../../core/store-id.ts';
import { readJson } from '../../http/app.ts';
import type { FileSearchResult } from '../../ports/file-search.ts';
import { fault, optionalFlag, readObject } from '../fields.ts';
import { readRanking } from '../read-ranking.ts';
import { STORE_DOCUMENTS } from './documents.ts';
import type { LibraryRoutesDeps } from './routes-deps.ts';
import { resultBody } from './wire.ts';

const DEFAULT_RESULTS = 10;
const MAX_QUERIES = 16;
const MAX_QUERY = 20_000;

/** POST /v1/vector_stores/{id}/search (https://platform.openai.com/docs/api-reference/vector-stores/search). */
export function searchRoute({ library, fileSearch, ownerOf, maxBodyBytes }: LibraryRoutesDeps) {
  return new Elysia({ name: 'reasoner-search-route' }).post(
    '/v1/vector_stores/:vector_store_id/search',
    async ({ request, params: { vector_store_id } }) => {
      const owner = await ownerOf(request);
      const store = await library.store(owner, vector_store_id);
      const body = readObject(await readJson(request, maxBodyBytes));
      const queries = readQueries(body);
      // Accepted for clients that send it; the query is searched unchanged.
      optionalFlag(body, 'rewrite_query');
      const ranking = readRanking(body, '', DEFAULT_RESULTS);
      const options = { owner, storeIds: [storeNameOf(store.id)], ...ranking };
      const found = await Promise.all(queries.map((query) => fileSearch(query, options, { signal: request.signal })));
      return {
        object: 'vector_store.search_results.page',
        search_query: queries,
        data: bestOf(found, ranking.limit).map((result) => resultBody(result)),
        has_more: false,
        next_page: null,
      };
    },
    { params: t.Object({ vector_store_id: t.String() }), parse: 'none', detail: STORE_DOCUMENTS.search },
  );
}

function readQueries({ query }: JsonObject): string[] {
  const queries = Array.isArray(query) ? query : [query];
  if (queries.length === 0 || queries.length > MAX_QUERIES) throw fault('query', `must be a string or 1 to ${MAX_QUERIES} strings`);
  return queries.map((text, index) => {
    const param = Array.isArray(query) ? `query[${index}]` : 'query';
    if (typeof text !== 'string' || text.trim() === '') throw fault(param, 'is required and must be a string that is not empty');
    if (text.length > MAX_QUERY) throw fault(param, `must have at most ${MAX_QUERY} characters`);
    return text;
  });
}

/** The results of all queries, each with its best score. */
function bestOf(found: readonly (readonly FileSearchResult[])[], limit: number): FileSearchResult[] {
  const best = new Map<string, FileSearchResult>();
  for (const result of found.flat()) {
    const place = `${result.fileId} ${result.start} ${result.end}`;
    if (result.score > (best.get(place)?.score ?? -1)) best.set(place, result);
  }
  return [...best.values()].toSorted((left, right) => right.score - left.score).slice(0, limit);
}
