import { choice, decimal, flag, integer, secret, text, url } from '../core/config.ts';
import { RUN_LIMIT_MS } from './run-limit.ts';

/** The settings of files, search and reranking. */
export const retrievalSettings = {
  ragEnabled: flag('REASONER_RAG_ENABLED', false, 'Whether files can be stored and searched. If not, the routes of files answer 503.'),
  ragAutomatic: flag(
    'REASONER_RAG_AUTOMATIC',
    false,
    'Whether every answer searches the default store even without a file_search tool, which /chat and the message bus do not have.',
  ),
  ragPassages: integer('REASONER_RAG_PASSAGES', 8, 'Most passages of files in the prompt of an answer.', { min: 1, max: 50 }),
  ragTokens: integer(
    'REASONER_RAG_TOKENS',
    1500,
    'Most tokens of all passages of files in the prompt of an answer, with the headings and names of columns above them.',
    {
      min: 50,
      max: 1_000_000,
    },
  ),
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
};
