import { failing } from '../http/documentation.ts';
import { ROLES } from './chat-request.ts';

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OBJECT = { type: 'object', additionalProperties: true } as const;

/** The header on every answer of the guard. */
export const DECISION_HEADERS = {
  'X-Guard-Decision': {
    description:
      'Id of the decision and the verdict, such as `dec-…; verdict=allow`, with `; would-be=block` where rules in shadow would have made it another; `none; verdict=none` where nothing was decided.',
    schema: TEXT,
  },
};

const completionSchema = {
  type: 'object' as const,
  required: ['id', 'object', 'created', 'model', 'choices'],
  properties: {
    id: TEXT,
    object: { ...TEXT, enum: ['chat.completion'] },
    created: { type: 'integer' as const },
    model: TEXT,
    choices: { type: 'array' as const, items: OBJECT },
    usage: OBJECT,
    guard: {
      type: 'object' as const,
      description: 'Only when the guard answered in place of the upstream.',
      properties: { decision_id: TEXT, verdict: TEXT },
    },
  },
};

/** What the OpenAPI document says about POST /v1/chat/completions. */
export const chatDocument = {
  ...failing('not_found', 'request_timeout', 'cancelled'),
  tags: ['Chat'],
  summary: 'Chat completions, checked on the way in and on the way out',
  description:
    'The body goes to the upstream with every field it came with; only redacted texts differ. With `stream: true` the answer is checked while it streams. Blocked content is answered with finish_reason content_filter, or with 403 when the service is set to.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          required: ['messages'],
          additionalProperties: true,
          properties: {
            model: TEXT,
            messages: {
              type: 'array' as const,
              minItems: 1,
              items: {
                type: 'object' as const,
                required: ['role'],
                additionalProperties: true,
                properties: {
                  role: { ...TEXT, enum: [...ROLES] },
                  content: { description: 'A text, an array of content parts, or null.' },
                  name: TEXT,
                },
              },
            },
            stream: FLAG,
            stream_options: { type: 'object' as const, properties: { include_usage: FLAG } },
            n: { type: 'integer' as const, minimum: 1, maximum: 128 },
            tools: { type: 'array' as const, items: OBJECT },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer, or the polite reply to blocked content.',
      content: { 'application/json': { schema: completionSchema }, 'text/event-stream': { schema: TEXT } },
    },
    400: { description: 'The body is malformed, or the upstream does not take it; `error.param` names the field.' },
    403: { description: 'Blocked, when the service answers blocked content with an error; or a page of another site asks.' },
    413: { description: 'The body, or the number of messages or parts, is over its limit.' },
    429: { description: 'Too many completions are under way, or the upstream takes no more; try again after Retry-After seconds.' },
    502: { description: 'The upstream is unavailable or answered nonsense.' },
    504: { description: 'The upstream took longer than its time-out.' },
  },
};

const responseSchema = {
  type: 'object' as const,
  required: ['id', 'object', 'created_at', 'status', 'model', 'output', 'usage'],
  additionalProperties: true,
  properties: {
    id: TEXT,
    object: { ...TEXT, enum: ['response'] },
    created_at: { type: 'integer' as const },
    status: { ...TEXT, enum: ['completed', 'incomplete', 'failed'] },
    model: TEXT,
    output: { type: 'array' as const, items: OBJECT, description: 'Items of type reasoning, message, function_call and custom_tool_call.' },
    usage: { ...OBJECT, nullable: true },
    guard: completionSchema.properties.guard,
  },
};

/** What the OpenAPI document says about POST /v1/responses. */
export const responsesDocument = {
  ...failing('not_found', 'request_timeout', 'cancelled'),
  tags: ['Chat'],
  summary: 'Responses, checked on the way in and on the way out',
  description:
    'The request goes to the upstream as the chat completion that it stands for, and is checked and recorded as that one: parts of the record are named `messages[…]`. Fields that mean nothing to the guard are passed on as they came, `store` and `metadata` too. The guard itself stores nothing: the whole conversation is sent as `input`, and `previous_response_id`, `conversation`, `prompt`, `background` and tools that only a server of responses runs are refused with 400. With `stream: true` the events come in the order of OpenAI, each with a `sequence_number`, then `[DONE]`. Blocked content is answered with refusal content, status `incomplete` and `incomplete_details.reason` `content_filter`, or with 403 when the service is set to.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          required: ['input'],
          additionalProperties: true,
          properties: {
            model: TEXT,
            input: {
              anyOf: [TEXT, { type: 'array' as const, minItems: 1, items: OBJECT }],
              description:
                'A text, or items: message, reasoning, function_call, function_call_output, custom_tool_call and custom_tool_call_output.',
            },
            instructions: TEXT,
            stream: FLAG,
            tools: { type: 'array' as const, items: OBJECT, description: 'function and custom tools.' },
            tool_choice: { anyOf: [TEXT, OBJECT] },
            text: { ...OBJECT, description: 'format: text, json_object or json_schema with name and schema; verbosity.' },
            reasoning: { ...OBJECT, description: '`effort`, which goes to the upstream as reasoning_effort.' },
            max_output_tokens: { type: 'integer' as const, minimum: 1, description: 'Goes to the upstream as max_completion_tokens.' },
            store: { ...FLAG, description: 'Nothing is stored, whatever it says.' },
          },
        },
      },
    },
  },
  responses: {
    ...chatDocument.responses,
    200: {
      description: 'The response, or the polite reply to blocked content.',
      content: { 'application/json': { schema: responseSchema }, 'text/event-stream': { schema: TEXT } },
    },
  },
};

/** What the OpenAPI document says about GET /v1/models. */
export const modelsDocument = {
  ...failing('provider_unavailable', 'timeout'),
  tags: ['Chat'],
  summary: "The upstream's models",
  responses: { 200: { description: 'The list as the upstream gave it.', content: { 'application/json': { schema: OBJECT } } } },
};

/** What the OpenAPI document says about the retired neutral endpoint. */
export const retiredDocument = {
  tags: ['Chat'],
  summary: 'Retired; answers 410 and names its successor',
  deprecated: true,
  ...failing('gone'),
};
