const TEXT = { type: 'string' as const };
const NULLABLE_TEXT = { ...TEXT, nullable: true };
const COUNT = { type: 'integer' as const, minimum: 0 };
const FLAG = { type: 'boolean' as const };
const TIME = { ...COUNT, description: 'Unix time in seconds.' };

/** An object that always has all of its fields. */
function whole(properties: Readonly<Record<string, object>>) {
  return { type: 'object' as const, properties, required: Object.keys(properties) };
}

const listOf = (items: object) => ({ type: 'array' as const, items });
const answer = (description: string, schema: object) => ({ 200: { description, content: { 'application/json': { schema } } } });
const pageOf = (items: object) => whole({ object: TEXT, data: listOf(items), has_more: FLAG, next_cursor: NULLABLE_TEXT });

const CHECKPOINT = whole({
  id: TEXT,
  object: { ...TEXT, enum: ['thread.checkpoint'] },
  parent_id: NULLABLE_TEXT,
  run_id: NULLABLE_TEXT,
  source: TEXT,
  step: COUNT,
  next: listOf(TEXT),
  values: { type: 'object' as const, description: 'The state of the conversation: messages, reply, verdicts and how it finished.' },
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
  payload: { ...NULLABLE_TEXT, description: 'Null when the message is no text.' },
});

/** What GET /v1/graph answers, for the OpenAPI document. */
export const GRAPH_ANSWER = answer(
  'The graph; a text with `format=mermaid`.',
  whole({
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
  }),
);

/** What GET /v1/threads answers. */
export const THREADS_ANSWER = answer(
  'A page of threads.',
  pageOf(
    whole({ id: TEXT, object: { ...TEXT, enum: ['thread'] }, run_id: TEXT, checkpoint_id: TEXT, next: listOf(TEXT), updated_at: TIME }),
  ),
);

/** What GET /v1/threads/{id}/history answers. */
export const HISTORY_ANSWER = answer('A page of checkpoints.', pageOf(CHECKPOINT));

/** What GET /v1/dead-letters answers. */
export const DEAD_LETTERS_ANSWER = answer('A page of dead letters.', pageOf(DEAD_LETTER));

/** What a replay answers. */
export const REPLAYED_ANSWER = answer('It is in the queue again.', whole({ ...DEAD_LETTER.properties, replayed: FLAG }));

/** What GET /health/deep answers, whole or degraded. */
export const DEEP_HEALTH_ANSWER = answer(
  'Every dependency answers; the same body comes with 503 when one does not.',
  whole({
    status: { ...TEXT, enum: ['ok', 'degraded'] },
    version: TEXT,
    components: { type: 'object' as const, additionalProperties: FLAG },
  }),
);
