import { choice, flag, host, integer, list, origins, port, secret, text, url, type Values } from '../core/config.ts';
import { documentSettings } from './document-settings.ts';

/** The settings of the guard service. */
export const guardSettings = {
  host: host('GUARD_HOST', '127.0.0.1', 'Address the HTTP server binds to.'),
  port: port('GUARD_PORT', 8801, 'Port the HTTP server listens on.'),
  corsOrigins: origins('GUARD_CORS_ORIGINS', 'Origins whose pages may read answers in a browser (CORS); empty allows none.'),
  upstreamUrl: url('GUARD_UPSTREAM_URL', 'http://127.0.0.1:8802/v1', 'Base URL of the OpenAI-compatible server behind the guard.', [
    'http:',
    'https:',
  ]),
  upstreamApiKey: secret(
    'GUARD_UPSTREAM_API_KEY',
    "Key sent to the upstream as a bearer token; without it and GUARD_UPSTREAM_URL, each call carries its caller's API key to the reasoner.",
  ),
  upstreamForwardKey: flag(
    'GUARD_UPSTREAM_FORWARD_KEY',
    false,
    "Send the caller's own API key also to an upstream that is configured; only for a reasoner with the same PLATFORM_API_KEYS.",
  ),
  upstreamTimeoutMs: integer(
    'GUARD_UPSTREAM_TIMEOUT_MS',
    120_000,
    'Longest wait for a complete upstream answer, and for the first byte of a streamed one, in milliseconds.',
    {
      min: 1,
      max: 3_600_000,
    },
  ),
  upstreamStreamTimeoutMs: integer(
    'GUARD_UPSTREAM_STREAM_TIMEOUT_MS',
    3_600_000,
    'Longest time that an upstream stream may take in all, in milliseconds.',
    { min: 1, max: 86_400_000 },
  ),
  upstreamIdleTimeoutMs: integer(
    'GUARD_UPSTREAM_IDLE_TIMEOUT_MS',
    30_000,
    'Longest silence within an upstream stream, in milliseconds; SSE comments count as activity.',
    {
      min: 1,
      max: 3_600_000,
    },
  ),
  upstreamMaxResponseBytes: integer(
    'GUARD_UPSTREAM_MAX_RESPONSE_BYTES',
    33_554_432,
    'Largest reply in bytes that is read from the upstream, other than streams: a thousand vectors of 1,536 numbers take up 31 MB.',
    { min: 1024, max: 1_073_741_824 },
  ),
  upstreamMaxStreamBytes: integer(
    'GUARD_UPSTREAM_MAX_STREAM_BYTES',
    268_435_456,
    'Largest stream in bytes that is read from the upstream; a token takes up some 300, with its envelope.',
    { min: 1024, max: 68_719_476_736 },
  ),
  databaseUrl: url('GUARD_DATABASE_URL', '', 'libSQL database of the request records; empty keeps guard.db in PLATFORM_DATA_DIR.', [
    'file:',
    'libsql:',
    'https:',
    'http:',
  ]),
  databaseToken: secret('GUARD_DATABASE_TOKEN', 'Token for a remote libSQL database.'),
  databaseTimeoutMs: integer(
    'GUARD_DATABASE_TIMEOUT_MS',
    5000,
    'Longest wait for the database, in milliseconds: at startup, and for requests that read or change stored data, which are then answered 503.',
    { min: 100, max: 600_000 },
  ),
  recordsMaxAgeDays: integer('GUARD_RECORDS_MAX_AGE_DAYS', 30, 'Days after which request records are deleted.', {
    min: 1,
    max: 36_500,
  }),
  recordsMax: integer('GUARD_RECORDS_MAX', 100_000, 'Most request records kept; the oldest are deleted.', { min: 1, max: 100_000_000 }),
  recordsMaxMib: integer(
    'GUARD_RECORDS_MAX_MIB',
    16_384,
    'Most MiB that records take up in a database file; the oldest are deleted. The file itself does not shrink.',
    { min: 16, max: 1_048_576 },
  ),
  recordFindingsMax: integer(
    'GUARD_RECORD_FINDINGS_MAX',
    2000,
    'Most findings stored with one decision, besides the first of each kind; further ones are only counted, and the content of such a request is not captured.',
    { min: 1, max: 1_000_000 },
  ),
  classifierModel: text(
    'GUARD_CLASSIFIER_MODEL',
    '',
    'Classifier from the model hub that checks input in addition to the built-in checks, such as protectai/deberta-v3-base-prompt-injection-v2; empty uses none.',
  ),
  classifierDtype: choice('GUARD_CLASSIFIER_DTYPE', 'q8', 'Number format of the classifier weights.', ['q8', 'fp16', 'fp32']),
  classifierLabels: list(
    'GUARD_CLASSIFIER_LABELS',
    ['injection', 'jailbreak', 'malicious', 'label_1'],
    'Labels of the classifier that mean an attack.',
  ),
  nerModel: text(
    'GUARD_NER_MODEL',
    '',
    'Token classifier from the model hub or a folder that finds names and addresses in input, such as Xenova/bert-base-multilingual-cased-ner-hrl; empty uses none.',
  ),
  nerDtype: choice('GUARD_NER_DTYPE', 'q8', 'Number format of the token classifier weights.', ['q8', 'fp16', 'fp32']),
  checkTimeoutMs: integer(
    'GUARD_CHECK_TIMEOUT_MS',
    2000,
    'Longest time that the checks may take for one request, reply or streamed chunk, in milliseconds.',
    {
      min: 1,
      max: 60_000,
    },
  ),
  probeTimeoutMs: integer('GUARD_PROBE_TIMEOUT_MS', 2000, 'Longest wait for one dependency of /health/deep, in milliseconds.', {
    min: 1,
    max: 60_000,
  }),
  blockAnswer: choice(
    'GUARD_BLOCK_ANSWER',
    'refusal',
    'How blocked content is answered: refusal (status 200, finish_reason content_filter) or error (status 403). Streams that have already begun always end with content_filter.',
    ['refusal', 'error'],
  ),
  refusalText: text(
    'GUARD_REFUSAL_TEXT',
    'Sorry, I cannot help with this request.',
    'Text of the refusal, or of the error, that answers blocked content.',
  ),
  maxBodyBytes: integer('GUARD_MAX_BODY_BYTES', 4_194_304, 'Largest request body in bytes.', { min: 1024, max: 1_073_741_824 }),
  bodyTimeoutMs: integer('GUARD_BODY_TIMEOUT_MS', 30_000, 'Longest time for the body of a request to arrive, in milliseconds.', {
    min: 100,
    max: 3_600_000,
  }),
  maxMessages: integer('GUARD_MAX_MESSAGES', 2048, 'Most messages in one chat request.', { min: 1, max: 100_000 }),
  maxValues: integer(
    'GUARD_MAX_VALUES',
    100_000,
    'Most JSON values in one chat request, counting objects, arrays and everything in them.',
    {
      min: 100,
      max: 100_000_000,
    },
  ),
  maxOutputLength: integer('GUARD_MAX_OUTPUT_LENGTH', 4_194_304, 'Longest reply in UTF-16 code units, all its texts together.', {
    min: 1024,
    max: 268_435_456,
  }),
  maxConcurrent: integer(
    'GUARD_MAX_CONCURRENT',
    256,
    'Most chat completions, responses and embeddings in progress at once; further requests are answered 429.',
    {
      min: 1,
      max: 100_000,
    },
  ),
  cacheCharacters: integer(
    'GUARD_CACHE_CHARACTERS',
    1_048_576,
    'Size of the verdict cache of each policy, in characters of text; it saves checking earlier turns of a conversation again. 0 turns it off.',
    { min: 0, max: 268_435_456 },
  ),
  ...documentSettings,
  requestsPageMax: integer('GUARD_REQUESTS_PAGE_MAX', 100, 'Largest page of GET /requests.', { min: 1, max: 10_000 }),
  debugPageMax: integer('GUARD_DEBUG_PAGE_MAX', 500, 'Largest page of GET /requests/{rid}/debug.', { min: 1, max: 10_000 }),
  policyFile: text(
    'GUARD_POLICY_FILE',
    '',
    'JSON file of policies by id, read at start and whenever it changes; an invalid one changes nothing. Empty for none.',
  ),
  policyPollMs: integer(
    'GUARD_POLICY_POLL_MS',
    2000,
    'How often stored policies and the policy file are checked for changes, in milliseconds.',
    {
      min: 100,
      max: 3_600_000,
    },
  ),
  hashKey: secret(
    'GUARD_HASH_KEY',
    'Key for redaction by hash and for hashes of end users; if empty, guard-hash.key is made in PLATFORM_DATA_DIR. Guards on several hosts need the same key.',
  ),
  captureInput: flag(
    'GUARD_CAPTURE_INPUT',
    false,
    'Include the last user message, findings redacted, in events and previews, and store whole requests for replay, encrypted.',
  ),
  captureOutput: flag(
    'GUARD_CAPTURE_OUTPUT',
    false,
    'Include the beginning of replies, findings redacted, in events, and store it as the client received it with the request, encrypted.',
  ),
  captureKey: secret(
    'GUARD_CAPTURE_KEY',
    'Keys that encrypt captured content, each base64 of 32 bytes, separated by commas: the first encrypts, all of them decrypt.',
  ),
  captureKeyFile: text(
    'GUARD_CAPTURE_KEY_FILE',
    '',
    'File of such keys, one per line, used if GUARD_CAPTURE_KEY is empty. If both are empty, guard-capture.key is made in PLATFORM_DATA_DIR, unless the database is remote.',
  ),
  captureMaxLength: integer(
    'GUARD_CAPTURE_MAX_LENGTH',
    262_144,
    'Longest request that is stored whole, in characters of its JSON; for longer ones only the preview is stored.',
    { min: 1, max: 16_777_216 },
  ),
  refusalsPerMinute: integer(
    'GUARD_REFUSALS_PER_MINUTE',
    60,
    'Records per minute for requests refused with 401, as many again for requests from pages of other sites, and as many for requests refused with 429; further refusals are counted in one record.',
    { min: 0, max: 1_000_000 },
  ),
  operatorKeys: list(
    'GUARD_OPERATOR_KEYS',
    [],
    'Names of the API keys that may read records, events, statistics and metrics, change policies and use the dashboard; empty allows every key.',
  ),
  metrics: flag('GUARD_METRICS', true, 'Offer GET /metrics.'),
  reasonerUrl: url('GUARD_REASONER_URL', 'http://127.0.0.1:8802', 'Base URL of the reasoner that the dashboard shows.', [
    'http:',
    'https:',
  ]),
  voiceUrl: url('GUARD_VOICE_URL', 'http://127.0.0.1:8803', 'Base URL of the voice service that the dashboard shows.', ['http:', 'https:']),
  neighbourApiKey: secret(
    'GUARD_NEIGHBOUR_API_KEY',
    'API key with which the dashboard calls the reasoner and the voice service; if empty, the key that is signed in, unless their URLs were configured.',
  ),
  neighbourForwardKey: flag(
    'GUARD_NEIGHBOUR_FORWARD_KEY',
    false,
    'Let the dashboard call the two with the key that is signed in also if their URLs are configured; only for services with the same PLATFORM_API_KEYS.',
  ),
  liveSessions: integer(
    'GUARD_LIVE_SESSIONS',
    20,
    'Most live conversations of the dashboard at once; further ones are answered with 429.',
    {
      min: 1,
      max: 10_000,
    },
  ),
  liveMessageBytes: integer('GUARD_LIVE_MESSAGE_BYTES', 1024 * 1024, 'Longest message of such a conversation in bytes.', {
    min: 4096,
    max: 256 * 1024 * 1024,
  }),
  liveBacklogBytes: integer(
    'GUARD_LIVE_BACKLOG_BYTES',
    32 * 1024 * 1024,
    'Most bytes of such a conversation that wait for either side; one that reads more slowly is disconnected.',
    { min: 64 * 1024, max: 1024 ** 3 },
  ),
  neighbourTimeoutMs: integer(
    'GUARD_NEIGHBOUR_TIMEOUT_MS',
    60_000,
    'Longest wait for an answer of the reasoner or the voice service to the dashboard, in milliseconds.',
    {
      min: 1,
      max: 3_600_000,
    },
  ),
  sessionHours: integer('GUARD_SESSION_HOURS', 12, 'Hours after which a browser must sign in to the dashboard again.', {
    min: 1,
    max: 8760,
  }),
  eventsCapacity: integer('GUARD_EVENTS_CAPACITY', 4096, 'Lifecycle events buffered for clients that reconnect with Last-Event-ID.', {
    min: 1,
    max: 1_000_000,
  }),
  eventsClientCapacity: integer(
    'GUARD_EVENTS_CLIENT_CAPACITY',
    1024,
    'Lifecycle events that may be queued for one slow client before it is disconnected.',
    {
      min: 1,
      max: 1_000_000,
    },
  ),
  eventsMaxClients: integer('GUARD_EVENTS_MAX_CLIENTS', 64, 'Most clients of GET /events at once; further ones are answered 429.', {
    min: 1,
    max: 100_000,
  }),
  eventsHeartbeatMs: integer('GUARD_EVENTS_HEARTBEAT_MS', 8000, 'Milliseconds of silence after which /events sends a heartbeat comment.', {
    min: 10,
    max: 9000,
  }),
} as const;

/** The effective settings of the guard service. */
export type GuardSettings = Values<typeof guardSettings>;
