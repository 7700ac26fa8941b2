import { createDocumentExtractor } from '../adapters/documents/extractor.ts';
import { createLibsqlEndedSessions } from '../adapters/libsql/ended-sessions.ts';
import type { OpenAiConnection } from '../adapters/openai/connection.ts';
import { createOpenAiUpstream } from '../adapters/openai/upstream.ts';
import { createTransformersClassifier } from '../adapters/transformers/classifier.ts';
import { createTransformersTokenClassifier } from '../adapters/transformers/token-classifier.ts';
import { ConfigError, readSettings } from '../core/config.ts';
import { createDefaultPipeline, type AttackClassifier } from '../domain/guardrails/default-pipeline.ts';
import type { Policy } from '../domain/guardrails/policy/policy.ts';
import { guardSettings, type GuardSettings } from '../guard/config.ts';
import { createDocumentReader, type ReadRequestDocuments } from '../guard/document-reader.ts';
import { createGuard } from '../guard/guard.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { TokenClassifier } from '../ports/token-classifier.ts';
import { adopt, register } from './adopt-engine.ts';
import { dashboardFiles } from './dashboard.ts';
import { openServiceDatabase } from './database.ts';
import { listen, type Foundation } from './foundation.ts';
import { loadAttackEncoder, loadGuardChecks, loadLongTexts } from './guard-checks.ts';
import { openGuardEventNumbers } from './guard-event-numbers.ts';
import { openGuardHash } from './guard-hash.ts';
import { openGuardJournal } from './guard-journal.ts';
import { guardNeighbours, type ServicesBeside } from './guard-neighbours.ts';
import { openPolicies } from './guard-policies.ts';
import { httpDeps } from './http-deps.ts';
import { hubModel, isHubModel } from './hub-models.ts';
import { apiOf, neighbour } from './neighbour.ts';
import { checkExposure, checkKeyNames } from './platform-config.ts';
import type { Listening } from './platform.ts';
import { configurationLines } from './show-config.ts';
import { openTracer } from './tracer.ts';
import { VERSION } from './version.ts';

/** Requests that may wait for the classifier; with more waiting, they are decided without it. */
const CLASSIFIER_QUEUE = 32;

/** Records wait on the disk for the database, and events on the bus are best effort: requests are answered all the same. */
const isSpared = (): boolean => true;

/** Builds the guard service from its settings and listens. A reasoner that runs beside it replaces the default upstream. */
export async function startGuard(foundation: Foundation, beside: ServicesBeside = {}): Promise<Listening> {
  const { platform, config, bus, clock, ids, logger, resources } = foundation;
  const settings = readSettings(guardSettings, platform.env);
  checkExposure(settings.host, guardSettings.host.name, config);
  checkKeyNames(guardSettings.operatorKeys.name, settings.operatorKeys, foundation.config.apiKeys);
  const http = httpDeps(foundation, 'guard', settings);
  const { database, isSole } = await openServiceDatabase(foundation, 'guard', settings);
  const classifier = { ...(await attackClassifier(foundation, settings)), ...(await nameTagger(foundation, settings)) };
  const checks = {
    ...(await loadGuardChecks(platform.assets)),
    ...(await loadAttackEncoder(foundation)),
    ...(await loadLongTexts(foundation)),
  };
  const hash = await openGuardHash(foundation, settings);
  const { cacheCharacters } = settings;
  const pipelineOf = (policy: Policy): GuardPipeline =>
    createDefaultPipeline({ clock, ids, policy, hash, cacheCharacters, ...checks, ...classifier });
  // Before the journal, whose migration after an upgrade may hold the database for minutes.
  const { policies, probe, metrics: policyMetrics } = await openPolicies(foundation, { database, settings, pipelineOf });
  const { journal, metrics, lastSequence } = await openGuardJournal(foundation, { database, isSole, settings, logger: http.logger });
  const eventNumbers = openGuardEventNumbers(foundation, { database, settings, logger: http.logger });
  const upstream = createOpenAiUpstream(upstreamConnection(foundation, settings, beside.reasonerUrl));
  const guard = createGuard({
    settings,
    http,
    upstream,
    journal,
    pipeline: policies.fallback,
    policies,
    // While the encoder reads some, the other checks read the next.
    textsAtOnce: foundation.config.guardEncoderWorkers + 1,
    hash,
    ...documentReader(foundation, settings),
    bus,
    tracer: await openTracer(foundation, 'parley-guard'),
    version: VERSION,
    lastSequence: await lastSequence,
    eventNumbers: await eventNumbers,
    endedSessions: createLibsqlEndedSessions({ database, clock }),
    ...(settings.metrics
      ? { metrics: { collect: () => [...metrics.collect(), ...policyMetrics.collect(), ...foundation.metrics.collect()] } }
      : {}),
    dashboard: await dashboardFiles(platform, http.logger),
    ...guardNeighbours(foundation, settings, beside),
    configuration: () => configurationLines(platform.env),
    probes: [
      { name: 'database', check: (signal) => journal.ping(signal), isSpared },
      probe,
      { name: 'message_bus', check: (signal) => bus.ping(signal), isSpared },
      ...modelProbes(classifier),
      { name: 'upstream', check: async (signal) => void (await upstream.models({ signal, requestId: ids.next() })) },
    ],
  });
  const listening = await listen(foundation, { prefix: 'GUARD', host: settings.host, port: settings.port, ...guard });
  // Event streams never end by themselves; closing them first lets the server drain.
  resources.defer(() => guard.closeEvents());
  logger.info('guard listens', { service: 'guard', url: listening.url, upstream: upstream.name });
  return listening;
}

