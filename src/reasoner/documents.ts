const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

const errorResponse = (description: string) => ({ description });

const errors = {
  400: errorResponse('A field is missing or not allowed; `error.param` names it.'),
  404: errorResponse('There is no such model or file.'),
  413: errorResponse('The body, a file or the conversation is over its limit.'),
  429: errorResponse('Too many answers are under way; try again after Retry-After seconds.'),
  502: errorResponse('The model is unavailable or answered nonsense.'),
  503: errorResponse('A tools entry of type file_search, or a file_id, requires RAG to be enabled.'),
  504: errorResponse('The model took longer than its time-out.'),
};

/** POST /v1/chat/completions in the OpenAPI document. */
export const completionDocument = {
  summary: 'Answer a conversation, whole or as a stream of Server-Sent Events',
  description:
    'With `stream: true` every event is a line `data: <chunk JSON>` and the stream ends with `data: [DONE]`. Blocked content is answered with finish_reason content_filter.',
  tags: ['Chat'],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object' as const,
          required: ['model', 'messages'],
          properties: {
            model: { ...TEXT, description: 'The configured model, or "default".' },
            messages: {
              type: 'array' as const,
              minItems: 1,
              items: {
                type: 'object' as const,
                required: ['role', 'content'],
                properties: {
                  role: { ...TEXT, enum: ['system', 'developer', 'user', 'assistant', 'tool'] },
                  name: { ...TEXT, maxLength: 64, description: 'Who writes, to tell participants apart; without space and < | \\ / >.' },
                  content: {
                    anyOf: [
                      TEXT,
                      {
                        type: 'array' as const,
                        items: {
                          type: 'object' as const,
                          required: ['type'],
                          properties: {
                            type: { ...TEXT, enum: ['text', 'refusal', 'image_url', 'file'] },
                            text: TEXT,
                            refusal: TEXT,
                            image_url: {
                              type: 'object' as const,
                              required: ['url'],
                              properties: { url: TEXT, detail: { ...TEXT, enum: ['auto', 'low', 'high'] } },
                              description: 'In a message of a user or tool, if the model reads images: an http, https or data:image URL.',
                            },
                            file: {
                              type: 'object' as const,
                              properties: { file_id: TEXT, file_data: TEXT, filename: TEXT },
                              description:
                                'In a message of a user or tool: an uploaded file, or its bytes as a data URL of base64 with its name. The model gets its text.',
                            },
                          },
                        },
                      },
                    ],
                  },
                },
              },
            },
            user: { ...TEXT, maxLength: 256, description: 'The user whose memory is used; without one there is no memory.' },
            safety_identifier: { ...TEXT, maxLength: 256, description: 'The same; takes precedence over `user`.' },
            store: { type: 'boolean' as const, description: 'false: the turn is not remembered.' },
            metadata: {
              type: 'object' as const,
              properties: {
                memory: {
                  ...TEXT,
                  enum: ['on', 'read-only', 'off'],
                  description: 'Whether the turn is remembered, and answered with what is known.',
                },
                thread_id: { ...TEXT, maxLength: 128, description: 'The conversation that the turn is remembered in.' },
              },
            },
            stream: { type: 'boolean' as const },
            stream_options: { type: 'object' as const, properties: { include_usage: { type: 'boolean' as const } } },
            temperature: { type: 'number' as const, minimum: 0, maximum: 2 },
            top_p: { type: 'number' as const, minimum: 0, maximum: 1 },
            max_completion_tokens: { type: 'integer' as const, minimum: 1 },
            max_tokens: { type: 'integer' as const, minimum: 1, description: 'Older name of max_completion_tokens.' },
            presence_penalty: { type: 'number' as const, minimum: -2, maximum: 2 },
            frequency_penalty: { type: 'number' as const, minimum: -2, maximum: 2 },
            reasoning_effort: { ...TEXT, description: 'How much a reasoning model thinks; passed on as it is.' },
            verbosity: { ...TEXT, enum: ['low', 'medium', 'high'] },
            logit_bias: {
              type: 'object' as const,
              additionalProperties: { type: 'number' as const, minimum: -100, maximum: 100 },
              description: 'By token number of the model. The built-in model ignores it.',
            },
            logprobs: { type: 'boolean' as const, description: 'The built-in model gives none.' },
            top_logprobs: { type: 'integer' as const, minimum: 0, maximum: 20, description: 'Needs `logprobs`.' },
            stop: { anyOf: [TEXT, { type: 'array' as const, items: TEXT, maxItems: 4 }] },
            seed: { type: 'integer' as const },
            n: { type: 'integer' as const, enum: [1] },
            tools: {
              type: 'array' as const,
              maxItems: 128,
              description: 'Functions and custom tools, if the model supports functions, and file_search while RAG is enabled.',
              items: {
                anyOf: [
                  {
                    type: 'object' as const,
                    required: ['type', 'function'],
                    properties: {
                      type: { ...TEXT, enum: ['function'] },
                      function: {
                        type: 'object' as const,
                        required: ['name'],
                        properties: {
                          name: TEXT,
                          description: TEXT,
                          parameters: { type: 'object' as const },
                          strict: { type: 'boolean' as const },
                        },
                      },
                    },
                  },
                  {
                    type: 'object' as const,
                    required: ['type', 'custom'],
                    properties: {
                      type: { ...TEXT, enum: ['custom'] },
                      custom: {
                        type: 'object' as const,
                        required: ['name'],
                        properties: {
                          name: TEXT,
                          description: TEXT,
                          format: { type: 'object' as const, properties: { type: { ...TEXT, enum: ['text'] } } },
                        },
                        description: 'A tool whose input is free text. A format of type grammar is refused.',
                      },
                    },
                  },
                  {
                    type: 'object' as const,
                    required: ['type'],
                    properties: {
                      type: { ...TEXT, enum: ['file_search'] },
                      vector_store_ids: { type: 'array' as const, items: TEXT, description: 'The default store when absent.' },
                      hybrid_alpha: {
                        type: 'number' as const,
                        minimum: 0,
                        maximum: 1,
                        description: '0 searches by keywords only, 1 by meaning only.',
                      },
                    },
                  },
                ],
              },
            },
            tool_choice: {
              anyOf: [{ ...TEXT, enum: ['auto', 'none', 'required'] }, { type: 'object' as const }],
            },
            parallel_tool_calls: { type: 'boolean' as const },
            response_format: {
              type: 'object' as const,
              required: ['type'],
              description:
                'JSON answers are validated against the schema, and generated once more if they do not match; a streamed one arrives in one piece.',
              properties: {
                type: { ...TEXT, enum: ['text', 'json_object', 'json_schema'] },
                json_schema: {
                  type: 'object' as const,
                  properties: { name: TEXT, description: TEXT, schema: { type: 'object' as const }, strict: { type: 'boolean' as const } },
                },
              },
            },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer.',
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            properties: {
              id: TEXT,
              object: { ...TEXT, enum: ['chat.completion'] },
              created: COUNT,
              model: TEXT,
              choices: {
                type: 'array' as const,
                items: {
                  type: 'object' as const,
                  properties: {
                    index: COUNT,
                    message: {
                      type: 'object' as const,
                      properties: {
                        role: TEXT,
                        content: { ...TEXT, nullable: true },
                        refusal: { ...TEXT, nullable: true, description: 'What a model that declines to answer says instead.' },
                        reasoning_content: {
                          ...TEXT,
                          description: 'What a reasoning model thought before it answered; absent for others.',
                        },
                        annotations: { type: 'array' as const, items: { type: 'object' as const }, description: 'The citations of files.' },
                        tool_calls: { type: 'array' as const, items: { type: 'object' as const } },
                      },
                    },
                    logprobs: {
                      type: 'object' as const,
                      nullable: true,
                      description: 'null unless they were requested, and from where on the guard has rewritten the text.',
                    },
                    finish_reason: { ...TEXT, enum: ['stop', 'length', 'content_filter', 'tool_calls'] },
                  },
                },
              },
              usage: {
                type: 'object' as const,
                properties: {
                  prompt_tokens: COUNT,
                  completion_tokens: COUNT,
                  total_tokens: COUNT,
                  prompt_tokens_details: {
                    type: 'object' as const,
                    properties: { cached_tokens: COUNT, cache_write_tokens: COUNT },
                    description: 'What the model counts of these.',
                  },
                  completion_tokens_details: { type: 'object' as const, properties: { reasoning_tokens: COUNT } },
                },
              },
            },
          },
        },
        'text/event-stream': { schema: { ...TEXT, description: 'Events of object chat.completion.chunk, then [DONE].' } },
      },
    },
    ...errors,
  },
};

/** POST /chat in the OpenAPI document. */
export const chatDocument = {
  summary: 'Answer one question (legacy, for internal use)',
  tags: ['Chat'],
  deprecated: true,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object' as const, required: ['text'], properties: { text: TEXT, user_id: TEXT, request_id: TEXT } },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer.',
      content: {
        'application/json': {
          schema: {
            type: 'object' as const,
            properties: { request_id: TEXT, text: TEXT, latency_ms: { type: 'number' as const } },
          },
        },
      },
    },
    ...errors,
  },
};
