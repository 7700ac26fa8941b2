import { choice, ConfigError, flag, integer, origins, port, secret, text, url, type Values } from '../core/config.ts';

const RUN_LIMIT_MS = { min: 1, max: 3_600_000 };

/** The reasoning service's settings. */
export const reasonerSettings = {
  host: text('REASONER_HOST', '127.0.0.1', 'Address the reasoning service listens on.'),
  port: port('REASONER_PORT', 8802, 'Port the reasoning service listens on.'),
  model: choice(
    'REASONER_MODEL',
    'extractive',
    'The language model: built in, any OpenAI-compatible server, or a pulled model of the hub.',
    ['extractive', 'openai', 'local'],
  ),
  localModel: text(
    'REASONER_LOCAL_MODEL',
    '',
    'Pulled model of the hub that thinks on this host, such as HuggingFaceTB/SmolLM2-135M-Instruct.',
  ),
  localDtype: choice('REASONER_LOCAL_DTYPE', 'q4', 'Number format of the local model.', ['q8', 'fp16', 'fp32', 'q4', 'q4f16']),
  localProvider: choice('REASONER_LOCAL_PROVIDER', 'auto', 'What runs the local model.', ['auto', 'native', 'wasm']),
  localWorkers: integer('REASONER_LOCAL_WORKERS', 1, 'Answers the local model writes at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  localQueue: integer('REASONER_LOCAL_QUEUE', 16, 'Answers that may wait for the local model; one more is answered 429.', {
    min: 0,
    max: 10_000,
  }),
  embedModel: text(
    'REASONER_EMBED_MODEL',
    'embed-en',
    'Embedder: embed-en is built in; owner/name is a pulled sentence embedder of the hub.',
  ),
  embedDtype: choice('REASONER_EMBED_DTYPE', 'q8', 'Number format of an embedder of the hub.', ['q8', 'fp16', 'fp32']),
  embedPooling: choice('REASONER_EMBED_POOLING', 'mean', 'How an embedder of the hub makes one vector of many.', [
    'mean',
    'cls',
    'last_token',
  ]),
  embedProvider: choice('REASONER_EMBED_PROVIDER', 'auto', 'What runs the embedder.', ['auto', 'native', 'wasm']),
  embedWorkers: integer('REASONER_EMBED_WORKERS', 1, 'Batches embedded at once, each in its own Worker.', { min: 1, max: 64 }),
  maxEmbedTexts: integer('REASONER_MAX_EMBED_TEXTS', 2048, 'Most texts in one embeddings request.', { min: 1, max: 100_000 }),
  maxEmbedCharacters: integer('REASONER_MAX_EMBED_CHARACTERS', 2_000_000, 'Most characters of all texts of one embeddings request.', {
    min: 1,
    max: 100_000_000,
  }),
  openAiBaseUrl: url('REASONER_OPENAI_BASE_URL', '', 'Base URL of the OpenAI-compatible server, such as http://127.0.0.1:11434/v1.', [
    'http:',
    'https:',
  ]),
  openAiApiKey: secret('REASONER_OPENAI_API_KEY', 'API key sent to the OpenAI-compatible server.'),
  openAiModel: text('REASONER_OPENAI_MODEL', '', 'Model asked for at the OpenAI-compatible server.'),
  firstByteTimeoutMs: integer(
    'REASONER_OPENAI_FIRST_BYTE_TIMEOUT_MS',
    60_000,
    'Milliseconds until the OpenAI-compatible server must have begun to answer.',
    RUN_LIMIT_MS,
  ),
  idleTimeoutMs: integer(
    'REASONER_OPENAI_IDLE_TIMEOUT_MS',
    30_000,
    'Milliseconds of silence after which an answer that has begun is given up.',
    RUN_LIMIT_MS,
  ),
  maxResponseBytes: integer(
    'REASONER_OPENAI_MAX_RESPONSE_BYTES',
    16 * 1024 * 1024,
    'Largest answer in bytes that is read from the OpenAI-compatible server.',
    { min: 1024, max: 1024 * 1024 * 1024 },
  ),
  retries: integer('REASONER_OPENAI_RETRIES', 2, 'Further attempts after a 429, a 5xx or a time-out, while nothing was answered yet.', {
    min: 0,
    max: 20,
  }),
  retryMaxPauseMs: integer(
    'REASONER_OPENAI_RETRY_MAX_PAUSE_MS',
    10_000,
    'Longest pause before a further attempt, also when Retry-After asks for more.',
    {
      min: 1,
      max: 600_000,
    },
  ),
  fallback: choice('REASONER_FALLBACK', 'none', 'What answers when the model stays unavailable.', [
    'none',
    'extractive',
    'local',
    'openai',
  ]),
  fallbackBaseUrl: url('REASONER_FALLBACK_BASE_URL', '', 'Base URL of the second OpenAI-compatible server.', ['http:', 'https:']),
  fallbackApiKey: secret('REASONER_FALLBACK_API_KEY', 'API key sent to the second server.'),
  fallbackModel: text('REASONER_FALLBACK_MODEL', '', 'Model asked for at the second server.'),
  databaseUrl: url('REASONER_DATABASE_URL', '', 'libSQL database; empty keeps it in a file of the data folder.', [
    'file:',
    'http:',
    'https:',
    'libsql:',
    'ws:',
    'wss:',
  ]),
  databaseToken: secret('REASONER_DATABASE_TOKEN', 'Token sent to a remote database.'),
  corsOrigins: origins('REASONER_CORS_ORIGINS', 'Origins that may read answers from a browser; empty opens no cross-origin access.'),
  ragEnabled: flag('REASONER_RAG_ENABLED', false, 'Whether files can be stored and searched. While off, the files routes answer 503.'),
  runTimeoutMs: integer('REASONER_RUN_TIMEOUT_MS', 300_000, 'Milliseconds one answer may take in all.', RUN_LIMIT_MS),
  streamStartMs: integer(
    'REASONER_STREAM_START_MS',
    5000,
    'Milliseconds a streamed answer waits for its first part, so that a failure still gets its own status.',
    RUN_LIMIT_MS,
  ),
  maxBodyBytes: integer('REASONER_MAX_BODY_BYTES', 4 * 1024 * 1024, 'Largest JSON body in bytes.', {
    min: 1024,
    max: 1024 * 1024 * 1024,
  }),
  maxMessages: integer('REASONER_MAX_MESSAGES', 2048, 'Most messages in one request.', { min: 1, max: 100_000 }),
  maxCharacters: integer('REASONER_MAX_CHARACTERS', 200_000, 'Most characters of all messages of one request together.', {
    min: 1,
    max: 100_000_000,
  }),
  maxConcurrentRuns: integer('REASONER_MAX_CONCURRENT_RUNS', 32, 'Most answers under way at once over HTTP; one more gets 429.', {
    min: 1,
    max: 10_000,
  }),
  busConcurrency: integer('REASONER_BUS_CONCURRENCY', 8, 'Most answers under way at once from the message bus; more wait.', {
    min: 1,
    max: 10_000,
  }),
  drainMs: integer('REASONER_DRAIN_MS', 5000, 'Milliseconds that answers from the bus may still take when the service stops.', {
    min: 0,
    max: 600_000,
  }),
  probeTimeoutMs: integer('REASONER_PROBE_TIMEOUT_MS', 2000, 'Milliseconds a dependency may take to answer /health/deep.', {
    min: 1,
    max: 60_000,
  }),
};