/** The reader of documents in messages, unless it is off. */
function documentReader(foundation: Foundation, settings: GuardSettings): { readonly readDocuments?: ReadRequestDocuments } {
  if (settings.documents === 'off') return {};
  const extractor = createDocumentExtractor({
    name: 'guard-documents',
    workers: settings.documentWorkers,
    queueLimit: settings.documentQueue,
    limits: {
      maxBytes: settings.maxBodyBytes,
      maxCharacters: settings.documentCharacters,
      maxSeconds: Math.ceil(settings.documentTimeoutMs / 1000),
    },
  });
  register(foundation, extractor);
  return { readDocuments: createDocumentReader({ extractor, settings }) };
}

/** The configured classifier, if any. One worker is enough in addition to the built-in checks; with a full queue these decide alone. */
async function attackClassifier(
  foundation: Foundation,
  settings: GuardSettings,
): Promise<{ readonly attackClassifier?: AttackClassifier & { readonly classifier: Loadable } }> {
  const { classifierModel: id, classifierDtype: dtype, classifierLabels: labels, checkTimeoutMs: timeoutMs } = settings;
  if (id === '') return {};
  if (!isHubModel(id)) throw new ConfigError([`${guardSettings.classifierModel.name}=${id}: must be a model of the hub as owner/name`]);
  const deps = await hubModel(foundation, { id, dtype, provider: 'auto', workers: 1, queueLimit: CLASSIFIER_QUEUE, timeoutMs });
  return { attackClassifier: { classifier: await adopt(foundation, createTransformersClassifier(deps)), labels } };
}

/** The configured token classifier, if any: a model of the hub, or a folder in its layout. */
async function nameTagger(foundation: Foundation, settings: GuardSettings): Promise<{ readonly tagger?: TokenClassifier & Loadable }> {
  const { nerModel: id, nerDtype: dtype, checkTimeoutMs: timeoutMs } = settings;
  if (id === '') return {};
  const isFolder = /^[./~]|^[A-Za-z]:[\\/]/.test(id);
  if (!isFolder && !isHubModel(id))
    throw new ConfigError([`${guardSettings.nerModel.name}=${id}: must be a model of the hub as owner/name, or a folder`]);
  const deps = await hubModel(foundation, { id, dtype, provider: 'auto', workers: 1, queueLimit: CLASSIFIER_QUEUE, timeoutMs });
  const model = createTransformersTokenClassifier(isFolder ? { ...deps, modelFolder: id } : deps);
  return { tagger: await adopt(foundation, model) };
}

interface Loadable {
  readonly labels: readonly string[];
  warmUp(): Promise<void>;
}

/** A probe for configured models: a check that fails open without its model would go unnoticed. A model that was loaded once may be unloaded. */
function modelProbes({
  attackClassifier: attacks,
  tagger: names,
}: {
  readonly attackClassifier?: { readonly classifier: Loadable };
  readonly tagger?: Loadable;
}) {
  const models = [attacks?.classifier, names].filter((model) => model !== undefined);
  if (models.length === 0) return [];
  const check = async (): Promise<void> => {
    for (const model of models) if (model.labels.length === 0) await model.warmUp();
  };
  return [{ name: 'models', check }];
}

function upstreamConnection(foundation: Foundation, settings: GuardSettings, reasonerUrl: string | undefined): OpenAiConnection {
  const address = neighbour(foundation, {
    setting: guardSettings.upstreamUrl,
    url: settings.upstreamUrl,
    urlInside: apiOf(reasonerUrl),
    apiKey: settings.upstreamApiKey,
    forwardsKey: settings.upstreamForwardKey,
  });
  const { upstreamTimeoutMs: timeoutMs, upstreamStreamTimeoutMs: streamTimeoutMs, upstreamIdleTimeoutMs: idleTimeoutMs } = settings;
  const { upstreamMaxResponseBytes: maxResponseBytes, upstreamMaxStreamBytes: maxStreamBytes } = settings;
  const times = { timeoutMs, firstByteTimeoutMs: timeoutMs, streamTimeoutMs, idleTimeoutMs };
  return { ...address, shownAs: 'The upstream', ...times, maxResponseBytes, maxStreamBytes };
}
