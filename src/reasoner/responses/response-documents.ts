const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const FLAG = { type: 'boolean' } as const;
const NUMBER = { type: 'number' } as const;
const OBJECT = { type: 'object' } as const;
const LIST = { type: 'array', items: OBJECT } as const;
const tags = ['Responses'];

const fault = (description: string) => ({ description });
const NOT_FOUND = fault('There is no such response, or it belongs to another API key.');
const STREAM = {
  schema: { ...TEXT, description: 'Events response.created … response.completed, each with a sequence_number, then [DONE].' },
};

const RESPONSE = {
  type: 'object' as const,
  required: ['id', 'object', 'created_at', 'status', 'model', 'output', 'usage'],
  properties: {
    id: TEXT,
    object: { ...TEXT, enum: ['response'] },
    created_at: COUNT,
    completed_at: { ...COUNT, nullable: true },
    status: { ...TEXT, enum: ['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled'] },
    model: TEXT,
    output: {
      ...LIST,
      description:
        'Items of type reasoning, message, function_call, custom_tool_call, file_search_call, mcp_list_tools, mcp_call and mcp_approval_request.',
    },
    error: { ...OBJECT, nullable: true },
    incomplete_details: { ...OBJECT, nullable: true },
    usage: {
      type: 'object' as const,
      nullable: true,
      properties: {
        input_tokens: COUNT,
        input_tokens_details: OBJECT,
        output_tokens: COUNT,
        output_tokens_details: OBJECT,
        total_tokens: COUNT,
      },
    },
    instructions: { ...TEXT, nullable: true },
    previous_response_id: { ...TEXT, nullable: true },
    conversation: { type: 'object' as const, nullable: true, properties: { id: TEXT } },
    tools: LIST,
    tool_choice: { anyOf: [TEXT, OBJECT] },
    parallel_tool_calls: FLAG,
    max_tool_calls: { ...COUNT, nullable: true },
    max_output_tokens: { ...COUNT, nullable: true },
    truncation: { ...TEXT, enum: ['auto', 'disabled'] },
    text: OBJECT,
    reasoning: OBJECT,
    temperature: NUMBER,
    top_p: NUMBER,
    presence_penalty: NUMBER,
    frequency_penalty: NUMBER,
    top_logprobs: COUNT,
    store: FLAG,
    background: FLAG,
    service_tier: TEXT,
    metadata: OBJECT,
    user: { ...TEXT, nullable: true },
    safety_identifier: { ...TEXT, nullable: true },
    prompt_cache_key: { ...TEXT, nullable: true },
  },
};

const responseContent = { 'application/json': { schema: RESPONSE }, 'text/event-stream': STREAM };

const path = { name: 'response_id', in: 'path' as const, required: true, schema: TEXT };
const include = {
  name: 'include',
  in: 'query' as const,
  schema: { type: 'array' as const, items: TEXT },
  description: 'file_search_call.results shows what searches found.',
};

const CONVERSATION = {
  anyOf: [TEXT, { type: 'object' as const, required: ['id'], properties: { id: TEXT } }],
  description:
    'The conversation that the response continues: its items come before the input, and input and output are added to it once the response is completed or incomplete. Not together with previous_response_id.',
};

const TOOLS = {
  ...LIST,
  description:
    'function; custom with name and description, whose input is free text (format text; a grammar is refused); file_search with vector_store_ids, max_num_results, filters and ranking_options; and mcp with server_label, server_url (at a server of REASONER_MCP_SERVERS), server_description, allowed_tools, require_approval (always by default), headers and authorization. Headers and authorization are neither stored nor repeated, so they are sent with every request.',
};

const INPUT = {
  anyOf: [TEXT, LIST],
  description:
    'A text, or items: message, reasoning, function_call, function_call_output, custom_tool_call, custom_tool_call_output, compaction, mcp_list_tools, mcp_call, mcp_approval_request, mcp_approval_response, item_reference. Messages of a user and outputs may hold input_image and input_file: input_file is a file by its file_id, or by file_data (a data URL of base64) and filename: the model gets its text. Optional with conversation or previous_response_id.',
};

/** POST /v1/responses in the OpenAPI document. */
export const createDocument = {
  tags,
  summary: 'Answer a text or a conversation of items, whole, as a stream of events, or in the background',
  description:
    'Blocked content is answered with refusal content, status incomplete and incomplete_details.reason content_filter. With file_search among the tools, files are searched and the answer cites them with file_citation annotations. The tools of MCP servers are listed (mcp_list_tools) unless the conversation holds the list, and called (mcp_call) until the model answers; a call that needs approval ends the response with an mcp_approval_request, and is made once an mcp_approval_response comes in with previous_response_id or conversation.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          required: ['model'],
          properties: {
            model: TEXT,
            input: INPUT,
            instructions: TEXT,
            previous_response_id: TEXT,
            conversation: CONVERSATION,
            stream: FLAG,
            background: FLAG,
            store: { ...FLAG, default: true },
            tools: TOOLS,
            tool_choice: { anyOf: [{ ...TEXT, enum: ['auto', 'none', 'required'] }, OBJECT] },
            parallel_tool_calls: FLAG,
            max_tool_calls: {
              type: 'integer' as const,
              minimum: 1,
              description: 'Most file searches and calls of MCP servers in one response, together.',
            },
            max_output_tokens: { type: 'integer' as const, minimum: 1 },
            temperature: { type: 'number' as const, minimum: 0, maximum: 2 },
            top_p: { type: 'number' as const, minimum: 0, maximum: 1 },
            text: { ...OBJECT, description: 'format: text, json_object or json_schema with name and schema.' },
            truncation: { ...TEXT, enum: ['auto', 'disabled'] },
            include: { type: 'array' as const, items: TEXT },
            reasoning: OBJECT,
            metadata: OBJECT,
            user: TEXT,
            safety_identifier: TEXT,
            service_tier: TEXT,
          },
        },
      },
    },
  },
  responses: {
    200: { description: 'The response.', content: responseContent },
    400: fault('A field is missing or not allowed; `error.param` names it.'),
    404: fault('There is no such model, conversation, vector store or item.'),
    413: fault('The body or the conversation is over its limit.'),
    429: fault('Too many answers are under way; try again after Retry-After seconds.'),
    502: fault('The model is unavailable or answered nonsense.'),
    503: fault('A tools entry of type file_search requires RAG to be enabled, or the database is not ready.'),
    504: fault('The model took longer than its time-out.'),
  },
};