/** The values of the reasoning service's settings. */
export type ReasonerSettings = Values<typeof reasonerSettings>;

/** Refuses combinations that no single setting can see. Throws a ConfigError that lists every fault. */
export function checkReasonerSettings(settings: ReasonerSettings): void {
  const faults: string[] = [];
  if (settings.ragEnabled) faults.push('REASONER_RAG_ENABLED=true: this build has no retrieval; leave it false');
  if (settings.model === 'openai' && settings.openAiBaseUrl === '') {
    faults.push('REASONER_OPENAI_BASE_URL: must be set when REASONER_MODEL=openai');
  }
  if (settings.model === 'openai' && settings.openAiModel === '') {
    faults.push('REASONER_OPENAI_MODEL: must be set when REASONER_MODEL=openai');
  }
  if (settings.fallback === settings.model && settings.fallback !== 'openai') {
    faults.push(`REASONER_FALLBACK=${settings.fallback}: must differ from REASONER_MODEL`);
  }
  if (settings.fallback === 'openai' && (settings.fallbackBaseUrl === '' || settings.fallbackModel === '')) {
    faults.push('REASONER_FALLBACK_BASE_URL and REASONER_FALLBACK_MODEL: must be set when REASONER_FALLBACK=openai');
  }
  if (settings.fallback === 'local' && !settings.localModel.includes('/')) {
    faults.push('REASONER_LOCAL_MODEL: must name a model of the hub as owner/name when REASONER_FALLBACK=local');
  }
  if (settings.model === 'local' && !settings.localModel.includes('/')) {
    faults.push('REASONER_LOCAL_MODEL: must name a model of the hub as owner/name when REASONER_MODEL=local');
  }
  if (faults.length > 0) throw new ConfigError(faults);
}
