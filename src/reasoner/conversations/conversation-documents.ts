const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OBJECT = { type: 'object' } as const;
const LIST = { type: 'array' as const, items: OBJECT };
const tags = ['Conversations'];

const fault = (description: string) => ({ description });
const json = (schema: object) => ({ 'application/json': { schema } });
const answer = (description: string, schema: object) => ({ description, content: json(schema) });
const body = (properties: object, required?: readonly string[]) => ({
  required: required !== undefined,
  content: json({ type: 'object', ...(required === undefined ? {} : { required }), properties }),
});

const NOT_FOUND = fault('There is no such conversation or item, or it belongs to another API key.');
const INVALID = fault('A field is missing or not allowed; `error.param` names it.');
const FULL = fault('The body, or the conversation with these items, is over its limit.');

const METADATA = { ...OBJECT, description: 'Up to 16 pairs, with keys of at most 64 and values of at most 512 characters.' };
const ITEMS = { ...LIST, maxItems: 20, description: 'Items as in the input of a response.' };
const CONVERSATION = {
  type: 'object',
  required: ['id', 'object', 'created_at', 'metadata'],
  properties: {
    id: TEXT,
    object: { ...TEXT, enum: ['conversation'] },
    created_at: { type: 'integer', minimum: 0 },
    metadata: METADATA,
  },
} as const;
const ITEM_LIST = {
  type: 'object',
  required: ['object', 'data', 'first_id', 'last_id', 'has_more'],
  properties: {
    object: { ...TEXT, enum: ['list'] },
    data: LIST,
    first_id: { ...TEXT, nullable: true },
    last_id: { ...TEXT, nullable: true },
    has_more: FLAG,
  },
} as const;

const conversation = { name: 'conversation_id', in: 'path' as const, required: true, schema: TEXT };
const item = { name: 'item_id', in: 'path' as const, required: true, schema: TEXT };
const include = {
  name: 'include',
  in: 'query' as const,
  schema: { type: 'array' as const, items: TEXT },
  description: 'file_search_call.results shows what searches found.',
};

/** The routes of conversations in the OpenAPI document. */
export const CONVERSATION_DOCUMENTS = {
  create: {
    tags,
    summary: 'Create a conversation, empty or with up to 20 items',
    requestBody: body({ items: { ...ITEMS, nullable: true }, metadata: { ...METADATA, nullable: true } }),
    responses: {
      200: answer('The conversation.', CONVERSATION),
      400: INVALID,
      507: fault('There are as many conversations as REASONER_CONVERSATIONS_PER_KEY allows.'),
    },
  },
  get: {
    tags,
    summary: 'A conversation, without its items',
    parameters: [conversation],
    responses: { 200: answer('The conversation.', CONVERSATION), 404: NOT_FOUND },
  },
  update: {
    tags,
    summary: 'Replace the metadata of a conversation',
    parameters: [conversation],
    requestBody: body({ metadata: { ...METADATA, nullable: true } }, ['metadata']),
    responses: { 200: answer('The conversation.', CONVERSATION), 400: INVALID, 404: NOT_FOUND },
  },
  delete: {
    tags,
    summary: 'Delete a conversation with its items; responses that continued it stay',
    parameters: [conversation],
    responses: {
      200: answer('It is gone.', { type: 'object', properties: { id: TEXT, object: TEXT, deleted: FLAG } }),
      404: NOT_FOUND,
    },
  },
  items: {
    tags,
    summary: 'The items of a conversation in pages, latest first',
    parameters: [
      conversation,
      include,
      { name: 'limit', in: 'query' as const, schema: { type: 'integer' as const, minimum: 1, maximum: 100, default: 20 } },
      { name: 'order', in: 'query' as const, schema: { ...TEXT, enum: ['asc', 'desc'] } },
      { name: 'after', in: 'query' as const, schema: TEXT },
      { name: 'before', in: 'query' as const, schema: TEXT },
    ],
    responses: { 200: answer('A page of items.', ITEM_LIST), 400: INVALID, 404: NOT_FOUND },
  },
  addItems: {
    tags,
    summary: 'Add up to 20 items to the end of a conversation, all or none',
    parameters: [conversation, include],
    requestBody: body({ items: ITEMS }, ['items']),
    responses: { 200: answer('The added items.', ITEM_LIST), 400: INVALID, 404: NOT_FOUND, 413: FULL },
  },
  item: {
    tags,
    summary: 'One item of a conversation',
    parameters: [conversation, item, include],
    responses: { 200: answer('The item.', OBJECT), 404: NOT_FOUND },
  },
  deleteItem: {
    tags,
    summary: 'Delete one item of a conversation',
    parameters: [conversation, item],
    responses: { 200: answer('The conversation without it.', CONVERSATION), 404: NOT_FOUND },
  },
};
