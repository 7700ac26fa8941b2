import { choice, ConfigError, decimal, flag, integer, origins, port, secret, text, url, type Values } from '../core/config.ts';

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
  recentRuns: integer('REASONER_RECENT_RUNS', 500, 'Last answers of which times and outcome, never words, are kept in memory.', {
    min: 1,
    max: 100_000,
  }),
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
  ragAutomatic: flag(
    'REASONER_RAG_AUTOMATIC',
    false,
    'Whether every answer searches the default store, also without a file_search tool, as /chat and the message bus have none.',
  ),
  ragPassages: integer('REASONER_RAG_PASSAGES', 8, 'Most passages of files that one answer is given.', { min: 1, max: 50 }),
  ragTokens: integer('REASONER_RAG_TOKENS', 1500, 'Most tokens of all passages of files that one answer is given.', {
    min: 50,
    max: 1_000_000,
  }),
  objectStore: choice('REASONER_OBJECT_STORE', 'folder', 'Where the bytes of files are kept.', ['folder', 's3', 'nats']),
  objectFolder: text('REASONER_OBJECT_FOLDER', '', 'Folder of files; empty uses the folder files below PLATFORM_DATA_DIR.'),
  objectBucket: text('REASONER_OBJECT_BUCKET', 'parley-files', 'Bucket of S3 or JetStream that files are kept in.'),
  s3Endpoint: url('REASONER_S3_ENDPOINT', '', 'S3-compatible server, such as https://s3.eu-central-1.amazonaws.com.', ['http:', 'https:']),
  s3Region: text('REASONER_S3_REGION', 'us-east-1', 'Region of the bucket.'),
  s3Prefix: text('REASONER_S3_PREFIX', '', 'Put in front of every key in the bucket, such as parley/.'),
  s3AccessKeyId: secret('REASONER_S3_ACCESS_KEY_ID', 'Access key id of the S3-compatible server.'),
  s3SecretAccessKey: secret('REASONER_S3_SECRET_ACCESS_KEY', 'Secret access key of the S3-compatible server.'),
  maxFileBytes: integer('REASONER_MAX_FILE_BYTES', 64 * 1024 * 1024, 'Largest file in bytes.', { min: 1, max: 1024 * 1024 * 1024 }),
  maxFiles: integer('REASONER_MAX_FILES', 10_000, 'Most files of one API key.', { min: 1, max: 10_000_000 }),
  maxUploads: integer('REASONER_MAX_UPLOADS', 32, 'Most uploads under way at once; one more gets 429.', { min: 1, max: 1000 }),
  uploadTimeoutMs: integer('REASONER_UPLOAD_TIMEOUT_MS', 600_000, 'Milliseconds one upload may take in all.', RUN_LIMIT_MS),
  uploadCheckMs: integer(
    'REASONER_UPLOAD_CHECK_MS',
    5000,
    'Milliseconds an upload waits for the first text of a document, so that one without any is refused at once.',
    RUN_LIMIT_MS,
  ),
  documentWorkers: integer('REASONER_DOCUMENT_WORKERS', 2, 'Documents read at once, each in its own Worker.', { min: 1, max: 64 }),
  documentPages: integer('REASONER_DOCUMENT_PAGES', 5000, 'Most pages of a document.', { min: 1, max: 1_000_000 }),
  documentCharacters: integer('REASONER_DOCUMENT_CHARACTERS', 20_000_000, 'Most characters of a document.', { min: 1, max: 1_000_000_000 }),
  documentSeconds: integer('REASONER_DOCUMENT_SECONDS', 120, 'Seconds that reading a document may take.', { min: 1, max: 3600 }),
  ingestFiles: integer('REASONER_INGEST_FILES', 2, 'Files taken in at once.', { min: 1, max: 64 }),
  ingestChunks: integer('REASONER_INGEST_CHUNKS', 32, 'Chunks of a file that are embedded and stored at once.', { min: 1, max: 1024 }),
  ingestAttempts: integer('REASONER_INGEST_ATTEMPTS', 8, 'How often a file is tried while the embedder or a store fails.', {
    min: 1,
    max: 100,
  }),
  ingestRetryMs: integer('REASONER_INGEST_RETRY_MS', 1000, 'Pause before the second attempt in milliseconds; it doubles up to a minute.', {
    min: 1,
    max: 60_000,
  }),
  hybridAlpha: decimal(
    'REASONER_HYBRID_ALPHA',
    0.65,
    'Weight of meaning against keywords in a search that names none, from 0 (keywords alone) to 1 (meaning alone).',
    { min: 0, max: 1 },
  ),
  hybridFusion: choice('REASONER_HYBRID_FUSION', 'relative', 'How both searches become one: by scores, or by reciprocal ranks.', [
    'relative',
    'rrf',
  ]),
  searchCandidates: integer('REASONER_SEARCH_CANDIDATES', 100, 'Passages that each of the two searches contributes at least.', {
    min: 1,
    max: 1000,
  }),
  searchTimeoutMs: integer(
    'REASONER_SEARCH_TIMEOUT_MS',
    60_000,
    'Milliseconds a search may wait for the vectors, which are read from the database before the first one.',
    RUN_LIMIT_MS,
  ),
  rerankModel: text(
    'REASONER_RERANK_MODEL',
    '',
    'Pulled cross-encoder of the hub that puts what was found into a better order; empty for none.',
  ),
  rerankDtype: choice('REASONER_RERANK_DTYPE', 'q8', 'Number format of the cross-encoder.', ['q8', 'fp16', 'fp32']),
  rerankProvider: choice('REASONER_RERANK_PROVIDER', 'auto', 'What runs the cross-encoder.', ['auto', 'native', 'wasm']),
  rerankWorkers: integer('REASONER_RERANK_WORKERS', 1, 'Batches the cross-encoder reads at once, each in its own Worker.', {
    min: 1,
    max: 64,
  }),
  rerankCandidates: integer('REASONER_RERANK_CANDIDATES', 30, 'Best passages of a search that the cross-encoder reads.', {
    min: 1,
    max: 1000,
  }),
  memoryEnabled: flag('REASONER_MEMORY_ENABLED', true, 'Whether what users say is remembered, for requests that name a user.'),
  memoryExtraction: choice(
    'REASONER_MEMORY_EXTRACTION',
    'auto',
    'What reads facts out of what users say; auto takes the model unless it is the built-in one.',
    ['auto', 'model', 'rules'],
  ),
  memoryMaxFacts: integer('REASONER_MEMORY_MAX_FACTS', 12, 'Most facts that are read out of one turn.', { min: 1, max: 100 }),
  memoryMaxTokens: integer(
    'REASONER_MEMORY_MAX_TOKENS',
    800,
    'Most tokens of a prompt that notes on the user take; a token is a word or mark.',
    {
      min: 0,
      max: 100_000,
    },
  ),
  memoryMaxNotes: integer('REASONER_MEMORY_MAX_NOTES', 20, 'Most notes on the user in one prompt.', { min: 1, max: 200 }),
  memoryAlpha: decimal(
    'REASONER_MEMORY_ALPHA',
    0.5,
    'Weight of meaning against keywords when memory is searched, from 0 (keywords alone) to 1 (meaning alone).',
    { min: 0, max: 1 },
  ),
  memoryRecencyWeight: decimal('REASONER_MEMORY_RECENCY_WEIGHT', 0.1, 'How much of its score what is old can lose.', { min: 0, max: 1 }),
  memoryImportanceWeight: decimal('REASONER_MEMORY_IMPORTANCE_WEIGHT', 0.1, 'How much of its score what is unimportant can lose.', {
    min: 0,
    max: 1,
  }),
  memoryHalfLifeDays: decimal('REASONER_MEMORY_HALF_LIFE_DAYS', 90, 'Days after which something counts half as recent.', {
    min: 0.01,
    max: 36_500,
  }),
  memoryRecallTimeoutMs: integer(
    'REASONER_MEMORY_RECALL_TIMEOUT_MS',
    3000,
    'Milliseconds an answer waits for what is known of the user; then it goes on without.',
    RUN_LIMIT_MS,
  ),
  memoryReadTimeoutMs: integer(
    'REASONER_MEMORY_READ_TIMEOUT_MS',
    60_000,
    'Milliseconds that reading the facts of one turn may take.',
    RUN_LIMIT_MS,
  ),
  memoryMaxQueued: integer('REASONER_MEMORY_MAX_QUEUED', 1000, 'Turns that may wait to be read; one more is not remembered.', {
    min: 1,
    max: 100_000,
  }),
  memoryConcurrency: integer('REASONER_MEMORY_CONCURRENCY', 2, 'Users whose turns are read at once.', { min: 1, max: 64 }),
  memoryMaxTurnCharacters: integer(
    'REASONER_MEMORY_MAX_TURN_CHARACTERS',
    4000,
    'Longest turn that is remembered; the rest of it is left out.',
    {
      min: 100,
      max: 100_000,
    },
  ),
  memoryMaxTurns: integer(
    'REASONER_MEMORY_MAX_TURNS',
    10_000,
    'Turns of one user that are kept beside those that support a fact; older ones are forgotten.',
    { min: 1, max: 1_000_000 },
  ),
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
  maxBackgroundResponses: integer(
    'REASONER_MAX_BACKGROUND_RESPONSES',
    32,
    'Most responses under way at once in the background; one more gets 429.',
    { min: 1, max: 10_000 },
  ),
  responsesPerKey: integer('REASONER_RESPONSES_PER_KEY', 10_000, 'Responses kept for one API key; the oldest are forgotten first.', {
    min: 1,
    max: 10_000_000,
  }),
  responseDays: integer('REASONER_RESPONSE_DAYS', 30, 'Days that a response is kept.', { min: 1, max: 3650 }),
  maxResponseChain: integer(
    'REASONER_MAX_RESPONSE_CHAIN',
    512,
    'Most responses that one may go on from through previous_response_id, one after the other.',
    { min: 1, max: 10_000 },
  ),
  responseAliveMs: integer(
    'REASONER_RESPONSE_ALIVE_MS',
    30_000,
    'Milliseconds without a sign of life after which a response in the background counts as failed.',
    { min: 100, max: 3_600_000 },
  ),
  busConcurrency: integer('REASONER_BUS_CONCURRENCY', 8, 'Most answers under way at once from the message bus; more wait.', {
    min: 1,
    max: 10_000,
  }),
  busQueue: choice(
    'REASONER_BUS_QUEUE',
    'auto',
    'What keeps requests from the bus until they are answered: auto is JetStream with NATS and the database without; none keeps nothing.',
    ['auto', 'database', 'none'],
  ),
  busLeaseMs: integer(
    'REASONER_BUS_LEASE_MS',
    30_000,
    'Milliseconds after which the requests of a reasoner that has died go to another one.',
    { min: 500, max: 3_600_000 },
  ),
  busAttempts: integer('REASONER_BUS_ATTEMPTS', 5, 'How often a request from the bus is tried before it becomes a dead letter.', {
    min: 1,
    max: 1000,
  }),
  busRetryMs: integer(
    'REASONER_BUS_RETRY_MS',
    1000,
    'Milliseconds before a request from the bus is tried again; five times as long each further time.',
    { min: 1, max: 3_600_000 },
  ),
  busRetryMaxMs: integer('REASONER_BUS_RETRY_MAX_MS', 30_000, 'Longest pause before a further try, in milliseconds.', {
    min: 1,
    max: 3_600_000,
  }),
  busDuplicateMs: integer(
    'REASONER_BUS_DUPLICATE_MS',
    600_000,
    'Milliseconds within which the same request_id is neither taken nor told a second time.',
    { min: 1000, max: 86_400_000 },
  ),
  busAnswerHours: integer('REASONER_BUS_ANSWER_HOURS', 168, 'Hours the answers to requests from the bus are kept.', { min: 1, max: 8760 }),
  busQueueLimit: integer('REASONER_BUS_QUEUE_LIMIT', 100_000, 'Most requests from the bus that may wait; one more is refused.', {
    min: 1,
    max: 100_000_000,
  }),
  deadLetterLimit: integer('REASONER_DEAD_LETTER_LIMIT', 10_000, 'Most dead letters that are kept; the oldest go first.', {
    min: 1,
    max: 10_000_000,
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
