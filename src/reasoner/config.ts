import {
  callableOrigins,
  choice,
  ConfigError,
  decimal,
  flag,
  host,
  integer,
  origins,
  port,
  secret,
  text,
  url,
  type Values,
} from '../core/config.ts';

const RUN_LIMIT_MS = { min: 1, max: 3_600_000 };

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
  ragEnabled: flag('REASONER_RAG_ENABLED', false, 'Whether files can be stored and searched. If not, the routes of files answer 503.'),
  ragAutomatic: flag(
    'REASONER_RAG_AUTOMATIC',
    false,
    'Whether every answer searches the default store even without a file_search tool, which /chat and the message bus do not have.',
  ),
  ragPassages: integer('REASONER_RAG_PASSAGES', 8, 'Most passages of files in the prompt of an answer.', { min: 1, max: 50 }),
  ragTokens: integer('REASONER_RAG_TOKENS', 1500, 'Most tokens of all passages of files in the prompt of an answer.', {
    min: 50,
    max: 1_000_000,
  }),
  objectStore: choice('REASONER_OBJECT_STORE', 'folder', 'Where the contents of files are stored.', ['folder', 's3', 'nats']),
  objectFolder: text('REASONER_OBJECT_FOLDER', '', 'Folder for files; empty uses the folder files below PLATFORM_DATA_DIR.'),
  objectBucket: text('REASONER_OBJECT_BUCKET', 'parley-files', 'Bucket of S3 or JetStream for files.'),
  s3Endpoint: url('REASONER_S3_ENDPOINT', '', 'S3-compatible server, such as https://s3.eu-central-1.amazonaws.com.', ['http:', 'https:']),
  s3Region: text('REASONER_S3_REGION', 'us-east-1', 'Region of the bucket.'),
  s3Prefix: text('REASONER_S3_PREFIX', '', 'Prefix of all keys in the bucket, such as parley/.'),
  s3AccessKeyId: secret('REASONER_S3_ACCESS_KEY_ID', 'Access key id of the S3-compatible server.'),
  s3SecretAccessKey: secret('REASONER_S3_SECRET_ACCESS_KEY', 'Secret access key of the S3-compatible server.'),
  maxFileBytes: integer('REASONER_MAX_FILE_BYTES', 64 * 1024 * 1024, 'Largest file in bytes.', { min: 1, max: 1024 * 1024 * 1024 }),
  maxFiles: integer('REASONER_MAX_FILES', 10_000, 'Most files of one API key.', { min: 1, max: 10_000_000 }),
  maxUploads: integer('REASONER_MAX_UPLOADS', 32, 'Most concurrent uploads; further ones get 429.', { min: 1, max: 1000 }),
  uploadTimeoutMs: integer('REASONER_UPLOAD_TIMEOUT_MS', 600_000, 'Time limit for an upload, in milliseconds.', RUN_LIMIT_MS),
  uploadCheckMs: integer(
    'REASONER_UPLOAD_CHECK_MS',
    5000,
    'Milliseconds an upload waits for the first text of a document, so that a document without text is refused at once.',
    RUN_LIMIT_MS,
  ),
  documentWorkers: integer('REASONER_DOCUMENT_WORKERS', 2, 'Documents read at once, each in its own Worker.', { min: 1, max: 64 }),
  documentPages: integer('REASONER_DOCUMENT_PAGES', 5000, 'Most pages of a document.', { min: 1, max: 1_000_000 }),
  documentCharacters: integer('REASONER_DOCUMENT_CHARACTERS', 20_000_000, 'Most characters of a document.', { min: 1, max: 1_000_000_000 }),
  documentSeconds: integer(
    'REASONER_DOCUMENT_SECONDS',
    120,
    'Time limit for reading a document, in seconds; within it, one has 15 seconds and one more per 100 kB.',
    { min: 1, max: 3600 },
  ),
  ingestFiles: integer('REASONER_INGEST_FILES', 2, 'Files ingested at once.', { min: 1, max: 64 }),
  ingestChunks: integer('REASONER_INGEST_CHUNKS', 32, 'Chunks of a file that are embedded and stored at once.', { min: 1, max: 1024 }),
  ingestAttempts: integer('REASONER_INGEST_ATTEMPTS', 8, 'How often ingesting a file is tried while the embedder or a store fails.', {
    min: 1,
    max: 100,
  }),
  ingestRetryMs: integer(
    'REASONER_INGEST_RETRY_MS',
    1000,
    'Pause before the second attempt in milliseconds; it doubles each time, up to a minute.',
    {
      min: 1,
      max: 60_000,
    },
  ),
  hybridAlpha: decimal(
    'REASONER_HYBRID_ALPHA',
    0.7,
    'Default weight of semantic against keyword search, from 0 (keywords only) to 1 (meaning only).',
    { min: 0, max: 1 },
  ),
  hybridFusion: choice(
    'REASONER_HYBRID_FUSION',
    'relative',
    'How the results of both searches are merged: by relative scores, or by reciprocal rank fusion.',
    ['relative', 'rrf'],
  ),
  searchCandidates: integer('REASONER_SEARCH_CANDIDATES', 100, 'Fewest candidates of each of the two searches.', {
    min: 1,
    max: 1000,
  }),
  searchTimeoutMs: integer(
    'REASONER_SEARCH_TIMEOUT_MS',
    60_000,
    'Milliseconds a search may wait for the vectors, which the first search loads from the database.',
    RUN_LIMIT_MS,
  ),
  rerankModel: text('REASONER_RERANK_MODEL', '', 'Pulled cross-encoder of the hub that reranks search results; empty for none.'),
  rerankDtype: choice('REASONER_RERANK_DTYPE', 'q8', 'Number format of the cross-encoder.', ['q8', 'fp16', 'fp32']),
  rerankProvider: choice('REASONER_RERANK_PROVIDER', 'auto', 'Execution provider of the cross-encoder.', ['auto', 'native', 'wasm']),
  rerankWorkers: integer('REASONER_RERANK_WORKERS', 1, 'Batches that the cross-encoder scores at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  rerankCandidates: integer('REASONER_RERANK_CANDIDATES', 30, 'How many of the best results of a search are reranked.', {
    min: 1,
    max: 1000,
  }),
  memoryEnabled: flag('REASONER_MEMORY_ENABLED', true, 'Whether what users say is remembered, for requests that name their user.'),
  memoryExtraction: choice(
    'REASONER_MEMORY_EXTRACTION',
    'auto',
    'What extracts facts from what users say; auto uses the model unless it is the built-in one.',
    ['auto', 'model', 'rules'],
  ),
  memoryMaxFacts: integer('REASONER_MEMORY_MAX_FACTS', 12, 'Most facts extracted from one turn.', { min: 1, max: 100 }),
  memoryMaxTokens: integer(
    'REASONER_MEMORY_MAX_TOKENS',
    800,
    'Most tokens of the notes about the user in a prompt; words and punctuation marks count as tokens.',
    {
      min: 0,
      max: 100_000,
    },
  ),
  memoryMaxNotes: integer('REASONER_MEMORY_MAX_NOTES', 20, 'Most notes about the user in a prompt.', { min: 1, max: 200 }),
  memoryAlpha: decimal(
    'REASONER_MEMORY_ALPHA',
    0.75,
    'Weight of semantic against keyword search in memory, from 0 (keywords only) to 1 (meaning only).',
    { min: 0, max: 1 },
  ),
  memoryRecencyWeight: decimal('REASONER_MEMORY_RECENCY_WEIGHT', 0.1, 'Share of its score that an old memory can lose, 0 to 1.', {
    min: 0,
    max: 1,
  }),
  memoryImportanceWeight: decimal(
    'REASONER_MEMORY_IMPORTANCE_WEIGHT',
    0.1,
    'Share of its score that an unimportant memory can lose, 0 to 1.',
    {
      min: 0,
      max: 1,
    },
  ),
  memoryHalfLifeDays: decimal('REASONER_MEMORY_HALF_LIFE_DAYS', 90, 'Days after which the recency of a memory has halved.', {
    min: 0.01,
    max: 36_500,
  }),
  memoryRecallTimeoutMs: integer(
    'REASONER_MEMORY_RECALL_TIMEOUT_MS',
    3000,
    "Milliseconds an answer waits for the user's memory; after that it does without.",
    RUN_LIMIT_MS,
  ),
  memoryReadTimeoutMs: integer(
    'REASONER_MEMORY_READ_TIMEOUT_MS',
    60_000,
    'Time limit for extracting the facts of one turn, in milliseconds.',
    RUN_LIMIT_MS,
  ),
  memoryMaxQueued: integer('REASONER_MEMORY_MAX_QUEUED', 1000, 'Turns that may wait for extraction; further ones are not remembered.', {
    min: 1,
    max: 100_000,
  }),
  memoryConcurrency: integer('REASONER_MEMORY_CONCURRENCY', 2, 'Users whose turns are processed at once.', { min: 1, max: 64 }),
  memoryMaxTurnCharacters: integer(
    'REASONER_MEMORY_MAX_TURN_CHARACTERS',
    4000,
    'Longest part of a turn that is remembered, in characters; the rest is dropped.',
    {
      min: 100,
      max: 100_000,
    },
  ),
  memoryMaxTurns: integer(
    'REASONER_MEMORY_MAX_TURNS',
    10_000,
    'Turns of a user that are kept in addition to those that support a fact; older ones are deleted.',
    { min: 1, max: 1_000_000 },
  ),
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
  busConcurrency: integer(
    'REASONER_BUS_CONCURRENCY',
    8,
    'Most concurrent answers to requests from the message bus; further requests wait.',
    {
      min: 1,
      max: 10_000,
    },
  ),
  busQueue: choice(
    'REASONER_BUS_QUEUE',
    'auto',
    'The durable queue of requests from the bus: auto is JetStream with NATS, otherwise the database; none keeps no requests.',
    ['auto', 'database', 'none'],
  ),
  busLeaseMs: integer('REASONER_BUS_LEASE_MS', 30_000, 'Milliseconds after which the requests of a dead reasoner go to another one.', {
    min: 500,
    max: 3_600_000,
  }),
  leaseMs: integer(
    'REASONER_LEASE_MS',
    15_000,
    'Milliseconds after which the threads, files and passages that a dead reasoner was working on are free for others with the same remote database.',
    { min: 500, max: 3_600_000 },
  ),
  busAttempts: integer('REASONER_BUS_ATTEMPTS', 5, 'How often a request from the bus is tried before it becomes a dead letter.', {
    min: 1,
    max: 1000,
  }),
  busRetryMs: integer(
    'REASONER_BUS_RETRY_MS',
    1000,
    'Milliseconds before a request from the bus is retried; five times as long for each further retry.',
    { min: 1, max: 3_600_000 },
  ),
  busRetryMaxMs: integer('REASONER_BUS_RETRY_MAX_MS', 30_000, 'Longest pause before a retry, in milliseconds.', {
    min: 1,
    max: 3_600_000,
  }),
  busDuplicateMs: integer(
    'REASONER_BUS_DUPLICATE_MS',
    600_000,
    'Milliseconds within which a repeated request_id is neither accepted nor answered again.',
    { min: 1000, max: 86_400_000 },
  ),
  busAnswerHours: integer('REASONER_BUS_ANSWER_HOURS', 168, 'Hours for which answers to requests from the bus are kept.', {
    min: 1,
    max: 8760,
  }),
  busQueueLimit: integer('REASONER_BUS_QUEUE_LIMIT', 100_000, 'Most requests from the bus that may wait; further ones are refused.', {
    min: 1,
    max: 100_000_000,
  }),
  deadLetterLimit: integer('REASONER_DEAD_LETTER_LIMIT', 10_000, 'Most dead letters that are kept; the oldest are deleted first.', {
    min: 1,
    max: 10_000_000,
  }),
  drainMs: integer(
    'REASONER_DRAIN_MS',
    5000,
    'Milliseconds that running answers to requests from the bus may take when the service stops.',
    {
      min: 0,
      max: 600_000,
    },
  ),
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
