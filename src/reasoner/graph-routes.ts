import { Elysia } from 'elysia';
import { deadline } from '../core/abort.ts';
import { errorBody, ServiceError, toServiceError } from '../core/errors.ts';
import type { Gate } from '../core/gate.ts';
import type { JsonObject } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';
import type { AnswerState } from '../domain/reasoning/answer.ts';
import { describeGraph, mermaidText } from '../domain/reasoning/describe-graph.ts';
import type { Graph, GraphEvent } from '../domain/reasoning/graph.ts';
import { DURABILITIES } from '../domain/reasoning/thread-log.ts';
import { THREAD_POLICIES } from '../domain/reasoning/thread-turns.ts';
import { createThreads, type ThreadRunOptions } from '../domain/reasoning/threads.ts';
import { readJson, type HttpDeps } from '../http/app.ts';
import { authenticate } from '../http/auth.ts';
import { failing } from '../http/documentation.ts';
import { logFailure } from '../http/log-failure.ts';
import type { OwnerOf } from '../http/owner.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { ChatPart } from '../ports/language.ts';
import type { Leases } from '../ports/leases.ts';
import type { MemoryScope } from '../ports/memory.ts';
import type { Stops } from '../ports/stops.ts';
import { fault, optionalFlag, optionalText, readObject, requiredText } from './fields.ts';
import {
  CANCELLED_ANSWER,
  DELETED_ANSWER,
  FORK_BODY,
  FORKED_ANSWER,
  GRAPH_ANSWER,
  GRAPH_PARAMETERS,
  HISTORY_ANSWER,
  PAGE_PARAMETERS,
  RESUME_BODY,
  RUN_ANSWER,
  RUN_BODY,
  THREAD_ANSWER,
  THREADS_ANSWER,
} from './graph-documents.ts';
import { nextTurn } from './next-turn.ts';
import { readPageLimit } from './page-limit.ts';
import { readMessages, type MessageLimits } from './read-messages.ts';
import { NAME, readAnswers, readChoice, readModes, readNodes, readThreadSearch } from './read-thread-run.ts';
import { checkpointBody, runEvent, threadBody, threadSummary } from './thread-wire.ts';

/** The dependencies of the routes of graphs and threads. */
export interface GraphRoutesDeps extends Pick<HttpDeps, 'clock' | 'ids' | 'logger' | 'apiKeys' | 'maxBodyBytes'> {
  readonly graph: Graph<AnswerState, ChatPart>;
  readonly checkpoints: Checkpoints;
  /** The threads that other reasoners with the same checkpoints are on. */
  readonly leases?: Leases | undefined;
  /** Ends runs of the other reasoners on the bus. */
  readonly stops: Stops;
  readonly gate: Gate;
  readonly limits: MessageLimits;
  /** Time limit of a run in milliseconds. */
  readonly timeoutMs: number;
  /** Whether files can be searched. */
  readonly hasRag: boolean;
  readonly ownerOf: OwnerOf;
  /** The memory that a run uses; without it none is used. */
  readonly memoryOf?: ((body: JsonObject, request: Request, thread: string) => Promise<MemoryScope | undefined>) | undefined;
}

const MAX_QUEUED = 16;
/** How a run can fail besides what its input does. */
const RUN_FAILURES = failing('conflict', 'too_many_requests', 'cancelled', 'provider_unavailable', 'unavailable', 'timeout');

type Events = AsyncGenerator<GraphEvent<AnswerState, ChatPart>, void>;

/**
 * GET /v1/graph, and threads: conversations that are stored after every step, and whose runs can be watched, cancelled, resumed,
 * answered and forked. A thread belongs to the API key that created it; for others it does not exist.
 */
