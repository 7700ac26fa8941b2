import { ConfigError, readSettings } from '../core/config.ts';
import { join } from 'node:path';
import { openSpooledJournal } from '../adapters/files/spooled-journal.ts';
import { createLibsqlJournal } from '../adapters/libsql/journal.ts';
import type { OpenAiConnection } from '../adapters/openai/connection.ts';
import { createKeyedHash } from '../adapters/system/keyed-hash.ts';
import { createOpenAiUpstream } from '../adapters/openai/upstream.ts';
import { createTransformersClassifier } from '../adapters/transformers/classifier.ts';
import { createDefaultPipeline, type AttackClassifier } from '../domain/guardrails/default-pipeline.ts';
import type { Policy } from '../domain/guardrails/policy.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import { loadGuardChecks } from './guard-checks.ts';
import { openPolicies } from './guard-policies.ts';
import { guardSettings, type GuardSettings } from '../guard/config.ts';
import { createGuard } from '../guard/guard.ts';
import { adopt } from './adopt-engine.ts';
import { dashboardFiles } from './dashboard.ts';
import { openServiceDatabase } from './database.ts';
import { listen, type Foundation } from './foundation.ts';
import { guardNeighbours, type ServicesBeside } from './guard-neighbours.ts';
import { hubModel, isHubModel } from './hub-models.ts';
import { httpDeps } from './http-deps.ts';
import { neighbour } from './neighbour.ts';
import type { Listening } from './platform.ts';
import { checkExposure } from './platform-config.ts';
import { configurationLines } from './show-config.ts';
import { VERSION } from './version.ts';

const DAY_MS = 86_400_000;

/** Requests that may wait for the classifier; one more is decided without it. */
const CLASSIFIER_QUEUE = 32;

/** Builds the guard service from its settings and listens. A reasoner that runs beside it replaces the default upstream. */
export async function startGuard(foundation: Foundation, beside: ServicesBeside = {}): Promise<Listening> {
  const { platform, config, bus, clock, ids, logger, resources } = foundation;
  const settings = readSettings(guardSettings, platform.env);
  checkExposure(settings.host, guardSettings.host.name, config);
  const http = httpDeps(foundation, 'guard', settings);
  const database = await openServiceDatabase(foundation, 'guard', settings);
  const stored = createLibsqlJournal({
    database,
    clock,
    logger: http.logger,
    maxAgeMs: settings.recordsMaxAgeDays * DAY_MS,
    maxRequests: settings.recordsMax,
  });
  const folder = join(config.dataDirectory, 'guard-spool');
  const journal = resources.use(await openSpooledJournal({ journal: stored, folder, logger: http.logger }));
  const classifier = await attackClassifier(foundation, settings);
  const checks = await loadGuardChecks(platform.assets);
  const hash = createKeyedHash(settings.hashKey);
  const pipelineOf = (policy: Policy): GuardPipeline => createDefaultPipeline({ clock, ids, policy, hash, ...checks, ...classifier });
  const policies = await openPolicies(foundation, { database, settings, pipelineOf });
  const upstream = createOpenAiUpstream(upstreamConnection(foundation, settings, beside.reasonerUrl));
  const guard = createGuard({
    settings,
    http,
    upstream,
    journal,
    pipeline: policies.pipeline('default'),
    policies,
    bus,
    version: VERSION,
    metrics: foundation.engines.metrics,
    dashboard: await dashboardFiles(platform, http.logger),
    neighbours: guardNeighbours(foundation, settings, beside),
    configuration: () => configurationLines(platform.env),
    probes: [
      { name: 'database', check: (signal) => journal.ping(signal) },
      { name: 'message_bus', check: (signal) => bus.ping(signal) },
      { name: 'upstream', check: async (signal) => void (await upstream.models({ signal, requestId: ids.next() })) },
    ],
  });
  const listening = await listen(foundation, { host: settings.host, port: settings.port, handle: guard.handle });
  // Event streams never end by themselves; closing them first lets the server drain.
  resources.defer(() => guard.closeEvents());
  logger.info('guard listens', { service: 'guard', url: listening.url, upstream: upstream.name });
  return listening;
}

/** The classifier that the settings name, if any. One reader is enough beside the built-in checks; a full queue leaves them alone. */
async function attackClassifier(
  foundation: Foundation,
  settings: GuardSettings,
): Promise<{ readonly attackClassifier?: AttackClassifier }> {
  const { classifierModel: id, classifierDtype: dtype, classifierLabels: labels, checkTimeoutMs: timeoutMs } = settings;
  if (id === '') return {};
  if (!isHubModel(id)) throw new ConfigError([`${guardSettings.classifierModel.name}=${id}: must be a model of the hub as owner/name`]);
  const deps = await hubModel(foundation, { id, dtype, provider: 'auto', workers: 1, queueLimit: CLASSIFIER_QUEUE, timeoutMs });
  return { attackClassifier: { classifier: await adopt(foundation, createTransformersClassifier(deps)), labels } };
}

function upstreamConnection({ apiKeys, platform }: Foundation, settings: GuardSettings, reasonerUrl: string | undefined): OpenAiConnection {
  const { baseUrl, apiKey } = neighbour({
    explicitUrl: platform.env[guardSettings.upstreamUrl.name],
    defaultUrl: settings.upstreamUrl,
    neighbourUrl: reasonerUrl,
    apiKey: settings.upstreamApiKey,
    apiKeys,
  });
  return { baseUrl, apiKey, timeoutMs: settings.upstreamTimeoutMs, idleTimeoutMs: settings.upstreamIdleTimeoutMs };
}
