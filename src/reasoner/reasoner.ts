import { Gate } from '../core/gate.ts';
import { withAnswerFormat } from '../domain/reasoning/answer-format.ts';
import { answerGraph, createAnswerer } from '../domain/reasoning/answer.ts';
import { createHttpApp, JSON_BODY, type HttpDeps } from '../http/app.ts';
import { documentation } from '../http/documentation.ts';
import { handlerOf } from '../http/handler.ts';
import { methodsOf } from '../http/methods.ts';
import { metricsRoute } from '../http/metrics.ts';
import type { Bus } from '../ports/bus.ts';
import type { Checkpoints } from '../ports/checkpoints.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { JsonSchemaCheck } from '../ports/json-schema.ts';
import type { LanguageModel } from '../ports/language.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Probe } from '../ports/probe.ts';
import { createChat } from './chat.ts';
import { createCompletions } from './completions.ts';
import type { ReasonerSettings } from './config.ts';
import { createConsumer } from './consumer.ts';
import { chatDocument, completionDocument } from './documents.ts';
import { addEmbeddingsRoute } from './embeddings.ts';
import { filesWithoutRag } from './files.ts';
import { graphRoutes } from './graph-routes.ts';
import { health } from './health.ts';
import { models } from './models.ts';
import { createRuns } from './runs.ts';

/** Everything the reasoning service stands on. */
export interface ReasonerDeps extends HttpDeps {
  /** Version of the program, shown by the health routes. */
  readonly version: string;
  readonly settings: ReasonerSettings;
  readonly model: LanguageModel;
  /** Holds answers against the schema a request gives. Without it answers in JSON are passed on as they are. */
  readonly jsonSchema?: JsonSchemaCheck;
  /** Screens what goes to the model and inspects what comes back. */
  readonly guard: GuardPipeline;
  /** What retrieval and memory embed with; also behind POST /v1/embeddings. Without it there is no such route. */
  readonly embedder?: Embedder;
  /** Where runs on threads are kept. Without it there are no routes of graphs and threads. */
  readonly checkpoints?: Checkpoints;
  readonly bus: Bus;
  readonly database: Probe;
  /** What GET /metrics reports; without it there is no such route. */
  readonly metrics?: Metrics;
}

/** The running service as a value: it opens nothing and starts nothing by itself. */
export interface Reasoner {
  /** Answers one HTTP request. */
  handle(request: Request): Promise<Response>;
  /** Answers requests from the message bus until the signal aborts and those under way have ended. */
  consume(signal: AbortSignal): Promise<void>;
}

/** The reasoning service over its dependencies. */
export function createReasoner(deps: ReasonerDeps): Reasoner {
  const { version, settings, guard, bus, database, clock, ids, logger } = deps;
  const { maxMessages, maxCharacters } = settings;
  const limits = { maxMessages, maxCharacters };
  const model = deps.jsonSchema === undefined ? deps.model : withAnswerFormat(deps.model, deps.jsonSchema);
  const answerer = createAnswerer({ model, guard, clock });
  const runs = createRuns({ answerer, clock, logger, timeoutMs: settings.runTimeoutMs });
  const gate = new Gate(settings.maxConcurrentRuns, 'answers');
  const modelId = answerer.model;
  const complete = createCompletions({
    runs,
    gate,
    clock,
    ids,
    logger,
    modelId,
    takes: model.takes ?? {},
    limits,
    streamStartMs: settings.streamStartMs,
  });
  const chat = createChat({ runs, gate, clock, limits });
  const app = createHttpApp(deps);
  app
    .use(documentation('Parley reasoner', 'Answers conversations, guarded, whole or streamed.', version))
    .use(health({ version, bus, database, clock, timeoutMs: settings.probeTimeoutMs }))
    .post('/v1/chat/completions', ({ body, requestId, request }) => complete(body, requestId, request.signal), {
      parse: [...JSON_BODY],
      detail: completionDocument,
    })
    .post('/chat', ({ body, requestId, request }) => chat(body, requestId, request.signal), { parse: [...JSON_BODY], detail: chatDocument })
    .use(models(modelId, Math.floor(clock.now().getTime() / 1000)))
    .use(filesWithoutRag());
  if (deps.embedder !== undefined) {
    addEmbeddingsRoute(app, deps.embedder, { maxTexts: settings.maxEmbedTexts, maxCharacters: settings.maxEmbedCharacters });
  }
  if (deps.checkpoints !== undefined) {
    const graph = answerGraph({ model, guard });
    app.use(graphRoutes({ ...deps, checkpoints: deps.checkpoints, graph, gate, limits, timeoutMs: settings.runTimeoutMs }));
  }
  if (deps.metrics !== undefined) app.use(metricsRoute(deps.metrics));
  app.use(methodsOf(app.routes));
  return {
    handle: handlerOf(app),
    consume: createConsumer({
      bus,
      runs,
      clock,
      logger,
      maxCharacters,
      concurrency: settings.busConcurrency,
      drainMs: settings.drainMs,
      flushTimeoutMs: settings.probeTimeoutMs,
    }),
  };
}
