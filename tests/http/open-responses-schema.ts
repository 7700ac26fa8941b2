import assert from 'node:assert/strict';

/** What a field must be, as the response schema of https://www.openresponses.org/reference says it; `?` may be null. */
export const FIELDS: Readonly<Record<string, string>> = {
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

/** Checks that a value has fields of those kinds. */
export function checkFields(value: unknown, fields: Readonly<Record<string, string>>, where: string): void {
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

/** Checks a response object, with its items, tools and usage. */
export function checkResponse(body: unknown): void {
  checkFields(body, FIELDS, 'response');
  const { output, tools, text, usage, object } = body as {
    output: { type: string; content?: unknown[] }[];
    tools: unknown[];
    text: unknown;
    usage: unknown;
    object: string;
  };
  assert.equal(object, 'response');
  checkFields(text, { format: 'object' }, 'text');
  for (const tool of tools) checkFields(tool, TOOL, 'tool');
  for (const item of output) {
    checkFields(item, ITEMS[item.type] ?? assert.fail(`no such item: ${item.type}`), item.type);
    for (const part of item.content ?? []) checkFields(part, PART, 'part');
  }
  if (usage !== null) {
    checkFields(usage, USAGE, 'usage');
    checkFields((usage as { input_tokens_details: unknown }).input_tokens_details, { cached_tokens: 'integer' }, 'usage');
    checkFields((usage as { output_tokens_details: unknown }).output_tokens_details, { reasoning_tokens: 'integer' }, 'usage');
  }
}

/** Checks the events of a stream. */
export function checkEvents(events: readonly { readonly type: string; readonly response?: unknown }[]): void {
  for (const event of events) {
    checkFields(
      event,
      { type: 'string', sequence_number: 'integer', ...(EVENT[event.type] ?? assert.fail(`no such event: ${event.type}`)) },
      event.type,
    );
    if (event.response !== undefined) checkResponse(event.response);
  }
}
