import { DEFAULT_PAGE, MAX_PAGE } from '../core/page-limit.ts';
import { STREAM_MODES } from '../domain/reasoning/graph.ts';
import { DURABILITIES } from '../domain/reasoning/thread-log.ts';
import { THREAD_POLICIES } from '../domain/reasoning/thread-turns.ts';
import { NAME } from './read-thread-run.ts';

const TEXT = { type: 'string' as const };
const NULLABLE_TEXT = { ...TEXT, nullable: true };
const COUNT = { type: 'integer' as const, minimum: 0 };
const FLAG = { type: 'boolean' as const };
const TIME = { ...COUNT, description: 'Unix time in seconds.' };

/** An object schema whose fields are all required. */
function whole(properties: Readonly<Record<string, object>>) {
  return { type: 'object' as const, properties, required: Object.keys(properties) };
}

const listOf = (items: object) => ({ type: 'array' as const, items });
const answer = (description: string, schema: object) => ({ 200: { description, content: { 'application/json': { schema } } } });
/** The same answers and 503, if the service is not ready. */
const unready = (description: string, schema: object) => ({ 503: { description, content: { 'application/json': { schema } } } });
const pageOf = (items: object) => whole({ object: TEXT, data: listOf(items), has_more: FLAG, next_cursor: NULLABLE_TEXT });

const VALUES = {
  type: 'object' as const,
  description:
    'The state of the conversation: messages, notes on the user, passages of files, reply with its annotations, verdicts and how it finished.',
};

const CHECKPOINT = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['thread.checkpoint'] },
  parent_id: NULLABLE_TEXT,
  run_id: NULLABLE_TEXT,
  source: TEXT,
  step: COUNT,
  next: listOf(TEXT),
  values: VALUES,
  created_at: TIME,
});

const DEAD_LETTER = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['dead_letter'] },
  request_id: NULLABLE_TEXT,
  subject: TEXT,
  reason: TEXT,
  error_type: TEXT,
  deliveries: COUNT,
  first_at: TIME,
  failed_at: TIME,
  bytes: COUNT,
  truncated: FLAG,
  payload: { ...NULLABLE_TEXT, description: 'Null if the message is not text.' },
});

const GRAPH = whole({
  object: TEXT,
  name: TEXT,
  start: TEXT,
  end: TEXT,
  step_limit: COUNT,
  nodes: listOf(
    whole({
      name: TEXT,
      join: FLAG,
      timeout_ms: { ...COUNT, nullable: true },
      attempts: COUNT,
      fallback: NULLABLE_TEXT,
      subgraph: { type: 'object' as const, nullable: true },
    }),
  ),
  edges: listOf(whole({ from: TEXT, to: TEXT, condition: NULLABLE_TEXT, streaming: FLAG, parallel: FLAG })),
});

/** The answer of GET /v1/graph, for the OpenAPI document. */
export const GRAPH_ANSWER = {
  200: {
    description: 'The graph; a text with `format=mermaid`.',
    content: { 'application/json': { schema: GRAPH }, 'text/plain': { schema: TEXT } },
  },
};

const INTERRUPTS = listOf(
  whole({ id: TEXT, node: TEXT, question: { description: 'What the node asks, or that the run was interrupted before it.' } }),
);
const EVENTS = { 'text/event-stream': { schema: { ...TEXT, description: 'Events named after `stream_mode`, then [DONE].' } } };
const RUN = {
  type: 'object' as const,
  properties: {
    thread_id: TEXT,
    run_id: TEXT,
    status: { ...TEXT, enum: ['finished', 'interrupted', 'cancelled'] },
    values: VALUES,
    steps: { ...COUNT, description: 'Of a run that has finished.' },
    checkpoint_id: { ...TEXT, description: 'Of a run that was interrupted, as are `interrupts`, or cancelled.' },
    interrupts: INTERRUPTS,
  },
  required: ['thread_id', 'run_id', 'status', 'values'],
};

const inQuery = (name: string, schema: object) => ({ name, in: 'query' as const, schema });
const schemaOf = (required: string[], properties: object): object => ({ type: 'object' as const, required, properties });
const bodyOf = (required: string[], properties: object) => ({
  required: true,
  content: { 'application/json': { schema: schemaOf(required, properties) } },
});

/** The parameters of a list with `next_cursor`. */
export const PAGE_PARAMETERS = [
  inQuery('limit', { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: DEFAULT_PAGE }),
  inQuery('cursor', { ...TEXT, description: '`next_cursor` of the page before.' }),
];

/** The parameters of GET /v1/graph. */
export const GRAPH_PARAMETERS = [inQuery('format', { ...TEXT, enum: ['json', 'mermaid'], default: 'json' })];

const MODE = { ...TEXT, enum: STREAM_MODES };
const MESSAGES = {
  ...listOf({ type: 'object' as const, required: ['role', 'content'], properties: { role: TEXT, content: TEXT } }),
  minItems: 1,
};
const HOW = {
  stream: { ...FLAG, default: false, description: 'Whether the answer is an event stream.' },
  stream_mode: { anyOf: [MODE, listOf(MODE)], default: 'values' },
  policy: { ...TEXT, enum: THREAD_POLICIES, default: 'queue', description: 'What to do while another run is active on the thread.' },
  durability: { ...TEXT, enum: DURABILITIES, default: 'sync' },
  interrupt_before: { ...listOf(TEXT), description: 'Nodes before which the run stops until it is resumed.' },
};

