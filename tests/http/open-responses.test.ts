import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '../../src/ports/language.ts';
import { responseClient, takingModel, textOf, type SeenEvent } from './response-client.ts';

/** What a field must be, as the response schema of https://www.openresponses.org/reference says it; `?` may be null. */
const FIELDS: Readonly<Record<string, string>> = {
  id: 'string',
  object: 'string',
  created_at: 'integer',
  completed_at: 'integer?',
  status: 'string',
  incomplete_details: 'object?',
  model: 'string',
  previous_response_id: 'string?',
  instructions: 'string?',
  output: 'array',
  error: 'object?',
  tools: 'array',
  tool_choice: 'string',
  truncation: 'string',
  parallel_tool_calls: 'boolean',
  text: 'object',
  top_p: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  top_logprobs: 'integer',
  temperature: 'number',
  reasoning: 'object?',
  usage: 'object?',
  max_output_tokens: 'integer?',
  max_tool_calls: 'integer?',
  store: 'boolean',
  background: 'boolean',
  service_tier: 'string',
  metadata: 'object',
  safety_identifier: 'string?',
  prompt_cache_key: 'string?',
};

const USAGE = {
  input_tokens: 'integer',
  output_tokens: 'integer',
  total_tokens: 'integer',
  input_tokens_details: 'object',
  output_tokens_details: 'object',
};
const PART = { type: 'string', text: 'string', annotations: 'array', logprobs: 'array' };
const ITEMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  message: { type: 'string', id: 'string', status: 'string', role: 'string', content: 'array' },
  function_call: { type: 'string', id: 'string', call_id: 'string', name: 'string', arguments: 'string', status: 'string' },
};
const TOOL = { type: 'string', name: 'string', description: 'string?', parameters: 'object?', strict: 'boolean?' };
const EVENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'response.created': { response: 'object' },
  'response.in_progress': { response: 'object' },
  'response.output_item.added': { output_index: 'integer', item: 'object' },
  'response.content_part.added': { item_id: 'string', output_index: 'integer', content_index: 'integer', part: 'object' },
  'response.output_text.delta': {
    item_id: 'string',
    output_index: 'integer',
    content_index: 'integer',
    delta: 'string',
    logprobs: 'array',
  },
  'response.output_text.done': { item_id: 'string', output_index: 'integer', content_index: 'integer', text: 'string', logprobs: 'array' },
  'response.content_part.done': { item_id: 'string', output_index: 'integer', content_index: 'integer', part: 'object' },
  'response.output_item.done': { output_index: 'integer', item: 'object' },
  'response.completed': { response: 'object' },
};

function check(value: unknown, fields: Readonly<Record<string, string>>, where: string): void {
  const object = value as Readonly<Record<string, unknown>>;
  for (const [name, kind] of Object.entries(fields)) {
    assert.ok(name in object, `${where}.${name} is missing`);
    const field = object[name];
    if (kind.endsWith('?') && field === null) continue;
    const wanted = kind.replace('?', '');
    const actual = Array.isArray(field) ? 'array' : Number.isInteger(field) ? 'integer' : field === null ? 'null' : typeof field;
    assert.ok(actual === wanted || (wanted === 'number' && actual === 'integer'), `${where}.${name} is ${actual}, not ${kind}`);
  }
}

function checkResponse(body: unknown): void {
  check(body, FIELDS, 'response');
  const { output, tools, text, usage, object } = body as {
    output: { type: string; content?: unknown[] }[];
    tools: unknown[];
    text: unknown;
    usage: unknown;
    object: string;
  };
  assert.equal(object, 'response');
  check(text, { format: 'object' }, 'text');
  for (const tool of tools) check(tool, TOOL, 'tool');
  for (const item of output) {
    check(item, ITEMS[item.type] ?? assert.fail(`no such item: ${item.type}`), item.type);
    for (const part of item.content ?? []) check(part, PART, 'part');
  }
  if (usage !== null) {
    check(usage, USAGE, 'usage');
    check((usage as { input_tokens_details: unknown }).input_tokens_details, { cached_tokens: 'integer' }, 'usage');
    check((usage as { output_tokens_details: unknown }).output_tokens_details, { reasoning_tokens: 'integer' }, 'usage');
  }
}

