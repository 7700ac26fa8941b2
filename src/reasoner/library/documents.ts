const TEXT = { type: 'string' as const };
const COUNT = { type: 'integer' as const, minimum: 0 };
const OBJECT = { type: 'object' as const };
const ARRAY_OF_TEXT = { type: 'array' as const, items: TEXT };

/** An object schema whose fields are all required. */
function whole(properties: Readonly<Record<string, object>>) {
  return { ...OBJECT, properties, required: Object.keys(properties) };
}

const ERRORS = {
  400: { description: 'A field is missing or not allowed; `error.param` names it.' },
  404: { description: 'There is no such file, store or batch of this API key.' },
  503: { description: 'RAG is not enabled (REASONER_RAG_ENABLED=true), or the database is not ready.' },
};

const FILE = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['file'] },
  bytes: COUNT,
  created_at: { ...COUNT, description: 'Unix time in seconds.' },
  filename: TEXT,
  purpose: TEXT,
  status: { ...TEXT, enum: ['uploaded', 'processed', 'error'] },
  status_details: { ...TEXT, nullable: true, description: 'Why the status is error.' },
  expires_at: { ...COUNT, nullable: true, description: 'When it counts as deleted; null if it stays until it is.' },
});

const COUNTS = whole({ in_progress: COUNT, completed: COUNT, failed: COUNT, cancelled: COUNT, total: COUNT });

const STORE = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['vector_store'] },
  created_at: COUNT,
  name: TEXT,
  description: TEXT,
  usage_bytes: COUNT,
  file_counts: COUNTS,
  status: { ...TEXT, enum: ['expired', 'in_progress', 'completed'] },
  expires_after: { ...OBJECT, nullable: true },
  expires_at: { ...COUNT, nullable: true },
  last_active_at: COUNT,
  metadata: OBJECT,
});

const MEMBER = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['vector_store.file'] },
  created_at: COUNT,
  vector_store_id: TEXT,
  status: { ...TEXT, enum: ['in_progress', 'completed', 'failed', 'cancelled'] },
  last_error: { ...OBJECT, nullable: true },
  usage_bytes: { ...COUNT, description: 'Rises while the file is ingested.' },
  attributes: OBJECT,
  chunking_strategy: OBJECT,
});

const BATCH = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['vector_store.file_batch'] },
  created_at: COUNT,
  vector_store_id: TEXT,
  status: { ...TEXT, enum: ['in_progress', 'completed', 'cancelled', 'failed'] },
  file_counts: COUNTS,
});

const EXPIRY = {
  ...OBJECT,
  properties: { anchor: { ...TEXT, enum: ['last_active_at'] }, days: { type: 'integer' as const, minimum: 1, maximum: 365 } },
};

const CHUNKING = {
  ...OBJECT,
  description: 'auto, or static with max_chunk_size_tokens (100 to 4096) and chunk_overlap_tokens (at most half of it).',
};

const JOINING = {
  file_id: TEXT,
  attributes: { ...OBJECT, description: 'At most 16 strings, numbers, true or false.' },
  chunking_strategy: CHUNKING,
};

const DELETED = whole({ id: TEXT, object: TEXT, deleted: { type: 'boolean' as const } });

type Parameter = { readonly name: string; readonly in: 'query'; readonly schema: object };

const parameter = (name: string, schema: object): Parameter => ({ name, in: 'query', schema });

const PAGING = [
  parameter('limit', COUNT),
  parameter('order', { ...TEXT, enum: ['asc', 'desc'], default: 'desc' }),
  parameter('after', { ...TEXT, description: 'The last id of the page before.' }),
  parameter('before', TEXT),
];
const STATUS = parameter('filter', { ...TEXT, enum: ['in_progress', 'completed', 'failed', 'cancelled'] });

