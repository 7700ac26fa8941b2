import { FACT_KINDS } from '../domain/memory/fact-kinds.ts';

const TEXT = { type: 'string' } as const;
const TIME = { type: 'integer', description: 'Unix time in seconds.' } as const;
const SHARE = { type: 'number', minimum: 0, maximum: 1 } as const;
const KIND = { ...TEXT, enum: Object.keys(FACT_KINDS) };
const USER = { ...TEXT, minLength: 1, maxLength: 256, description: 'Whose memory: as `user` or `safety_identifier` of chat requests.' };
const tags = ['Memory'];

const fact = {
  type: 'object' as const,
  required: ['id', 'object', 'text', 'kind', 'importance', 'thread_id', 'created_at', 'superseded_by', 'times_said', 'evidence_ids'],
  properties: {
    id: TEXT,
    object: { ...TEXT, enum: ['memory'] },
    text: TEXT,
    kind: KIND,
    importance: SHARE,
    date: { ...TEXT, nullable: true, description: 'The day, month or year that it refers to.' },
    thread_id: TEXT,
    created_at: TIME,
    valid_until: { ...TIME, nullable: true, description: 'When a later fact superseded it; null while it is valid.' },
    superseded_by: { ...TEXT, nullable: true },
    times_said: { type: 'integer' as const, minimum: 1 },
    last_said_at: TIME,
    evidence_ids: { type: 'array' as const, items: TEXT },
  },
};
const turn = {
  type: 'object' as const,
  required: ['id', 'object', 'thread_id', 'speaker', 'text', 'said_at'],
  properties: { id: TEXT, object: { ...TEXT, enum: ['memory.turn'] }, thread_id: TEXT, speaker: TEXT, text: TEXT, said_at: TIME },
};
const list = (items: object) => ({ type: 'array' as const, items });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (description: string, schema: object) => ({ description, ...json(schema) });
const body = (required: string[], properties: object) => ({ required: true, ...json({ type: 'object', required, properties }) });
const inQuery = (name: string, schema: object, required = false) => ({ name, in: 'query' as const, required, schema });
const user = inQuery('user', USER, true);
const errors = {
  400: { description: 'A field is missing or not allowed; `error.param` names it.' },
  503: { description: 'The database is not available.' },
};
const notFound = { 404: { description: 'This user has no such memory.' } };

/** The routes of memory in the OpenAPI document. */
export const memoryDocuments = {
  list: {
    tags,
    summary: 'The facts about a user, latest first',
    parameters: [
      user,
      inQuery('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
      inQuery('cursor', { ...TEXT, description: '`next_cursor` of the page before.' }),
      inQuery('kind', KIND),
      inQuery('thread_id', TEXT),
      inQuery('superseded', { type: 'boolean', default: false, description: 'Whether superseded facts are listed too.' }),
    ],
    responses: {
      200: answer('A page of facts.', {
        type: 'object',
        required: ['object', 'data', 'has_more', 'next_cursor'],
        properties: { object: TEXT, data: list(fact), has_more: { type: 'boolean' }, next_cursor: { ...TEXT, nullable: true } },
      }),
      ...errors,
    },
  },
  add: {
    tags,
    summary: 'Add a fact; a known one is confirmed instead',
    description:
      'The guard screens the text. A fact of which there can be only one, such as where the user lives, supersedes the earlier one.',
    requestBody: body(['user', 'text'], {
      user: USER,
      text: { ...TEXT, maxLength: 2000 },
      kind: KIND,
      importance: SHARE,
      date: { ...TEXT, description: '2026-11-21, 2026-11 or 2026.' },
      thread_id: TEXT,
    }),
    responses: {
      200: answer('It was known and is confirmed.', fact),
      201: answer('The new fact.', fact),
      403: { description: 'The guard blocked the text.' },
      ...errors,
    },
  },
  search: {
    tags,
    summary: 'Search facts and turns by meaning and keywords',
    description:
      'Ranked by relevance × recency × importance, each with the turns that support it. A turn that says nothing but what was superseded is found only among `turns`.',
    requestBody: body(['user', 'query'], {
      user: USER,
      query: { ...TEXT, maxLength: 8000 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      hybrid_alpha: { ...SHARE, description: '0 searches by keywords only, 1 by meaning only.' },
      among: { ...TEXT, enum: ['facts', 'turns', 'both'], default: 'both' },
    }),
    responses: {
      200: answer('What was found, best first.', {
        type: 'object',
        required: ['data'],
        properties: {
          object: TEXT,
          query: TEXT,
          data: list({
            type: 'object',
            required: ['score', 'memory', 'evidence', 'superseded_ids'],
            properties: {
              object: TEXT,
              score: SHARE,
              relevance: SHARE,
              recency: SHARE,
              importance: SHARE,
              memory: { ...fact, nullable: true },
              evidence: list(turn),
              superseded_ids: { ...list(TEXT), description: 'Facts in a turn that later ones superseded.' },
            },
          }),
        },
      }),
      ...errors,
    },
  },
  read: {
    tags,
    summary: 'One fact with its evidence and the facts that it superseded',
    parameters: [user],
    responses: {
      200: answer('The fact.', { ...fact, properties: { ...fact.properties, evidence: list(turn), history: list(fact) } }),
      ...errors,
      ...notFound,
    },
  },
  forget: {
    tags,
    summary: 'Delete one fact',
    description: 'Deletes the fact, the facts that it superseded, and the turns that support them, with text, embedding and index.',
    parameters: [user],
    responses: { 200: { description: 'It is gone.' }, ...errors, ...notFound },
  },
  forgetAll: {
    tags,
    summary: 'Delete a user’s whole memory',
    parameters: [user],
    responses: { 200: { description: 'Everything was deleted; `memories` and `turns` say how many there were.' }, ...errors },
  },
  exported: {
    tags,
    summary: 'All of a user’s memory as JSON lines',
    description: 'The facts, latest first and including superseded ones, then all turns.',
    parameters: [user],
    responses: {
      200: { description: 'One JSON object per line.', content: { 'application/jsonl': { schema: { anyOf: [fact, turn] } } } },
      ...errors,
    },
  },
};
