import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnnxEmbedder, type OnnxEmbedder, type OnnxEmbedderDeps } from '../adapters/onnx/embedder.ts';
import { createTransformersEmbedder } from '../adapters/transformers/embedder.ts';
import { ConfigError } from '../core/config.ts';
import { isJsonObject } from '../core/json.ts';
import type { PoolStats } from '../core/pool-stats.ts';
import type { Embedder } from '../ports/embedder.ts';
import { reasonerSettings, type ReasonerSettings } from '../reasoner/config.ts';
import { onnxRuntime } from './engines.ts';
import type { Foundation } from './foundation.ts';
import { hubModel, isHubModel } from './hub-models.ts';
import { openModelStore } from './model-store.ts';
import type { Platform } from './platform.ts';

/** Longest time one small batch may take on the slowest machine, in milliseconds, and how many may wait. */
const TIMEOUT_MS = 60_000;
const QUEUE_LIMIT = 64;

const BUILT_IN = 'bge-small-en';

/** An embedder with its metrics, to be disposed by the caller. */
export type OwnedEmbedder = Embedder & AsyncDisposable & { warmUp(): Promise<void>; stats(): PoolStats | undefined };

/** The embedder that the reasoner's settings name. Throws a ConfigError for one that is neither built in nor a model of the hub. */
export async function createEmbedder(foundation: Foundation, settings: ReasonerSettings): Promise<OwnedEmbedder> {
  const { embedModel: id, embedDtype: dtype, embedProvider: provider, embedWorkers: workers, embedPooling: pooling } = settings;
  const prefixes = { query: settings.embedQueryPrefix, passage: settings.embedPassagePrefix };
  if (id === BUILT_IN) {
    const { limits, events } = foundation.engines;
    return createBuiltInEmbedder(foundation.platform, {
      runtime: onnxRuntime(foundation.platform, provider),
      workers,
      ...limits,
      ...events(BUILT_IN),
    });
  }
  if (!isHubModel(id))
    throw new ConfigError([`${reasonerSettings.embedModel.name}=${id}: must be ${BUILT_IN} or a model of the hub as owner/name`]);
  const deps = await hubModel(foundation, { id, dtype, provider, workers, queueLimit: QUEUE_LIMIT, timeoutMs: TIMEOUT_MS });
  return createTransformersEmbedder({ ...deps, pooling, prefixes, dimensions: await dimensionsOf(foundation, id) });
}

/** The built-in embedder on this platform: one worker, by default with the fastest provider that loads. */
export function createBuiltInEmbedder(platform: Platform, deps: Partial<OnnxEmbedderDeps> = {}): OnnxEmbedder {
  return createOnnxEmbedder({
    model: BUILT_IN,
    modelPath: platform.assets.embedModel,
    tokenizerPath: platform.assets.embedTokenizer,
    runtime: onnxRuntime(platform, 'auto'),
    workers: 1,
    queueLimit: QUEUE_LIMIT,
    timeoutMs: TIMEOUT_MS,
    ...deps,
  });
}

/** The dimensions of a pulled embedder's vectors. Throws `provider_unavailable`, naming the command that pulls it, if it is not there. */
async function dimensionsOf(foundation: Foundation, id: string): Promise<number> {
  const folder = await openModelStore(foundation).locate(id);
  const config: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
  const size = isJsonObject(config) ? config['hidden_size'] : undefined;
  if (typeof size !== 'number') throw new Error(`config.json of ${id} gives no hidden_size`);
  return size;
}