function json(schema: object, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

function listOf(schema: object) {
  const properties = {
    object: TEXT,
    data: { type: 'array' as const, items: schema },
    first_id: { ...TEXT, nullable: true },
    last_id: { ...TEXT, nullable: true },
    has_more: { type: 'boolean' as const },
  };
  return json(
    { ...OBJECT, properties, required: ['object', 'data', 'has_more'] },
    'A page; ask for what follows with `after` set to `last_id`.',
  );
}

function body(properties: object, required: readonly string[] = []) {
  const schema = { ...OBJECT, properties, ...(required.length === 0 ? {} : { required }) };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

interface Detail {
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: object;
  readonly parameters?: readonly Parameter[];
  readonly ok: object;
  readonly status?: 200 | 201;
  readonly errors?: object;
}

function detail(tag: string, { ok, status = 200, errors = {}, parameters, ...rest }: Detail) {
  // The documents are plain data; Elysia's type for them does not allow partial schemas.
  return {
    ...rest,
    tags: [tag],
    ...(parameters === undefined ? {} : { parameters: [...parameters] }),
    responses: { [status]: ok, ...ERRORS, ...errors },
  } as object;
}

const UPLOAD = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        ...OBJECT,
        required: ['file'],
        properties: {
          file: { ...TEXT, format: 'binary' },
          purpose: { ...TEXT, enum: ['assistants', 'user_data', 'batch', 'fine-tune', 'vision', 'evals'], default: 'assistants' },
          vector_store_ids: {
            ...TEXT,
            description: 'The stores that the file is added to, separated by commas, or none. The default store if absent.',
          },
          expires_after: {
            ...OBJECT,
            required: ['anchor', 'seconds'],
            properties: {
              anchor: { ...TEXT, enum: ['created_at'] },
              seconds: { type: 'integer' as const, minimum: 3600, maximum: 2_592_000 },
            },
            description:
              'As the fields expires_after[anchor] and expires_after[seconds]: after that time the file is deleted, also from its stores.',
          },
        },
      },
    },
  },
};

/** The files routes in the OpenAPI document. */
export const FILE_DOCUMENTS = {
  create: detail('Files', {
    summary: 'Upload a file, which is then ingested',
    description:
      'A file with the purpose assistants or user_data is added to the store `default` unless `vector_store_ids` says otherwise. It can be found once its status is processed; with status error, status_details has the reason.',
    requestBody: UPLOAD,
    status: 201,
    ok: json(FILE, 'The file.'),
    errors: {
      408: { description: 'The upload did not end within its time limit.' },
      413: { description: 'The file is over the limit (`file_too_large`).' },
      415: { description: 'Files of this type are not supported (`unsupported_file_type`), or the body is not a form.' },
      429: { description: 'Too many uploads are under way.' },
      507: { description: 'There is no room for the file.' },
    },
  }),
  list: detail('Files', { summary: 'List files', parameters: [...PAGING, parameter('purpose', TEXT)], ok: listOf(FILE) }),
  get: detail('Files', { summary: 'File metadata', ok: json(FILE, 'The file.') }),
  content: detail('Files', {
    summary: 'Raw file content',
    ok: { description: 'The bytes as they were sent.', content: { 'application/octet-stream': { schema: { ...TEXT, format: 'binary' } } } },
  }),
  delete: detail('Files', { summary: 'Delete a file, also from all stores', ok: json(DELETED, 'It is gone.') }),
};

const RANKING = {
  max_num_results: { type: 'integer' as const, minimum: 1, maximum: 50 },
  filters: { ...OBJECT, description: 'A comparison (eq, ne, gt, gte, lt, lte, in, nin) of an attribute, or and / or of several.' },
  ranking_options: { ...OBJECT, description: 'ranker, score_threshold (0 to 1), hybrid_search {embedding_weight, text_weight}.' },
  hybrid_alpha: { type: 'number' as const, minimum: 0, maximum: 1, description: '0 searches by keywords only, 1 by meaning only.' },
};

