import { failing } from '../http/documentation.ts';
import { CHECK_FAILURES } from '../ports/guard.ts';
import { ROLES } from './chat-request.ts';

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const OBJECT = { type: 'object', additionalProperties: true } as const;

/** The header on every answer of the guard. */
export const DECISION_HEADERS = {
  'X-Guard-Decision': {
    description:
      'Id and verdict of the decision, such as `dec-…; verdict=allow`, with `; would-be=block` if rules or a policy in shadow would have changed it; `none; verdict=none` if nothing was decided.',
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
      description: 'Only in refusals by the guard: the decision that blocked.',
      required: ['decision_id', 'verdict', 'reason'],
      properties: {
        decision_id: TEXT,
        verdict: TEXT,
        reason: {
          ...TEXT,
          enum: ['finding', 'check_failed'],
          description: '`check_failed`: nothing was found, but a check could not run, and its policy says `"fail": "closed"`.',
        },
        checks: {
          type: 'array' as const,
          description: 'With `check_failed`: the checks that could not run.',
          items: {
            type: 'object' as const,
            required: ['detector', 'failure'],
            properties: { detector: TEXT, failure: { ...TEXT, enum: [...CHECK_FAILURES] } },
          },
        },
      },
    },
  },
};

/** What the OpenAPI document says about POST /v1/chat/completions. */
export const chatDocument = {
  ...failing('not_found', 'request_timeout', 'cancelled'),
  tags: ['Chat'],
  summary: 'Chat completions, with request and reply checked',
  description:
    'The body is forwarded with all its fields; only redacted texts change. With `stream: true` the answer is checked as it streams. Blocked content is answered with a refusal and finish_reason content_filter (in `message.refusal` if the request asks for JSON or forces a tool call), or with 403 if GUARD_BLOCK_ANSWER says so.',
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
      description: 'The answer, or a refusal of blocked content.',
      content: { 'application/json': { schema: completionSchema }, 'text/event-stream': { schema: TEXT } },
    },
    400: { description: 'The body is malformed, or the upstream refused it; `error.param` names the field.' },
    403: {
      description:
        'Content was blocked and GUARD_BLOCK_ANSWER is `error` (`guard` in the body names the decision and its reason), or the request comes from a page of another site.',
    },
    413: { description: 'The body is too large, or has too many messages or parts.' },
    429: { description: 'Too many requests are in progress, here or at the upstream; try again after Retry-After seconds.' },
    502: { description: 'The upstream is unavailable or its answer is invalid.' },
    504: { description: 'The upstream timed out.' },
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
  summary: 'Responses, with request and reply checked',
  description:
    "The request is translated to a chat completion, which is checked, recorded (with parts named `messages[…]`) and sent to the upstream. Fields unknown to the guard are passed on unchanged, as are `store` and `metadata`. The guard itself stores no responses: send the whole conversation as `input`; `previous_response_id`, `conversation`, `prompt`, `background` and built-in tools are refused with 400. With `stream: true` the events come in OpenAI's order, each with a `sequence_number`, followed by `[DONE]`. Blocked content is answered with refusal content, status `incomplete` and `incomplete_details.reason` `content_filter`, or with 403 if GUARD_BLOCK_ANSWER says so.",
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
            reasoning: { ...OBJECT, description: '`effort` is passed on as reasoning_effort.' },
            max_output_tokens: { type: 'integer' as const, minimum: 1, description: 'Passed on as max_completion_tokens.' },
            store: { ...FLAG, description: 'Passed on to the upstream; the guard itself stores no responses.' },
          },
        },
      },
    },
  },
  responses: {
    ...chatDocument.responses,
    200: {
      description: 'The response, or a refusal of blocked content.',
      content: { 'application/json': { schema: responseSchema }, 'text/event-stream': { schema: TEXT } },
    },
  },
};

const embeddingListSchema = {
  type: 'object' as const,
  required: ['object', 'data', 'model', 'usage'],
  properties: {
    object: { ...TEXT, enum: ['list'] },
    data: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['object', 'index', 'embedding'],
        properties: {
          object: { ...TEXT, enum: ['embedding'] },
          index: { type: 'integer' as const },
          embedding: { anyOf: [{ type: 'array' as const, items: { type: 'number' as const } }, TEXT] },
        },
      },
    },
    model: TEXT,
    usage: {
      type: 'object' as const,
      required: ['prompt_tokens', 'total_tokens'],
      properties: { prompt_tokens: { type: 'integer' as const }, total_tokens: { type: 'integer' as const } },
    },
  },
};

/** What the OpenAPI document says about POST /v1/embeddings. */
export const embeddingsDocument = {
  ...failing('not_found', 'request_timeout', 'cancelled'),
  tags: ['Chat'],
  summary: 'Embeddings of texts that were checked',
  description:
    'Each text of `input` is checked as a document and forwarded, redacted where the policy says so; the vectors are then those of the redacted text. Blocked content is always answered with 403. Of the answer only vectors, the model and the usage are passed on. Token numbers instead of texts are refused with 400, since they cannot be checked.',
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
            input: { anyOf: [TEXT, { type: 'array' as const, minItems: 1, items: TEXT }] },
            encoding_format: { ...TEXT, enum: ['float', 'base64'] },
            dimensions: { type: 'integer' as const, minimum: 1 },
            user: TEXT,
          },
        },
      },
    },
  },
  responses: {
    ...chatDocument.responses,
    200: { description: 'The vectors, in the order of the texts.', content: { 'application/json': { schema: embeddingListSchema } } },
    403: {
      description:
        'Content was blocked (`guard` in the body names the decision and its reason), or the request comes from a page of another site.',
    },
  },
};

/** What the OpenAPI document says about GET /v1/models. */
export const modelsDocument = {
  ...failing('provider_unavailable', 'timeout'),
  tags: ['Chat'],
  summary: "The upstream's models",
  responses: {
    200: { description: 'The answer of the upstream, unchanged and not checked.', content: { 'application/json': { schema: OBJECT } } },
  },
};

/** What the OpenAPI document says about GET /v1/models/{model}. */
export const modelDocument = {
  ...failing('not_found', 'provider_unavailable', 'timeout'),
  tags: ['Chat'],
  summary: "One of the upstream's models",
  responses: {
    200: {
      description: "Its entry in the upstream's list, unchanged and not checked.",
      content: { 'application/json': { schema: OBJECT } },
    },
  },
};

/** What the OpenAPI document says about the retired neutral endpoint. */
export const retiredDocument = {
  tags: ['Chat'],
  summary: 'Retired; answers 410 and names its successor',
  deprecated: true,
  ...failing('gone'),
};