/** The body of POST /v1/threads/{id}/runs. */
export const RUN_BODY = bodyOf([], {
  messages: { ...MESSAGES, description: 'The new turn; without it the run that was cut off goes on.' },
  run_id: { ...TEXT, pattern: NAME.source },
  ...HOW,
  tools: { ...listOf({ type: 'object' }), maxItems: 1, description: 'One file_search, as in a chat, while RAG is enabled.' },
  user: { ...TEXT, description: 'Whose memory is used.' },
  safety_identifier: { ...TEXT, description: 'As `user`, before which it counts.' },
  metadata: { type: 'object', properties: { memory: { ...TEXT, enum: ['on', 'read-only', 'off'] } } },
  store: { ...FLAG, description: 'With false the turn is not remembered.' },
});

/** The body of POST /v1/threads/{id}/runs/{id}/resume. */
export const RESUME_BODY = bodyOf([], {
  answer: { description: 'To the only open question: true or false before a node.' },
  answers: { type: 'object', description: 'By the ids of the open questions.' },
  ...HOW,
});

/** The body of POST /v1/threads/{id}/fork. */
export const FORK_BODY = bodyOf(['checkpoint_id'], {
  checkpoint_id: TEXT,
  thread_id: { ...TEXT, description: 'The thread whose latest checkpoint it becomes; this one if absent.' },
  messages: { ...MESSAGES, description: 'Another conversation in place of the one of the checkpoint.' },
});

/** The answer of GET /v1/threads/{id}. */
export const THREAD_ANSWER = answer(
  'Where the thread stands; `next` is empty when its last run has ended.',
  whole({
    id: TEXT,
    object: { ...TEXT, enum: ['thread'] },
    status: TEXT,
    run_id: NULLABLE_TEXT,
    checkpoint_id: TEXT,
    next: listOf(TEXT),
    interrupts: INTERRUPTS,
    values: VALUES,
  }),
);

/** The answer of a run, whole or as a stream. */
export const RUN_ANSWER = {
  200: { description: 'How the run ended; with `stream: true` its events.', content: { 'application/json': { schema: RUN }, ...EVENTS } },
};

/** The answer to the cancellation of a run. */
export const CANCELLED_ANSWER = answer(
  'The run is over.',
  whole({ thread_id: TEXT, run_id: TEXT, status: { ...TEXT, enum: ['cancelled'] } }),
);

/** The answer of POST /v1/threads/{id}/fork. */
export const FORKED_ANSWER = {
  201: {
    description: 'The checkpoint is the latest one of the thread.',
    content: { 'application/json': { schema: whole({ thread_id: TEXT, checkpoint: CHECKPOINT }) } },
  },
};

/** The answer to the deletion of a thread, a dead letter or a fact. */
export const DELETED_ANSWER = answer('It is gone.', whole({ id: TEXT, object: TEXT, deleted: FLAG }));

const MODEL = whole({ id: TEXT, object: { ...TEXT, enum: ['model'] }, created: TIME, owned_by: TEXT });

/** The answers of GET /v1/models/{model} and GET /v1/models. */
export const MODEL_ANSWER = answer('The model.', MODEL);
export const MODELS_ANSWER = answer('The model, as a list.', whole({ object: { ...TEXT, enum: ['list'] }, data: listOf(MODEL) }));

/** The answer of GET /health. */
export const HEALTH_ANSWER = {
  ...answer('The service answers requests.', whole({ status: { ...TEXT, enum: ['ok'] }, version: TEXT })),
  ...unready('The message bus is not connected yet.', whole({ status: { ...TEXT, enum: ['starting'] } })),
};

/** The answer of GET /v1/threads. */
export const THREADS_ANSWER = answer(
  'A page of threads.',
  pageOf(
    whole({ id: TEXT, object: { ...TEXT, enum: ['thread'] }, run_id: TEXT, checkpoint_id: TEXT, next: listOf(TEXT), updated_at: TIME }),
  ),
);

/** The answer of GET /v1/threads/{id}/history. */
export const HISTORY_ANSWER = answer('A page of checkpoints.', pageOf(CHECKPOINT));

/** The answer of GET /v1/dead-letters. */
export const DEAD_LETTERS_ANSWER = answer('A page of dead letters.', pageOf(DEAD_LETTER));

/** The answer of a replay. */
export const REPLAYED_ANSWER = answer('It is in the queue again.', whole({ ...DEAD_LETTER.properties, replayed: FLAG }));

const DEEP_HEALTH = whole({
  status: { ...TEXT, enum: ['ok', 'degraded'] },
  version: TEXT,
  components: { type: 'object' as const, additionalProperties: FLAG },
});

/** The answer of GET /health/deep, whole or degraded. */
export const DEEP_HEALTH_ANSWER = {
  ...answer('Every dependency answers; `degraded` while passages are embedded anew.', DEEP_HEALTH),
  ...unready('One does not.', DEEP_HEALTH),
};