/** The routes of vector stores in the OpenAPI document. */
export const STORE_DOCUMENTS = {
  create: detail('Vector stores', {
    summary: 'Create a vector store',
    requestBody: body({
      name: TEXT,
      description: TEXT,
      metadata: OBJECT,
      file_ids: ARRAY_OF_TEXT,
      expires_after: EXPIRY,
      chunking_strategy: CHUNKING,
    }),
    ok: json(STORE, 'The store.'),
  }),
  list: detail('Vector stores', { summary: 'List vector stores', parameters: PAGING, ok: listOf(STORE) }),
  get: detail('Vector stores', { summary: 'One vector store', ok: json(STORE, 'The store.') }),
  modify: detail('Vector stores', {
    summary: 'Modify a vector store',
    requestBody: body({ name: TEXT, description: TEXT, metadata: OBJECT, expires_after: { ...EXPIRY, nullable: true } }),
    ok: json(STORE, 'The store.'),
  }),
  delete: detail('Vector stores', { summary: 'Delete a vector store; its files stay', ok: json(DELETED, 'It is gone.') }),
  search: detail('Vector stores', {
    summary: 'Search a vector store by meaning and keywords',
    requestBody: body({ query: { anyOf: [TEXT, ARRAY_OF_TEXT] }, rewrite_query: { type: 'boolean' as const }, ...RANKING }, ['query']),
    ok: json(
      {
        ...OBJECT,
        required: ['object', 'data', 'has_more'],
        properties: {
          object: TEXT,
          search_query: ARRAY_OF_TEXT,
          data: {
            type: 'array' as const,
            items: {
              ...OBJECT,
              required: ['file_id', 'filename', 'score', 'content'],
              properties: {
                file_id: TEXT,
                filename: TEXT,
                score: { type: 'number' as const, minimum: 0, maximum: 1 },
                attributes: OBJECT,
                content: { type: 'array' as const, items: whole({ type: TEXT, text: TEXT }) },
                position: {
                  ...OBJECT,
                  description: 'The page, if there are pages, and the offsets in the extracted text in UTF-16 code units.',
                  properties: { page: { ...COUNT, nullable: true }, start: COUNT, end: COUNT },
                },
                headings: {
                  ...ARRAY_OF_TEXT,
                  description: 'The headings above the text, outermost first: of a document, the names that code stands in, or the row.',
                },
                table_header: {
                  ...TEXT,
                  nullable: true,
                  description: 'The row of column names of the table that the text begins in, unless the text holds it.',
                },
              },
            },
          },
          has_more: { type: 'boolean' as const },
          next_page: { ...TEXT, nullable: true },
        },
      },
      'What was found, best first.',
    ),
  }),
};

/** The files of a vector store in the OpenAPI document. */
export const STORE_FILE_DOCUMENTS = {
  attach: detail('Vector stores', {
    summary: 'Add a file to a vector store',
    requestBody: body(JOINING, ['file_id']),
    ok: json(MEMBER, 'The file of the store.'),
  }),
  list: detail('Vector stores', { summary: 'List the files of a vector store', parameters: [...PAGING, STATUS], ok: listOf(MEMBER) }),
  get: detail('Vector stores', { summary: 'One file of a vector store', ok: json(MEMBER, 'The file of the store.') }),
  update: detail('Vector stores', {
    summary: "Replace a file's attributes",
    requestBody: body({ attributes: JOINING.attributes }, ['attributes']),
    ok: json(MEMBER, 'The file of the store.'),
  }),
  detach: detail('Vector stores', { summary: 'Remove a file from a vector store; the file itself stays', ok: json(DELETED, 'It is out.') }),
  content: detail('Vector stores', {
    summary: 'The extracted text of a file',
    parameters: [parameter('page', TEXT)],
    ok: json(
      {
        ...OBJECT,
        properties: {
          object: TEXT,
          data: { type: 'array' as const, items: OBJECT },
          has_more: { type: 'boolean' as const },
          next_page: TEXT,
        },
      },
      'Its text in parts.',
    ),
  }),
};

/** Batches of files in the OpenAPI document. */
export const BATCH_DOCUMENTS = {
  create: detail('Vector stores', {
    summary: 'Add several files to a vector store',
    requestBody: body({
      file_ids: ARRAY_OF_TEXT,
      files: { type: 'array' as const, items: { ...OBJECT, properties: JOINING } },
      attributes: OBJECT,
      chunking_strategy: CHUNKING,
    }),
    ok: json(BATCH, 'The batch.'),
  }),
  get: detail('Vector stores', { summary: 'One batch', ok: json(BATCH, 'The batch.') }),
  cancel: detail('Vector stores', { summary: 'Cancel a batch; files that are already ingested stay', ok: json(BATCH, 'The batch.') }),
  files: detail('Vector stores', { summary: 'List the files of a batch', parameters: [...PAGING, STATUS], ok: listOf(MEMBER) }),
};
