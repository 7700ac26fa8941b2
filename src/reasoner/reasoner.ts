import { Gate } from '../core/gate.ts';
import { createRecent } from '../core/recent.ts';
import { DEFAULT_STORE } from '../core/store-id.ts';
import type { Library } from '../domain/documents/library.ts';
import { withAnswerFormat } from '../domain/reasoning/answer-format.ts';
import { answerGraph, createAnswerer, type Answerer } from '../domain/reasoning/answer.ts';
import { createDurableAnswerer } from '../domain/reasoning/durable-answer.ts';
import type { HybridSearch } from '../domain/retrieval/hybrid-search.ts';
import { createHttpApp, JSON_BODY, type HttpDeps } from '../http/app.ts';
import { documentation } from '../http/documentation.ts';
import { handlerOf } from '../http/handler.ts';
import { methodsOf } from '../http/methods.ts';
import { metricsRoute } from '../http/metrics.ts';
import { createOwnerOf } from '../http/owner.ts';
import { createRequestMetrics } from '../http/request-metrics.ts';
import { INDEX_PATH, serviceIndex } from '../http/service-index.ts';
import type { Bus } from '../ports/bus.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { ConversationStore } from '../ports/conversation-store.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { DocumentExtractor } from '../ports/extractor.ts';
import type { FileSearch } from '../ports/file-search.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { JsonSchemaCheck } from '../ports/json-schema.ts';
import type { LanguageModel } from '../ports/language.ts';
import type { Leases } from '../ports/leases.ts';
import type { Memory, MemoryStore } from '../ports/memory.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Probe } from '../ports/probe.ts';
import type { ResponseStore } from '../ports/response-store.ts';
import type { ToolServers } from '../ports/tool-server.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { WorkQueue } from '../ports/work-queue.ts';
import { createAttachedFiles } from './attached-files.ts';
import { createBusAnswers } from './bus-answer.ts';
import { createBusChat } from './bus-chat.ts';
import { createBusStops } from './bus-stops.ts';
import { createChat } from './chat.ts';
import { createCompletions } from './completions.ts';
import type { ReasonerSettings } from './config.ts';
import { createConsumer } from './consumer.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { chatDocument, completionDocument } from './documents.ts';
import { createDurableWork } from './durable-work.ts';
import { addEmbeddingsRoute } from './embeddings.ts';
import { filesRoutes } from './files.ts';
import { graphRoutes } from './graph-routes.ts';
import { health } from './health.ts';
import { memoryRoutes } from './memory-routes.ts';
import { memoryOfBusRequest, memoryScope } from './memory-scope.ts';
import { models } from './models.ts';
import { measureQueue } from './queue-metrics.ts';
import { readRequest } from './read-request.ts';
import { createResponseService } from './responses/response-service.ts';
import { createRunMeasures } from './run-measures.ts';
import { runRecordRoutes } from './run-record-routes.ts';
import type { RunRecord } from './run-record.ts';
import { createRuns, type Runs } from './runs.ts';

/** The dependencies of the reasoning service. */
export interface ReasonerDeps extends HttpDeps {
  /** Version of the program, shown by the health routes. */
  readonly version: string;
  readonly settings: ReasonerSettings;
  readonly model: LanguageModel;
  /** Validates answers against a request's schema. Without it JSON answers are not validated. */
  readonly jsonSchema?: JsonSchemaCheck;
  /** Screens what goes to the model and inspects what comes back. */
  readonly guard: GuardPipeline;
  /** Embeds for retrieval and memory, and for POST /v1/embeddings. Without it there is no such route. */
  readonly embedder?: Embedder;
  /** Passages of files and memories, embedded by `embedder`. */
  readonly vectorIndex?: VectorIndex;
  /** Searches the passages by meaning and words. */
  readonly hybridSearch?: HybridSearch;
  /** Reads files in messages. Without it there may be none. */
  readonly extractor?: DocumentExtractor;
  /** Files and vector stores. Without it RAG is off. */
  readonly library?: Library;
  /** Searches passages in vector stores, for file_search and the retrieve node. */
  readonly fileSearch?: FileSearch;
  /** Connects to MCP servers for responses. Without it there are none. */
  readonly toolServers?: ToolServers;
  /** Users' memory and its store. Without both nothing is recalled or remembered, and there are no routes of memory. */
  readonly memory?: Memory;
  readonly memoryStore?: MemoryStore;
  /** Store responses and conversations. Without both there is no Responses API. */
  readonly responseStore?: ResponseStore;
  readonly conversationStore?: ConversationStore;
  /** Stores runs on threads. Without it there are no routes of graphs and threads. */
  readonly checkpoints?: Checkpoints;
  /** The threads that other reasoners with the same checkpoints are on. Without it there are no others. */
  readonly leases?: Leases | undefined;
  readonly bus: Bus;
  /** Keeps requests from the bus until they are answered. Without it, or without checkpoints, they are answered at once or lost. */
  readonly workQueue?: WorkQueue;
  /** Whether the queue itself takes what is published on its subject. */
  readonly workQueueListens?: boolean;
  readonly database: Probe;
  /** The metrics of GET /metrics; without it there is no such route. */
  readonly metrics?: Metrics;
}

