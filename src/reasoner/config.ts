import { callableOrigins, choice, ConfigError, host, integer, origins, port, secret, text, url, type Values } from '../core/config.ts';
import { busSettings } from './bus-settings.ts';
import { memorySettings } from './memory-settings.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { RUN_LIMIT_MS } from './run-limit.ts';

/** The reasoning service's settings. */
export const reasonerSettings = {
  host: host('REASONER_HOST', '127.0.0.1', 'Address the reasoning service listens on.'),
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
    'Pulled model of the hub that runs on this host, such as HuggingFaceTB/SmolLM2-135M-Instruct.',
  ),
  localDtype: choice('REASONER_LOCAL_DTYPE', 'q4', 'Number format of the local model.', ['q8', 'fp16', 'fp32', 'q4', 'q4f16']),
  localProvider: choice('REASONER_LOCAL_PROVIDER', 'auto', 'Execution provider of the local model.', ['auto', 'native', 'wasm']),
  localWorkers: integer('REASONER_LOCAL_WORKERS', 1, 'Answers that the local model generates at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  localMaxTokens: integer(
    'REASONER_LOCAL_MAX_TOKENS',
    2048,
    'The longest answer of the local model in tokens, thoughts included, even if a request asks for more.',
    { min: 1, max: 1_000_000 },
  ),
  localKeptTokens: integer(
    'REASONER_LOCAL_KEPT_TOKENS',
    8192,
    'How many tokens of conversations the local model keeps in memory to read only what is new in their next turns; 0 for none.',
    { min: 0, max: 1_000_000 },
  ),
  localQueue: integer('REASONER_LOCAL_QUEUE', 16, 'Answers that may wait for the local model; further ones are answered with 429.', {
    min: 0,
    max: 10_000,
  }),
  embedModel: text(
    'REASONER_EMBED_MODEL',
    'bge-small-en',
    'Embedder: bge-small-en is built in; owner/name is a pulled sentence embedder of the hub. After a change all stored passages are embedded anew.',
  ),
  embedDtype: choice('REASONER_EMBED_DTYPE', 'q8', 'Number format of an embedder of the hub.', ['q8', 'fp16', 'fp32']),
  embedPooling: choice('REASONER_EMBED_POOLING', 'mean', 'How an embedder of the hub pools token vectors into one.', [
    'mean',
    'cls',
    'last_token',
  ]),
  embedQueryPrefix: text(
    'REASONER_EMBED_QUERY_PREFIX',
    '',
    'What an embedder of the hub is to read before a query, such as `query: ` for those of the E5 family; the built-in one has its own.',
  ),
  embedPassagePrefix: text(
    'REASONER_EMBED_PASSAGE_PREFIX',
    '',
    'What an embedder of the hub is to read before a passage, such as `passage: ` for those of the E5 family.',
  ),
  embedProvider: choice('REASONER_EMBED_PROVIDER', 'auto', 'Execution provider of the embedder.', ['auto', 'native', 'wasm']),
  embedWorkers: integer('REASONER_EMBED_WORKERS', 1, 'Batches embedded at once, each in its own Worker.', { min: 1, max: 64 }),
  recentRuns: integer(
    'REASONER_RECENT_RUNS',
    500,
    'How many of the last answers are kept in memory, with times and outcome but without their words.',
    {
      min: 1,
      max: 100_000,
    },
  ),
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
  openAiModel: text('REASONER_OPENAI_MODEL', '', 'Model requested from the OpenAI-compatible server.'),
  firstByteTimeoutMs: integer(
    'REASONER_OPENAI_FIRST_BYTE_TIMEOUT_MS',
    60_000,
    'Milliseconds within which the OpenAI-compatible server must begin to answer.',
    RUN_LIMIT_MS,
  ),
  idleTimeoutMs: integer(
    'REASONER_OPENAI_IDLE_TIMEOUT_MS',
    30_000,
    'Milliseconds of silence after which an answer that has begun is aborted.',
    RUN_LIMIT_MS,
  ),
  maxResponseBytes: integer(
    'REASONER_OPENAI_MAX_RESPONSE_BYTES',
    16 * 1024 * 1024,
    'Largest answer in bytes that is read from the OpenAI-compatible server.',
    { min: 1024, max: 1024 * 1024 * 1024 },
  ),
  retries: integer(
    'REASONER_OPENAI_RETRIES',
    2,
    'Retries after a 429 (unless the quota is used up), a 5xx or a time-out, as long as nothing has been answered.',
    {
      min: 0,
      max: 20,
    },
  ),
  retryMaxPauseMs: integer(
    'REASONER_OPENAI_RETRY_MAX_PAUSE_MS',
    10_000,
    'Longest pause before a retry in milliseconds, even if Retry-After asks for more.',
    {
      min: 1,
      max: 600_000,
    },
  ),
  fallback: choice('REASONER_FALLBACK', 'none', 'Model that answers if the configured one stays unavailable.', [
    'none',
    'extractive',
    'local',
    'openai',
  ]),
  fallbackBaseUrl: url('REASONER_FALLBACK_BASE_URL', '', 'Base URL of the second OpenAI-compatible server.', ['http:', 'https:']),
  fallbackApiKey: secret('REASONER_FALLBACK_API_KEY', 'API key sent to the second server.'),
  fallbackModel: text('REASONER_FALLBACK_MODEL', '', 'Model requested from the second server.'),
  databaseUrl: url('REASONER_DATABASE_URL', '', 'URL of the libSQL database; empty uses a file in the data folder.', [
    'file:',
    'http:',
    'https:',
    'libsql:',
    'ws:',
    'wss:',
  ]),
  databaseToken: secret('REASONER_DATABASE_TOKEN', 'Token sent to a remote database.'),
  corsOrigins: origins(
    'REASONER_CORS_ORIGINS',
    'Origins whose pages may read answers, separated by commas; empty allows no cross-origin access.',
  ),
  ...retrievalSettings,
  ...memorySettings,
  runTimeoutMs: integer('REASONER_RUN_TIMEOUT_MS', 300_000, 'Time limit for an answer, in milliseconds.', RUN_LIMIT_MS),
  streamStartMs: integer(
    'REASONER_STREAM_START_MS',
    5000,
    'Milliseconds a streamed answer waits for its first part, so that an early failure still gets its own status.',
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
  maxInputFiles: integer('REASONER_MAX_INPUT_FILES', 50, 'Most files in the messages of one request.', { min: 0, max: 10_000 }),
  maxConcurrentRuns: integer('REASONER_MAX_CONCURRENT_RUNS', 32, 'Most concurrent answers over HTTP; further requests get 429.', {
    min: 1,
    max: 10_000,
  }),
  maxBackgroundResponses: integer(
    'REASONER_MAX_BACKGROUND_RESPONSES',
    32,
    'Most concurrent background responses; further requests get 429.',
    { min: 1, max: 10_000 },
  ),
  responsesPerKey: integer('REASONER_RESPONSES_PER_KEY', 10_000, 'Responses kept per API key; the oldest are deleted first.', {
    min: 1,
    max: 10_000_000,
  }),
  responseDays: integer('REASONER_RESPONSE_DAYS', 30, 'Days for which a response is kept.', { min: 1, max: 3650 }),
  maxResponseChain: integer('REASONER_MAX_RESPONSE_CHAIN', 512, 'Longest chain of responses through previous_response_id.', {
    min: 1,
    max: 10_000,
  }),
  conversationsPerKey: integer('REASONER_CONVERSATIONS_PER_KEY', 10_000, 'Most conversations of an API key; further ones are refused.', {
    min: 1,
    max: 10_000_000,
  }),
  maxConversationItems: integer(
    'REASONER_CONVERSATION_ITEMS',
    10_000,
    'Most items of a conversation: further items, and requests whose input would exceed it, are refused. The output of a response is always added.',
    { min: 20, max: 100_000 },
  ),
  responseAliveMs: integer(
    'REASONER_RESPONSE_ALIVE_MS',
    30_000,
    'Milliseconds without a heartbeat after which a background or streamed response counts as failed.',
    { min: 100, max: 3_600_000 },
  ),
  mcpServers: callableOrigins(
    'REASONER_MCP_SERVERS',
    'Origins of the MCP servers that a response may name as tools, such as https://tools.example, separated by commas; * allows all, also those inside your network. Empty allows none.',
  ),
  mcpTimeoutMs: integer(
    'REASONER_MCP_TIMEOUT_MS',
    30_000,
    'Milliseconds that an MCP server may take for a call, or to list its tools.',
    RUN_LIMIT_MS,
  ),
  mcpMaxBytes: integer(
    'REASONER_MCP_MAX_BYTES',
    1024 * 1024,
    'Largest answer, or list of tools, in bytes that is read from an MCP server.',
    {
      min: 1024,
      max: 1024 * 1024 * 1024,
    },
  ),
  mcpMaxTools: integer('REASONER_MCP_MAX_TOOLS', 128, 'Most tools of MCP servers in one response.', { min: 1, max: 10_000 }),
  mcpMaxCalls: integer('REASONER_MCP_MAX_CALLS', 32, 'Most calls of MCP servers in one response.', { min: 1, max: 10_000 }),
  mcpMaxParallelCalls: integer('REASONER_MCP_MAX_PARALLEL_CALLS', 8, 'Most calls of MCP servers that a response makes at the same time.', {
    min: 1,
    max: 1000,
  }),
  mcpArgumentCharacters: integer('REASONER_MCP_ARGUMENT_CHARACTERS', 65_536, 'Longest arguments of such a call, in characters.', {
    min: 2,
    max: 10_000_000,
  }),
  mcpResultCharacters: integer(
    'REASONER_MCP_RESULT_CHARACTERS',
    40_000,
    'Longest result of such a call in characters; a longer one is cut.',
    {
      min: 100,
      max: 10_000_000,
    },
  ),
  policyFile: text(
    'REASONER_POLICY_FILE',
    '',
    "JSON file of policies by id, as for GUARD_POLICY_FILE, which may be the same: its policy `reasoner`, or else `default`, is what the reasoner's own checks do. Read at start and whenever it changes; an invalid one changes nothing. Empty for the built-in policy.",
  ),
  policyPollMs: integer('REASONER_POLICY_POLL_MS', 2000, 'How often the policy file is checked for changes, in milliseconds.', {
    min: 100,
    max: 3_600_000,
  }),
  ...busSettings,
  probeTimeoutMs: integer('REASONER_PROBE_TIMEOUT_MS', 2000, 'Time limit for a dependency in /health/deep, in milliseconds.', {
    min: 1,
    max: 60_000,
  }),
};

/** The values of the reasoning service's settings. */
export type ReasonerSettings = Values<typeof reasonerSettings>;

/** Refuses combinations that no single setting can see. Throws a ConfigError that lists every fault. */
export function checkReasonerSettings(settings: ReasonerSettings): void {
  const faults: string[] = [];
  if (settings.ragEnabled && settings.objectStore === 's3') {
    const missing = Object.entries({
      REASONER_S3_ENDPOINT: settings.s3Endpoint,
      REASONER_S3_ACCESS_KEY_ID: settings.s3AccessKeyId,
      REASONER_S3_SECRET_ACCESS_KEY: settings.s3SecretAccessKey,
    }).filter(([, value]) => value === '');
    for (const [name] of missing) faults.push(`${name}: must be set when REASONER_OBJECT_STORE=s3`);
  }
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
