import { LOG_LEVELS } from '../adapters/system/logger.ts';
import {
  choice,
  ConfigError,
  decimal,
  flag,
  integer,
  secret,
  secretList,
  text,
  url,
  urls,
  type Setting,
  type Values,
} from '../core/config.ts';
import { parseApiKeys, type ApiKey } from '../http/auth.ts';

/** API keys, each of them of one name only. */
function apiKeyList(name: string, description: string): Setting<readonly ApiKey[]> {
  const items = secretList(name, description);
  return {
    ...items,
    fallback: [],
    parse: (value) => parseApiKeys(items.parse(value)),
    format: (keys) => keys.map((key) => key.name).join(','),
  };
}

/** Settings that all services share. */
export const platformSettings = {
  natsUrl: urls(
    'PLATFORM_NATS_URL',
    'NATS server over WebSocket, or servers of one cluster separated by commas; empty uses a bus inside the process.',
    ['ws:', 'wss:'],
  ),
  natsCredentialsFile: text('PLATFORM_NATS_CREDENTIALS_FILE', '', 'File of NATS credentials (.creds), or of the seed of an nkey.'),
  natsReplicas: integer(
    'PLATFORM_NATS_REPLICAS',
    0,
    'On how many servers of a cluster JetStream keeps requests, answers and files; 0 leaves streams as they are, which is 1 for new ones.',
    { min: 0, max: 5 },
  ),
  dataDirectory: text('PLATFORM_DATA_DIR', './data', 'Folder for databases.'),
  apiKeys: apiKeyList('PLATFORM_API_KEYS', 'API keys of the services, as name:key or key, separated by commas; empty turns keys off.'),
  allowOpen: flag(
    'PLATFORM_ALLOW_OPEN',
    false,
    'Allow listening on addresses other than loopback, and answering to any host name, without API keys.',
  ),
  logLevel: choice('PLATFORM_LOG_LEVEL', 'info', 'Lowest level of log lines written to standard error.', LOG_LEVELS),
  tracesEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    '',
    'OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318, for the spans of guarded requests; empty sends none.',
    ['http:', 'https:'],
  ),
  tracesHeaders: secret('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for calls of the collector, as name=value pairs separated by commas.'),
  tracesShare: decimal(
    'OTEL_TRACES_SAMPLER_ARG',
    1,
    'Share of traces that is sent, 0 to 1; for requests with a trace context the caller decides.',
    {
      min: 0,
      max: 1,
    },
  ),
  shutdownGraceMs: integer('PLATFORM_SHUTDOWN_GRACE_MS', 5000, 'How long requests under way get to finish at shutdown, in milliseconds.', {
    min: 0,
    max: 600_000,
  }),
  engineIdleSeconds: integer('PLATFORM_ENGINE_IDLE_SECONDS', 600, 'Seconds without work after which a model is unloaded; 0 keeps it.', {
    min: 0,
    max: 86_400,
  }),
  engineMemoryMib: integer(
    'PLATFORM_ENGINE_MEMORY_MIB',
    8192,
    'Resident memory of the process in MiB above which idle models are unloaded and no further one is loaded.',
    { min: 64, max: 1_048_576 },
  ),
  guardEncoder: choice(
    'PLATFORM_GUARD_ENCODER',
    'on',
    'Whether the built-in encoder decides what the first stage of the injection check leaves in doubt, in guard and reasoner.',
    ['on', 'off'],
  ),
  guardEncoderWorkers: integer(
    'PLATFORM_GUARD_ENCODER_WORKERS',
    1,
    'Texts that the encoder reads at once, each in its own Worker, which takes up some 30 MB of memory; also those of one request.',
    { min: 1, max: 64 },
  ),
  guardEncoderTimeoutMs: integer(
    'PLATFORM_GUARD_ENCODER_TIMEOUT_MS',
    500,
    'Longest time that the encoder may take for one text, in milliseconds; after that the first stage decides.',
    { min: 1, max: 60_000 },
  ),
  modelsDirectory: text('PLATFORM_MODELS_DIR', '', 'Folder of pulled models; empty uses the folder models below PLATFORM_DATA_DIR.'),
  modelHub: url('PLATFORM_MODEL_HUB', '', 'Hub that models are pulled from; empty uses HF_ENDPOINT, or else https://huggingface.co.', [
    'http:',
    'https:',
  ]),
  modelHubToken: secret('PLATFORM_MODEL_HUB_TOKEN', 'Token for models whose owners ask for one; empty uses HF_TOKEN.'),
  modelMaxBytes: integer('PLATFORM_MODEL_MAX_BYTES', 16 * 2 ** 30, 'Largest model that is pulled, in bytes.', { min: 1, max: 2 ** 50 }),
  modelTimeoutMs: integer(
    'PLATFORM_MODEL_TIMEOUT_MS',
    30_000,
    'Longest silence of the hub before a download is tried again, in milliseconds.',
    {
      min: 100,
      max: 600_000,
    },
  ),
  offline: flag('PLATFORM_OFFLINE', false, 'Never call the hub; models must be in PLATFORM_MODELS_DIR.'),
} as const;

export type PlatformConfig = Values<typeof platformSettings>;

/** Refuses to listen for other hosts without keys. Throws a ConfigError that says what to set. */
export function checkExposure(host: string, hostSetting: string, config: Pick<PlatformConfig, 'apiKeys' | 'allowOpen'>): void {
  if (isLoopback(host) || config.apiKeys.length > 0 || config.allowOpen) return;
  throw new ConfigError([
    `${hostSetting}=${host} opens the service to other hosts without API keys: set PLATFORM_API_KEYS, or PLATFORM_ALLOW_OPEN=true if that is intended`,
  ]);
}

/** Throws a ConfigError for names of API keys that do not exist: a misspelt name would silently lock operators out. */
export function checkKeyNames(setting: string, names: readonly string[], apiKeys: readonly { readonly name: string }[]): void {
  const unknown = names.filter((name) => !apiKeys.some((key) => key.name === name));
  if (unknown.length === 0) return;
  throw new ConfigError([`${setting}: no key of PLATFORM_API_KEYS is called ${unknown.join(', ')}`]);
}

/** Whether only this host can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);
}