/** POST /v1/responses/input_tokens in the OpenAPI document. */
export const inputTokensDocument = {
  tags,
  summary: 'The tokens of what a response would send to the model, without what searches, MCP servers and memory add',
  description:
    'Takes what POST /v1/responses takes; model may be absent. Models that run here count their own tokens. For a model server, words and punctuation marks are counted, and images are not.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          properties: {
            model: TEXT,
            input: INPUT,
            instructions: TEXT,
            previous_response_id: TEXT,
            conversation: CONVERSATION,
            tools: TOOLS,
            text: OBJECT,
            truncation: { ...TEXT, enum: ['auto', 'disabled'] },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The count.',
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['object', 'input_tokens'],
            properties: { object: { ...TEXT, enum: ['response.input_tokens'] }, input_tokens: COUNT },
          },
        },
      },
    },
    400: fault('A field is missing or not allowed; `error.param` names it.'),
    404: fault('There is no such model, conversation or item.'),
    413: fault('The body or the conversation is over its limit.'),
  },
};

/** POST /v1/responses/compact in the OpenAPI document. */
export const compactDocument = {
  tags,
  summary: 'Make a conversation shorter: the messages of its user, and a summary of all of it by the model',
  description:
    'The output is input for a further response. encrypted_content of its last item, of type compaction, is the summary, encoded but not encrypted. The built-in model sums up no conversations and is answered with 400.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          properties: { model: TEXT, input: INPUT, instructions: TEXT, previous_response_id: TEXT, conversation: CONVERSATION },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The items that stand for the conversation.',
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            required: ['id', 'object', 'created_at', 'output', 'usage'],
            properties: {
              id: TEXT,
              object: { ...TEXT, enum: ['response.compaction'] },
              created_at: COUNT,
              output: LIST,
              usage: RESPONSE.properties.usage,
            },
          },
        },
      },
    },
    400: fault('A field is missing or not allowed, or the model sums up no conversations; `error.param` names the field.'),
    403: fault('The guard blocked the conversation or its summary.'),
    404: fault('There is no such model, conversation or item.'),
    413: fault('The body or the conversation is over its limit.'),
    429: fault('Too many answers are under way; try again after Retry-After seconds.'),
    502: fault('The model is unavailable or wrote no summary.'),
    504: fault('The model took longer than its time-out.'),
  },
};

/** GET /v1/responses/{response_id} in the OpenAPI document. */
export const getDocument = {
  tags,
  summary: 'A stored response; with `stream=true` its events again, after `starting_after`',
  description:
    'One that is streamed, or made in the background, is in_progress until its end. From another process with the same database it has no output until then.',
  parameters: [
    path,
    include,
    { name: 'stream', in: 'query' as const, schema: FLAG },
    { name: 'starting_after', in: 'query' as const, schema: COUNT },
  ],
  responses: { 200: { description: 'The response.', content: responseContent }, 404: NOT_FOUND },
};

/** DELETE /v1/responses/{response_id} in the OpenAPI document. */
export const deleteDocument = {
  tags,
  summary: 'Delete a stored response; one that is being made ends',
  parameters: [path],
  responses: {
    200: {
      description: 'It is gone.',
      content: { 'application/json': { schema: { type: 'object' as const, properties: { id: TEXT, object: TEXT, deleted: FLAG } } } },
    },
    404: NOT_FOUND,
  },
};

/** POST /v1/responses/{response_id}/cancel in the OpenAPI document. */
export const cancelDocument = {
  tags,
  summary: 'Cancel a background response; one that has ended stays as it is',
  parameters: [path],
  responses: {
    200: { description: 'The response.', content: { 'application/json': { schema: RESPONSE } } },
    400: fault('The response was not made in the background.'),
    404: NOT_FOUND,
    504: fault('The reasoner that makes the response does not end it.'),
  },
};

/** GET /v1/responses/{response_id}/input_items in the OpenAPI document. */
export const inputItemsDocument = {
  tags,
  summary: 'The input items of a response, latest first, including those that it continues',
  parameters: [
    path,
    include,
    { name: 'limit', in: 'query' as const, schema: { type: 'integer' as const, minimum: 1, maximum: 100, default: 20 } },
    { name: 'order', in: 'query' as const, schema: { ...TEXT, enum: ['asc', 'desc'] } },
    { name: 'after', in: 'query' as const, schema: TEXT },
    { name: 'before', in: 'query' as const, schema: TEXT },
  ],
  responses: {
    200: {
      description: 'A page of items.',
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            properties: { object: TEXT, data: LIST, first_id: TEXT, last_id: TEXT, has_more: FLAG },
          },
        },
      },
    },
    404: NOT_FOUND,
  },
};