export function graphRoutes(deps: GraphRoutesDeps) {
  const { graph, ids, gate, limits } = deps;
  const threads = createThreads({ ...deps, maxQueued: MAX_QUEUED });
  const description = describeGraph(graph);
  const tags = ['Graph'];
  const streamed = new Set(graph.edges.flatMap((edge) => (edge.streaming === true ? [edge.to] : [])));
  /** Nodes before which a run can be interrupted: a node that reads another one's stream starts together with that. */
  const stops = graph.nodes.map(({ name }) => name).filter((name) => !streamed.has(name));

  /** The thread's name within its owner's, which cannot occur in thread names; without `id` the prefix of all names of the owner. */
  async function owned(request: Request, id?: string, param = 'thread_id'): Promise<string> {
    if (id !== undefined && !NAME.test(id)) throw fault(param, 'must be 1 to 128 characters of A-Z a-z 0-9 . _ -');
    const key = await authenticate(request.headers, deps.apiKeys);
    return `${key?.name ?? ''}:${id ?? ''}`;
  }

  const bodyOf = async (request: Request): Promise<JsonObject> => readObject(await readJson(request, deps.maxBodyBytes));

  async function answer(
    request: Request,
    requestId: string,
    thread: string,
    body: JsonObject,
    given: Pick<ThreadRunOptions<AnswerState>, 'input' | 'run' | 'answers'>,
  ): Promise<Response> {
    const modes = readModes(body.stream_mode);
    const stream = optionalFlag(body, 'stream') ?? false;
    const policy = readChoice(body, 'policy', THREAD_POLICIES, 'queue');
    const durability = readChoice(body, 'durability', DURABILITIES, 'sync');
    const interruptBefore = readNodes(body.interrupt_before, stops);
    const stop = new AbortController();
    const signal = deadline(deps.timeoutMs, AbortSignal.any([request.signal, stop.signal]));
    const pass = gate.enter();
    const options = { ...given, ...(interruptBefore === undefined ? {} : { interruptBefore }), policy, durability, modes, signal };
    const events = threads.run(thread, options);
    const head = { thread_id: thread.slice(thread.indexOf(':') + 1), run_id: given.run };
    if (!stream) {
      try {
        return Response.json({ ...head, ...(await lastOf(events)) });
      } finally {
        pass[Symbol.dispose]();
      }
    }
    return sseResponse((left) => {
      left.addEventListener('abort', () => stop.abort(left.reason), { once: true });
      const release = (): void => pass[Symbol.dispose]();
      // A client that has left no longer reads, so its iteration has to be closed.
      left.addEventListener(
        'abort',
        () =>
          void events
            .return()
            .catch(() => undefined)
            .finally(release),
        { once: true },
      );
      return wireEvents(events, head, requestId, release);
    });
  }

  async function* wireEvents(events: Events, head: object, requestId: string, release: () => void): AsyncGenerator<SseEvent, void> {
    try {
      yield { event: 'metadata', data: JSON.stringify(head) };
      for await (const event of events) {
        const { event: name, data } = runEvent(event);
        yield { event: name, data: JSON.stringify(data) };
      }
    } catch (error) {
      const failure = toServiceError(error);
      logFailure(deps.logger.with({ request_id: requestId }), failure, { failed: 'thread run failed', refused: 'thread run ended early' });
      yield { event: 'error', data: JSON.stringify(errorBody(failure, requestId)) };
    } finally {
      release();
    }
    yield { data: '[DONE]' };
  }

  return new Elysia({ name: 'reasoner-graph' })
    .get(
      '/v1/graph',
      ({ query }) => {
        const format = query.format ?? 'json';
        if (format !== 'json' && format !== 'mermaid') throw fault('format', 'must be json or mermaid');
        if (format === 'json') return Response.json({ object: 'graph', ...description });
        return new Response(mermaidText(description), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
      },
      {
        detail: {
          tags,
          summary: 'The graph of all answers, as data or as a Mermaid chart (`format=mermaid`)',
          parameters: GRAPH_PARAMETERS,
          responses: GRAPH_ANSWER,
        },
      },
    )
    .get(
      '/v1/threads',
      async ({ query, request }) => {
        const prefix = await owned(request);
        const cursor = query.cursor === undefined ? {} : { cursor: query.cursor };
        const page = await deps.checkpoints.threads(prefix, { limit: readPageLimit(query.limit), ...cursor });
        const next = page.nextCursor ?? null;
        const data = page.items.map((checkpoint) => threadSummary(checkpoint.thread.slice(prefix.length), checkpoint));
        return { object: 'list', data, has_more: next !== null, next_cursor: next };
      },
      {
        detail: { tags, summary: "The caller's threads, the one used last first", parameters: PAGE_PARAMETERS, responses: THREADS_ANSWER },
      },
    )
    .get(
      '/v1/threads/:thread_id',
      async ({ params, request }) => threadBody(params.thread_id, await threads.state(await owned(request, params.thread_id))),
      {
        detail: { tags, summary: 'The state of a thread', responses: THREAD_ANSWER },
      },
    )
    .get(
      '/v1/threads/:thread_id/history',
      async ({ params, query, request }) => {
        const limit = readPageLimit(query.limit);
        const cursor = query.cursor === undefined ? {} : { cursor: query.cursor };
        const page = await threads.history(await owned(request, params.thread_id), { limit, ...cursor });
        const next = page.nextCursor ?? null;
        return { object: 'list', data: page.items.map(checkpointBody), has_more: next !== null, next_cursor: next };
      },
      { detail: { tags, summary: 'The checkpoints of a thread, latest first', parameters: PAGE_PARAMETERS, responses: HISTORY_ANSWER } },
    )
    .post(
      '/v1/threads/:thread_id/runs',
      async ({ params, request, set }) => {
        const requestId = set.headers[REQUEST_ID_HEADER] ?? '';
        const thread = await owned(request, params.thread_id);
        const body = await bodyOf(request);
        const named = optionalText(body, 'run_id');
        if (named !== undefined && !NAME.test(named)) throw fault('run_id', 'must be 1 to 128 characters of A-Z a-z 0-9 . _ -');
        if ((body.messages ?? undefined) === undefined) {
          const { checkpoint } = await threads.state(thread);
          return answer(request, requestId, thread, body, { run: checkpoint.run });
        }
        const messages = readMessages(body.messages, limits);
        const tool = readThreadSearch(body, deps.hasRag);
        const owner = await deps.ownerOf(request);
        const search = tool === undefined ? undefined : { ...tool, owner };
        const memory = await deps.memoryOf?.(body, request, params.thread_id);
        const input = (before: AnswerState | undefined): AnswerState => ({
          ...nextTurn(before, messages, requestId, limits),
          owner,
          memory,
          search,
        });
        return answer(request, requestId, thread, body, { input, run: named ?? ids.next('run-') });
      },
      {
        parse: 'none',
        detail: {
          tags,
          summary: 'Run the graph on a thread: with `messages` a new turn, without them the run that was cut off',
          description:
            '`stream_mode` is one of values, updates, tokens, debug or a list of them; `policy` queue, reject or interrupt; `durability` sync, async or exit; `interrupt_before` names nodes to stop before until the run is resumed, also after it was cut off; `tools` may contain one file_search while RAG is enabled.',
          requestBody: RUN_BODY,
          ...RUN_FAILURES,
          responses: RUN_ANSWER,
        },
      },
    )
    .post(
      '/v1/threads/:thread_id/runs/:run_id/resume',
      async ({ params, request, set }) => {
        const thread = await owned(request, params.thread_id);
        const body = await bodyOf(request);
        const { checkpoint, interrupts } = await threads.state(thread);
        if (checkpoint.run !== params.run_id) throw new ServiceError('not_found', 'There is no such run to resume.', { param: 'run_id' });
        const answers = readAnswers(body, interrupts);
        return answer(request, set.headers[REQUEST_ID_HEADER] ?? '', thread, body, { run: params.run_id, answers });
      },
      {
        parse: 'none',
        detail: {
          tags,
          summary: 'Answer the questions of an interrupted run: `answer` for one, `answers` by id for several',
          description:
            'Before a node the answer is true, which runs it, or false, which ends the run there with status `cancelled`; the results of finished nodes stay.',
          requestBody: RESUME_BODY,
          ...RUN_FAILURES,
          responses: RUN_ANSWER,
        },
      },
    )
    .post(
      '/v1/threads/:thread_id/runs/:run_id/cancel',
      async ({ params, request }) => {
        const isFound = await threads.cancel(await owned(request, params.thread_id), params.run_id);
        if (!isFound) throw new ServiceError('not_found', 'There is no such run that is active or interrupted.', { param: 'run_id' });
        return { thread_id: params.thread_id, run_id: params.run_id, status: 'cancelled' };
      },
      {
        parse: 'none',
        detail: {
          tags,
          summary: 'End a run that is active, waits or is interrupted, also one of another reasoner; the results of finished nodes stay',
          ...failing('timeout'),
          responses: CANCELLED_ANSWER,
        },
      },
    )
    .post(
      '/v1/threads/:thread_id/fork',
      async ({ params, request, set }) => {
        const thread = await owned(request, params.thread_id);
        const body = await bodyOf(request);
        const id = requiredText(body, 'checkpoint_id');
        const targetId = optionalText(body, 'thread_id') ?? params.thread_id;
        const target = await owned(request, targetId);
        const messages = (body.messages ?? undefined) === undefined ? undefined : readMessages(body.messages, limits);
        const requestId = set.headers[REQUEST_ID_HEADER] ?? '';
        const edit = messages === undefined ? {} : { edit: () => nextTurn(undefined, messages, requestId, limits) };
        const checkpoint = await threads.fork(thread, id, { target, ...edit });
        set.status = 201;
        return { thread_id: targetId, checkpoint: checkpointBody(checkpoint) };
      },
      {
        parse: 'none',
        detail: {
          tags,
          summary: 'Make an earlier checkpoint the latest one of this thread or of another',
          description: '`messages` replaces the conversation, which is then screened anew.',
          requestBody: FORK_BODY,
          ...failing('conflict', 'unavailable'),
          responses: FORKED_ANSWER,
        },
      },
    )
    .delete(
      '/v1/threads/:thread_id',
      async ({ params, request }) => {
        if (!(await threads.delete(await owned(request, params.thread_id))))
          throw new ServiceError('not_found', 'There is no such thread.', { param: 'thread_id' });
        return { id: params.thread_id, object: 'thread.deleted', deleted: true };
      },
      { parse: 'none', detail: { tags, summary: 'Delete a thread with all its checkpoints', responses: DELETED_ANSWER } },
    );
}

const ENDS: ReadonlySet<string> = new Set(['finished', 'interrupted', 'cancelled']);

async function lastOf(events: Events): Promise<object> {
  let last: object = {};
  for await (const event of events) if (ENDS.has(event.type)) last = runEvent(event).data;
  return last;
}
