import { join } from 'node:path';
import { createModelStore, type ModelStore } from '../adapters/model-store/store.ts';
import { readSettings, secret, url } from '../core/config.ts';
import type { Foundation } from './foundation.ts';

/** Variables that tools for the Hugging Face hub share; Parley's own settings come before them. */
const HUB_SETTINGS = {
  endpoint: url('HF_ENDPOINT', 'https://huggingface.co', 'Hub that models are pulled from.', ['http:', 'https:']),
  token: secret('HF_TOKEN', 'Token for models whose owners ask for one.'),
} as const;

/** The store of pulled models that the settings describe. Throws a ConfigError for a bad HF_ENDPOINT. */
export function openModelStore({
  platform,
  config,
  clock,
  logger,
}: Pick<Foundation, 'config' | 'clock' | 'logger'> & { readonly platform: Pick<Foundation['platform'], 'env'> }): ModelStore {
  const shared = readSettings(HUB_SETTINGS, platform.env);
  return createModelStore({
    directory: config.modelsDirectory === '' ? join(config.dataDirectory, 'models') : config.modelsDirectory,
    hub: config.modelHub === '' ? shared.endpoint : config.modelHub,
    token: config.modelHubToken === '' ? shared.token : config.modelHubToken,
    offline: config.offline,
    maxModelBytes: config.modelMaxBytes,
    timeoutMs: config.modelTimeoutMs,
    clock,
    logger,
  });
}
