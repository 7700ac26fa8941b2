import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { checkUserName } from '../core/user-name.ts';
import { memoryOwner } from '../domain/memory/owner.ts';
import { readJson, type HttpDeps } from '../http/app.ts';
import { authenticate } from '../http/auth.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { Memory, MemoryStore } from '../ports/memory.ts';
import { fault, readObject, requiredText } from './fields.ts';
import { memoryDocuments } from './memory-documents.ts';
import { exportLines } from './memory-export.ts';
import { factBody, readGivenFact, readListQuery, readSearch, recollectionBody, turnBody } from './memory-wire.ts';

/** The dependencies of the routes of memory. */
export interface MemoryRoutesDeps extends Pick<HttpDeps, 'apiKeys' | 'maxBodyBytes' | 'ids'> {
  readonly memory: Memory;
  readonly memoryStore: MemoryStore;
  /** Screens facts that are added by hand as it screens what users say. */
  readonly guard: GuardPipeline;
}

type Query = Readonly<Record<string, string | undefined>>;

/**
 * The routes of memory: a user's facts can be listed, searched, read with their evidence, added, deleted and exported. A memory belongs
 * to an API key and a user; for others it does not exist.
 */
export function memoryRoutes(deps: MemoryRoutesDeps) {
  const { memory, memoryStore: store, guard, ids } = deps;

  async function ownerOf(request: Request, user: string | undefined): Promise<string> {
    if (user === undefined || user === '') throw fault('user', 'is required: it names the user whose memory is meant');
    const key = await authenticate(request.headers, deps.apiKeys);
    return memoryOwner(key?.name ?? '', checkUserName(user, 'user'));
  }

  /** Added text gets into prompts, as what a user says does. Throws `content_filter` if the guard blocks it. */
  async function screened(text: string, signal: AbortSignal): Promise<string> {
    const part = { id: 'text', role: 'user', channel: 'user', text } as const;
    const decision = await guard.evaluate({ requestId: ids.next(), direction: 'input', parts: [part], unscanned: [] }, { signal });
    if (decision.verdict === 'block') throw new ServiceError('content_filter', 'The guard blocked the text.', { param: 'text' });
    return decision.rewrites.find((rewrite) => rewrite.part === 'text')?.text ?? text;
  }

  const missing = (): ServiceError => new ServiceError('not_found', 'This user has no such memory.', { param: 'memory_id' });

  return new Elysia({ name: 'reasoner-memory' })
    .get(
      '/v1/memory',
      async ({ query, request }) => {
        const owner = await ownerOf(request, (query as Query).user);
        const page = await store.listFacts({ owner, ...readListQuery(query) });
        const next = page.nextCursor ?? null;
        return { object: 'list', data: page.items.map(factBody), has_more: next !== null, next_cursor: next };
      },
      { detail: memoryDocuments.list },
    )
    .post(
      '/v1/memory',
      async ({ request, set }) => {
        const body = readObject(await readJson(request, deps.maxBodyBytes));
        const owner = await ownerOf(request, requiredText(body, 'user'));
        const given = readGivenFact(body);
        const { supported, isNew } = await memory.add(owner, { ...given, text: await screened(given.text, request.signal) });
        set.status = isNew ? 201 : 200;
        return factBody(supported);
      },
      { parse: 'none', detail: memoryDocuments.add },
    )
    .delete(
      '/v1/memory',
      async ({ query, request }) => {
        const user = (query as Query).user;
        const { facts, turns } = await memory.forgetAll(await ownerOf(request, user));
        return { object: 'memory.deleted', user, deleted: true, memories: facts, turns };
      },
      { parse: 'none', detail: memoryDocuments.forgetAll },
    )
    .post(
      '/v1/memory/search',
      async ({ request }) => {
        const body = readObject(await readJson(request, deps.maxBodyBytes));
        const owner = await ownerOf(request, requiredText(body, 'user'));
        const { query, ...options } = readSearch(body);
        const found = await memory.recall(owner, query, { ...options, signal: request.signal });
        return { object: 'memory.search_results', query, data: found.map(recollectionBody) };
      },
      { parse: 'none', detail: memoryDocuments.search },
    )
    .get(
      '/v1/memory/export',
      async ({ query, request }) => {
        const owner = await ownerOf(request, (query as Query).user);
        return new Response(exportLines(store, owner), {
          headers: { 'content-type': 'application/jsonl; charset=utf-8', 'content-disposition': 'attachment; filename="memory.jsonl"' },
        });
      },
      { detail: memoryDocuments.exported },
    )
    .get(
      '/v1/memory/:memory_id',
      async ({ params, query, request }) => {
        const owner = await ownerOf(request, (query as Query).user);
        const [found] = await store.facts(owner, [params.memory_id]);
        if (found === undefined) throw missing();
        const evidence = await store.turns(owner, found.turnIds);
        const history = await store.history(owner, params.memory_id);
        return { ...factBody(found), evidence: evidence.map(turnBody), history: history.map(factBody) };
      },
      { detail: memoryDocuments.read },
    )
    .delete(
      '/v1/memory/:memory_id',
      async ({ params, query, request }) => {
        const owner = await ownerOf(request, (query as Query).user);
        if (!(await memory.forget(owner, params.memory_id))) throw missing();
        return { id: params.memory_id, object: 'memory.deleted', deleted: true };
      },
      { parse: 'none', detail: memoryDocuments.forget },
    );
}