function checkEvents(events: readonly SeenEvent[]): void {
  for (const event of events) {
    check(
      event,
      { type: 'string', sequence_number: 'integer', ...(EVENT[event.type] ?? assert.fail(`no such event: ${event.type}`)) },
      event.type,
    );
    if (event.response !== undefined) checkResponse(event.response);
  }
}

const user = (content: string | object[]): object => ({ type: 'message', role: 'user', content });
const takes = { tools: true, images: true };
const CALL: ChatPart[] = [
  { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'get_weather', arguments: '{"location":"San Francisco"}' },
  { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } },
];

describe('the public compliance cases of Open Responses', () => {
  it('Basic Text Response: a simple user message, validates the response schema', async () => {
    const client = responseClient({ model: takingModel(['Hello, dear ', 'friend.'], takes) });
    const body = await client.create({ input: [user('Say hello in exactly 3 words.')] });
    checkResponse(body);
    assert.equal(body.status, 'completed');
    assert.notEqual(textOf(body), '');
  });

  it('Streaming Response: validates the streamed events and the final response', async () => {
    const client = responseClient({ model: takingModel(['1, ', '2, ', '3'], takes) });
    const events = await client.stream({ input: [user('Count from 1 to 3.')] });
    checkEvents(events);
    assert.equal(events.at(-1)?.type, 'response.completed');
  });

  it('System Prompt: a system role message in the input', async () => {
    const model = takingModel(['Ahoy!'], takes);
    const input = [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user('Say hello.')];
    checkResponse(await responseClient({ model }).create({ input }));
    assert.equal(model.requests[0]?.messages[0]?.role, 'system');
  });

  it('Tool Calling: a function tool is called, as an output item of type function_call', async () => {
    const client = responseClient({ model: takingModel(CALL, takes) });
    const parameters = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] };
    const tools = [{ type: 'function', name: 'get_weather', description: 'Get the weather', parameters }];
    const body = await client.create({ input: [user('What is the weather like in San Francisco?')], tools });
    checkResponse(body);
    assert.deepEqual(
      body.output.map(({ type }) => type),
      ['function_call'],
    );
    const bare = await client.create({ input: [user('x')], tools: [{ type: 'function', name: 'get_weather' }] });
    checkResponse(bare);
  });

  it('Image Input: an image URL in the user content', async () => {
    const model = takingModel(['A red heart.'], takes);
    const parts = [
      { type: 'input_text', text: 'What do you see in this image?' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
    ];
    checkResponse(await responseClient({ model }).create({ input: [user(parts)] }));
    assert.equal(model.requests[0]?.messages[0]?.images?.length, 1);
  });

  it('Multi-turn Conversation: assistant and user messages as history', async () => {
    const model = takingModel(['Your name is Alice.'], takes);
    const assistant = { type: 'message', role: 'assistant', content: 'Hello Alice! How can I help?' };
    const body = await responseClient({ model }).create({ input: [user('My name is Alice.'), assistant, user('What is my name?')] });
    checkResponse(body);
    assert.deepEqual(
      model.requests[0]?.messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  it('hold for responses that are cut, blocked, failed and in the background too', async () => {
    const cut = takingModel(['Hel', { type: 'finish', reason: 'length', usage: { promptTokens: 1, completionTokens: 1 } }], takes);
    checkResponse(await responseClient({ model: cut }).create({ input: 'x' }));
    check(await responseClient().create({ input: 'FORBIDDEN' }), FIELDS, 'response');
    checkResponse(await responseClient().create({ input: 'x', background: true }));
  });
});