/** The service as a value: it opens and starts nothing by itself. */
export interface Reasoner {
  /** Answers one HTTP request. */
  handle(request: Request): Promise<Response>;
  /**
   * Answers requests from the message bus, and maintains background responses, until the signal aborts and everything running has ended.
   */
  consume(signal: AbortSignal): Promise<void>;
}

/** The reasoning service over its dependencies. */
export function createReasoner(deps: ReasonerDeps): Reasoner {
  const { version, settings, guard, bus, database, clock, ids, logger } = deps;
  const { maxMessages, maxCharacters } = settings;
  const limits = { maxMessages, maxCharacters };
  const model = deps.jsonSchema === undefined ? deps.model : withAnswerFormat(deps.model, deps.jsonSchema);
  const { memory, memoryStore, apiKeys } = deps;
  const stops = createBusStops({ bus, ids, logger, timeoutMs: settings.probeTimeoutMs });
  const retrieval = deps.fileSearch === undefined ? undefined : { search: deps.fileSearch, maxTokens: settings.ragTokens };
  const isAutomatic = retrieval !== undefined && settings.ragAutomatic;
  const ownerOf = createOwnerOf(apiKeys);
  const answerer = createAnswerer({ model, guard, clock, memory, retrieval });
  const graph = answerGraph({ model, guard, memory, retrieval });
  const scopeOf: typeof memoryScope = async (...asked) => (memory === undefined ? undefined : memoryScope(...asked));
  const automaticSearch = isAutomatic ? (owner: string) => ({ owner, storeIds: [DEFAULT_STORE], limit: settings.ragPassages }) : undefined;
  const recent = createRecent<RunRecord>(settings.recentRuns);
  const measures = createRunMeasures();
  const runsOf = (by: Answerer): Runs =>
    createRuns({ answerer: by, clock, logger, timeoutMs: settings.runTimeoutMs, automaticSearch, recent, ended: measures.ended });
  const runs = runsOf(answerer);
  const gate = new Gate(settings.maxConcurrentRuns, 'answers');
  const modelId = answerer.model;
  const attachedFiles =
    deps.extractor === undefined
      ? undefined
      : createAttachedFiles({ extractor: deps.extractor, library: deps.library, maxFiles: settings.maxInputFiles, maxCharacters });
  const complete = createCompletions({
    runs,
    gate,
    clock,
    ids,
    logger,
    modelId,
    takes: model.takes ?? {},
    hasRag: retrieval !== undefined,
    limits,
    attachedFiles,
    streamStartMs: settings.streamStartMs,
  });
  const chat = createChat({ runs, gate, clock, limits });
  const requests = createRequestMetrics('reasoner', clock);
  const app = createHttpApp({ ...deps, found: requests.found, openPaths: [INDEX_PATH] });
  app
    .use(documentation({ title: 'Parley reasoner', description: 'Answers conversations, guarded, whole or streamed.', version }))
    .use(serviceIndex({ service: 'reasoner', version }))
    .use(
      health({
        version,
        bus,
        // A queue in the database is as well as the database.
        workQueue: deps.workQueueListens === true ? deps.workQueue : undefined,
        database,
        clock,
        timeoutMs: settings.probeTimeoutMs,
        ...(deps.library === undefined ? {} : { objectStore: deps.library }),
        vectorIndex: deps.vectorIndex,
      }),
    )
    .post(
      '/v1/chat/completions',
      async ({ body, requestId, request }) =>
        complete(body, requestId, request.signal, await scopeOf(body, request, apiKeys, { fallback: requestId }), await ownerOf(request)),
      { parse: [...JSON_BODY], detail: completionDocument },
    )
    .post(
      '/chat',
      async ({ body, requestId, request }) =>
        chat(
          body,
          requestId,
          request.signal,
          await scopeOf(body, request, apiKeys, { fallback: requestId, userParam: 'user_id' }),
          await ownerOf(request),
        ),
      { parse: [...JSON_BODY], detail: chatDocument },
    )
    .use(models(modelId, Math.floor(clock.now().getTime() / 1000)))
    .use(filesRoutes(deps))
    .use(runRecordRoutes(recent));
  if (deps.embedder !== undefined) {
    addEmbeddingsRoute(app, deps.embedder, { maxTexts: settings.maxEmbedTexts, maxCharacters: settings.maxEmbedCharacters });
  }
  if (deps.checkpoints !== undefined) {
    const memoryOf = (body: unknown, request: Request, thread: string) => scopeOf(body, request, apiKeys, { fallback: thread });
    app.use(
      graphRoutes({
        ...deps,
        checkpoints: deps.checkpoints,
        stops,
        graph,
        gate,
        limits,
        timeoutMs: settings.runTimeoutMs,
        memoryOf,
        ownerOf,
        hasRag: retrieval !== undefined,
      }),
    );
  }
  if (memory !== undefined && memoryStore !== undefined) app.use(memoryRoutes({ ...deps, memory, memoryStore }));
  const responses =
    deps.responseStore === undefined || deps.conversationStore === undefined
      ? undefined
      : createResponseService({
          ...deps,
          model,
          store: deps.responseStore,
          conversations: deps.conversationStore,
          stops,
          runs,
          gate,
          modelId,
          takes: model.takes ?? {},
          limits,
          attachedFiles,
          ownerOf,
          memoryOf: (body, request, thread) => scopeOf(body, request, apiKeys, { fallback: thread }),
        });
  if (responses !== undefined) app.use(responses.routes).use(responses.conversationRoutes);
  const measured = deps.workQueue === undefined ? undefined : measureQueue(deps.workQueue, { timeoutMs: settings.probeTimeoutMs });
  if (measured !== undefined) app.use(deadLetterRoutes(measured.queue.deadLetters));
  const { metrics } = deps;
  if (metrics !== undefined) {
    app.use(
      metricsRoute({
        collect: async () => [...requests.collect(), ...measures.collect(), ...metrics.collect(), ...((await measured?.samples()) ?? [])],
      }),
    );
  }
  app.use(methodsOf(app.routes));
  const answers = createBusAnswers({
    bus,
    clock,
    logger,
    flushTimeoutMs: settings.probeTimeoutMs,
    memoryOf: memory === undefined ? undefined : memoryOfBusRequest,
  });
  const read = (data: Uint8Array, subject: string) => readRequest(data, subject, limits, model.takes);
  const { checkpoints } = deps;
  const queue = measured?.queue;
  const answerDurably = (): ReturnType<typeof createDurableWork> | undefined => {
    if (queue === undefined || checkpoints === undefined) return undefined;
    const durable = createDurableAnswerer({ graph, model: modelId, checkpoints, clock, ids });
    return createDurableWork({
      queue,
      answers,
      runs: runsOf(durable),
      forget: durable.forget,
      read,
      clock,
      logger,
      maxDeliveries: settings.busAttempts,
      retryMs: { first: settings.busRetryMs, longest: settings.busRetryMaxMs },
    });
  };
  const work = answerDurably();
  const consume = createConsumer({
    bus,
    answers,
    read,
    runs,
    clock,
    logger,
    concurrency: settings.busConcurrency,
    drainMs: settings.drainMs,
    chat: createBusChat({
      bus,
      ids,
      logger,
      complete: async (body, requestId, signal) =>
        complete(body, requestId, signal, await scopeOf(body, new Request('http://bus.invalid'), [], { fallback: requestId }), ''),
    }),
    ...(queue === undefined || work === undefined ? {} : { durable: { queue, work, listens: deps.workQueueListens ?? false } }),
  });
  return {
    handle: handlerOf(requests.measured(app)),
    consume: async (signal) => {
      await Promise.all([consume(signal), responses?.run(signal)]);
    },
  };
}
