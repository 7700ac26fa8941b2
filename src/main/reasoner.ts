import { createExtractiveLanguageModel } from '../adapters/extractive/language-model.ts';
import { checkJsonSchema } from '../adapters/json-schema/check.ts';
import { createLibsqlCheckpoints } from '../adapters/libsql/checkpoints.ts';
import { createLibsqlConversationStore } from '../adapters/libsql/conversation-store.ts';
import { createLibsqlLeases } from '../adapters/libsql/leases.ts';
import { createLibsqlResponseStore } from '../adapters/libsql/response-store.ts';
import { createMcpToolServers } from '../adapters/mcp/tool-servers.ts';
import { connectionName } from '../adapters/openai/connection.ts';
import { createOpenAiLanguageModel } from '../adapters/openai/language-model.ts';
import { createTransformersLanguageModel } from '../adapters/transformers/language-model.ts';
import { readSettings } from '../core/config.ts';
import { createDefaultPipeline } from '../domain/guardrails/default-pipeline.ts';
import { createModelChain } from '../domain/reasoning/model-chain.ts';
import type { LanguageModel } from '../ports/language.ts';
import { checkReasonerSettings, reasonerSettings, type ReasonerSettings } from '../reasoner/config.ts';
import { createReasoner } from '../reasoner/reasoner.ts';
import { adopt } from './adopt-engine.ts';
import { openServiceDatabase } from './database.ts';
import { createEmbedder } from './embedder.ts';
import { listen, type Foundation } from './foundation.ts';
import { loadAttackEncoder, loadGuardChecks, loadLongTexts } from './guard-checks.ts';
import { httpDeps } from './http-deps.ts';
import { hubModel } from './hub-models.ts';
import { openFiles } from './library.ts';
import { openMemory } from './memory.ts';
import { checkExposure } from './platform-config.ts';
import type { Listening } from './platform.ts';
import { openReasonerPolicy } from './reasoner-policy.ts';
import { createRetrieval } from './retrieval.ts';
import { VERSION } from './version.ts';
import { openWorkQueue } from './work-queue.ts';

const DAY_MS = 24 * 3_600_000;

/** Builds the reasoning service from its settings, listens, and consumes requests from the bus. */
export async function startReasoner(foundation: Foundation): Promise<Listening> {
  const { platform, config, bus, clock, ids, logger, resources } = foundation;
  const settings = readSettings(reasonerSettings, platform.env);
  checkReasonerSettings(settings);
  checkExposure(settings.host, reasonerSettings.host.name, config);
  const { database, isSole } = await openServiceDatabase(foundation, 'reasoner', settings);
  const embedder = await adopt(foundation, await createEmbedder(foundation, settings));
  const leases = isSole
    ? undefined
    : createLibsqlLeases({ database, clock, ids, logger: logger.with({ service: 'reasoner' }), leaseMs: settings.leaseMs });
  const retrieval = await createRetrieval(foundation, settings, { database, embedder, leases });
  const files = await openFiles(foundation, settings, { database, embedder, retrieval, leases });
  const model = await languageModel(foundation, settings);
  const memory = await openMemory(foundation, settings, { ...retrieval, database, embedder, model });
  const checks = {
    ...(await loadGuardChecks(platform.assets)),
    ...(await loadAttackEncoder(foundation)),
    ...(await loadLongTexts(foundation)),
  };
  const reasoner = createReasoner({
    ...httpDeps(foundation, 'reasoner', settings),
    version: VERSION,
    settings,
    model,
    jsonSchema: checkJsonSchema,
    metrics: foundation.metrics,
    guard: await openReasonerPolicy(foundation, settings, (policy) => createDefaultPipeline({ clock, ids, policy, ...checks })),
    embedder,
    ...retrieval,
    ...files,
    ...memory,
    checkpoints: createLibsqlCheckpoints({ database, clock }),
    leases,
    responseStore: createLibsqlResponseStore({
      database,
      clock,
      maxPerOwner: settings.responsesPerKey,
      maxAgeMs: settings.responseDays * DAY_MS,
    }),
    toolServers: createMcpToolServers({ timeoutMs: settings.mcpTimeoutMs, maxBytes: settings.mcpMaxBytes, version: VERSION }),
    conversationStore: createLibsqlConversationStore({ database, clock }),
    bus,
    ...openWorkQueue(foundation, settings, { database, isSole }),
    database: { name: 'database', check: (signal) => database.ping(signal) },
  });
  const stopped = new AbortController();
  const consuming = reasoner.consume(stopped.signal);
  const ingesting = files.library?.run(stopped.signal);
  const renewing = retrieval.renewPassages(stopped.signal);
  resources.defer(async () => {
    stopped.abort();
    await consuming;
    await ingesting;
    await renewing;
  });
  const listening = await listen(foundation, { prefix: 'REASONER', host: settings.host, port: settings.port, handle: reasoner.handle });
  logger.info('reasoner listens', { service: 'reasoner', url: listening.url, model: settings.model });
  return listening;
}

/** Pause before the first retry, in milliseconds. */
const FIRST_RETRY_MS = 250;

/** The configured model, with retries, and its fallback. */
async function languageModel(foundation: Foundation, settings: ReasonerSettings): Promise<LanguageModel> {
  const first = await oneModel(foundation, settings, settings.model, {
    baseUrl: settings.openAiBaseUrl,
    apiKey: settings.openAiApiKey,
    model: settings.openAiModel,
    shownAs: 'The model server',
  });
  const { fallback } = settings;
  const server = {
    baseUrl: settings.fallbackBaseUrl,
    apiKey: settings.fallbackApiKey,
    model: settings.fallbackModel,
    shownAs: 'The fallback model server',
  };
  const others = fallback === 'none' ? [] : [await oneModel(foundation, settings, fallback, server)];
  if (settings.model === 'extractive' && others.length === 0) return first;
  return createModelChain([first, ...others], {
    retries: settings.retries,
    pauseMs: FIRST_RETRY_MS,
    maxPauseMs: settings.retryMaxPauseMs,
    random: Math.random,
    logger: foundation.logger.with({ service: 'reasoner' }),
  });
}

interface ModelServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  /** Its name in error messages, which clients get. */
  readonly shownAs: string;
}

async function oneModel(
  foundation: Foundation,
  settings: ReasonerSettings,
  kind: 'extractive' | 'openai' | 'local',
  server: ModelServer,
): Promise<LanguageModel> {
  if (kind === 'extractive') return createExtractiveLanguageModel();
  if (kind === 'openai') {
    const { shownAs, model } = server;
    foundation.logger.info('a model server is used', { service: 'reasoner', shown_as: shownAs, url: connectionName(server), model });
    return createOpenAiLanguageModel({
      ...server,
      timeoutMs: settings.runTimeoutMs,
      firstByteTimeoutMs: settings.firstByteTimeoutMs,
      idleTimeoutMs: settings.idleTimeoutMs,
      maxResponseBytes: settings.maxResponseBytes,
    });
  }
  const options = {
    id: settings.localModel,
    dtype: settings.localDtype,
    provider: settings.localProvider,
    workers: settings.localWorkers,
    queueLimit: settings.localQueue,
    timeoutMs: settings.runTimeoutMs,
  };
  const deps = { ...(await hubModel(foundation, options)), maxTokens: settings.localMaxTokens, keptTokens: settings.localKeptTokens };
  return adopt(foundation, createTransformersLanguageModel(deps));
}
