import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import { toChatBody } from '../../src/adapters/openai/to-chat-body.ts';
import { listOf } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { WORDS } from '../unit/reasoner-doubles.ts';
import { contentOf, responseClient, takingModel, textOf } from './response-client.ts';

const weather = { type: 'function', name: 'weather', description: 'Weather', parameters: { type: 'object' }, strict: true };
const CALL: ChatPart[] = [
  { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '{"city":' },
  { type: 'tool-call-delta', index: 0, arguments: '"Oslo"}' },
  { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } },
];

describe('POST /v1/responses', () => {
  it('"Answers responses-API requests whose input is a plain string or a structured array." (a plain string)', async () => {
    const model = takingModel(['Hello', ' there.'], {});
    const body = await responseClient({ model }).create({ input: 'Hi' });
    assert.equal(body.object, 'response');
    assert.equal(body.status, 'completed');
    assert.equal(textOf(body), 'Hello there.');
    assert.deepEqual(model.requests[0]?.messages, [{ role: 'user', content: 'Hi' }]);
    assert.deepEqual(body.usage, {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 9,
    });
  });

  it('"Answers responses-API requests whose input is a plain string or a structured array." (a structured array)', async () => {
    const model = takingModel(['Ok.'], { images: true, tools: true });
    await responseClient({ model }).create({
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: 'Speak plainly.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is' },
            { type: 'input_text', text: 'this?' },
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
          ],
        },
        {
          type: 'message',
          role: 'assistant',
          id: 'msg_x',
          status: 'completed',
          content: [{ type: 'output_text', text: 'A cat.', annotations: [], logprobs: [] }],
        },
        { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'sun' },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { role: 'user', content: 'And now?' },
      ],
    });
    assert.deepEqual(model.requests[0]?.messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: 'Speak plainly.' },
      { role: 'user', content: 'What is\nthis?', images: [{ url: 'data:image/png;base64,AAAA', detail: 'low' }] },
      { role: 'assistant', content: 'A cat.', toolCalls: [{ id: 'c1', name: 'weather', arguments: '{}' }] },
      { role: 'tool', content: 'sun', toolCallId: 'c1' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('takes images in outputs of calls, which a model server gets behind the results', async () => {
    const model = takingModel(['Ok.'], { images: true, tools: true });
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'original' };
    const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'look', arguments: '{}' });
    const output = (call_id: string, text: string) => ({
      type: 'function_call_output',
      call_id,
      output: [{ type: 'input_text', text }, image],
    });
    const client = responseClient({ model });
    const { id } = await client.create({
      input: [call('c1'), call('c2'), output('c1', 'left'), output('c2', 'right'), { role: 'user', content: 'So?' }],
    });
    const sent = { type: 'image_url', image_url: { url: image.image_url, detail: 'high' } };
    assert.deepEqual(listOf(toChatBody('m', model.requests[0] ?? { messages: [] }).messages).slice(1), [
      { role: 'tool', content: 'left', tool_call_id: 'c1' },
      { role: 'tool', content: 'right', tool_call_id: 'c2' },
      { role: 'user', content: [{ type: 'text', text: 'Images in the results of the tools:' }, sent, sent] },
      { role: 'user', content: 'So?' },
    ]);
    const { data } = await (await client.send('GET', `/v1/responses/${id}/input_items?order=asc`)).json();
    assert.deepEqual(data[2].output, output('c1', 'left').output);
    const chat = { role: 'tool', tool_call_id: 'c1', content: [{ type: 'image_url', image_url: { url: image.image_url } }] };
    await client.send('POST', '/v1/chat/completions', { messages: [{ role: 'user', content: 'x' }, chat] });
    assert.deepEqual(model.requests[1]?.messages[1]?.images, [{ url: image.image_url }]);
  });

  it('gives the model the sampling options and the form of the answer, and repeats them in the response', async () => {
    const model = takingModel(['{"n":1}'], { json: 'native' });
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const asked = {
      temperature: 0.5,
      top_p: 0.25,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      max_output_tokens: 50,
      metadata: { trace: 'x' },
      user: 'u',
      safety_identifier: 's',
      truncation: 'auto',
      reasoning: { effort: 'low' },
      text: { format: { type: 'json_schema', name: 'n', description: 'A count.', schema, strict: true }, verbosity: 'low' },
    };
    const body = await responseClient({ model, jsonSchema: checkJsonSchema }).create({ input: 'n', ...asked });
    const { messages: _messages, responseFormat, ...sampling } = model.requests[0] ?? {};
    assert.deepEqual(sampling, {
      temperature: 0.5,
      topP: 0.25,
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      maxTokens: 50,
      reasoningEffort: 'low',
      verbosity: 'low',
    });
    assert.deepEqual(responseFormat, { type: 'json_schema', name: 'n', description: 'A count.', schema, strict: true });
    assert.equal(textOf(body), '{"n":1}');
    assert.deepEqual([body.temperature, body.top_p, body.max_output_tokens, body.truncation], [0.5, 0.25, 50, 'auto']);
    assert.deepEqual([body.metadata, body.user, body.safety_identifier], [{ trace: 'x' }, 'u', 's']);
    assert.deepEqual(body.reasoning, { effort: 'low', summary: null });
    assert.deepEqual(body.text, {
      format: { type: 'json_schema', name: 'n', description: 'A count.', schema, strict: true },
      verbosity: 'low',
    });
    const wire = { name: 'n', description: 'A count.', schema, strict: true };
    assert.deepEqual(toChatBody('m', model.requests[0] ?? { messages: [] }).response_format, { type: 'json_schema', json_schema: wire });
  });

  it('ends as incomplete when the model is cut at max_output_tokens', async () => {
    const model = takingModel(['Hel', { type: 'finish', reason: 'length', usage: { promptTokens: 1, completionTokens: 1 } }], {});
    const body = await responseClient({ model }).create({ input: 'Hi', max_output_tokens: 1 });
    assert.equal(body.status, 'incomplete');
    assert.deepEqual(body.incomplete_details, { reason: 'max_output_tokens' });
    assert.equal(body.completed_at, null);
    assert.equal(body.output[0]?.status, 'incomplete');
  });

  it('answers blocked input with refusal content and content_filter', async () => {
    const body = await responseClient().create({ input: `Say ${WORDS.block}` });
    assert.equal(body.status, 'incomplete');
    assert.deepEqual(body.incomplete_details, { reason: 'content_filter' });
    assert.deepEqual(contentOf(body), { type: 'refusal', refusal: 'Sorry, I cannot help with that request.' });
  });

  it('answers with output_text when a model by itself says the words of the refusal', async () => {
    const model = takingModel(['Sorry, I cannot help', ' with that request.'], {});
    const body = await responseClient({ model }).create({ input: 'Hi' });
    assert.equal(body.status, 'completed');
    assert.equal(textOf(body), 'Sorry, I cannot help with that request.');
  });

  it('keeps what the guard let through when the rest is blocked', async () => {
    const model = takingModel(['Fine words. ', `${WORDS.block} `], {});
    const body = await responseClient({ model }).create({ input: 'Hi' });
    assert.deepEqual([body.status, body.incomplete_details], ['incomplete', { reason: 'content_filter' }]);
    assert.equal(textOf(body), 'Fine words. ');
  });

  it('belongs to the API key that made it', async () => {
    const apiKeys = [
      { name: 'a', key: 'key-aaaaaaa' },
      { name: 'b', key: 'key-bbbbbbb' },
    ];
    const client = responseClient({ apiKeys });
    const { id } = await client.create({ input: 'Hi' }, { authorization: 'Bearer key-aaaaaaa' });
    const as = async (method: string, path: string, key: string, body?: object): Promise<number> =>
      (await client.send(method, path, body, { authorization: `Bearer ${key}` })).status;
    assert.equal(await as('GET', `/v1/responses/${id}`, 'key-bbbbbbb'), 404);
    assert.equal(await as('GET', `/v1/responses/${id}/input_items`, 'key-bbbbbbb'), 404);
    assert.equal(await as('POST', `/v1/responses/${id}/cancel`, 'key-bbbbbbb'), 404);
    assert.equal(await as('POST', '/v1/responses', 'key-bbbbbbb', { input: 'x', previous_response_id: id }), 400);
    assert.equal(await as('DELETE', `/v1/responses/${id}`, 'key-bbbbbbb'), 404);
    assert.equal(await as('GET', `/v1/responses/${id}`, 'key-aaaaaaa'), 200);
  });
});

describe('function tools of a response', () => {
  it('reach the model, and its call comes back as a function_call item', async () => {
    const model = takingModel(CALL, { tools: true });
    const tool_choice = { type: 'function', name: 'weather' };
    const body = await responseClient({ model }).create({ input: 'Weather?', tools: [weather], tool_choice, parallel_tool_calls: false });
    assert.deepEqual(model.requests[0]?.tools, [{ name: 'weather', description: 'Weather', parameters: { type: 'object' }, strict: true }]);
    assert.deepEqual([model.requests[0]?.toolChoice, model.requests[0]?.parallelToolCalls], [{ name: 'weather' }, false]);
    assert.equal(body.status, 'completed');
    const [item] = body.output;
    assert.deepEqual(body.output, [
      { type: 'function_call', id: item?.id, call_id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}', status: 'completed' },
    ]);
    assert.deepEqual([body.tools, body.tool_choice, body.parallel_tool_calls], [[weather], tool_choice, false]);
  });

  it('round trip: the output goes on from the stored call through previous_response_id', async () => {
    const calling = takingModel(CALL, { tools: true });
    const client = responseClient({ model: calling });
    const { id } = await client.create({ input: 'Weather?', tools: [weather], instructions: 'Only for the first.' });
    await client.create({ previous_response_id: id, input: [{ type: 'function_call_output', call_id: 'call_1', output: 'sun' }] });
    assert.deepEqual(calling.requests[1]?.messages, [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' }] },
      { role: 'tool', content: 'sun', toolCallId: 'call_1' },
    ]);
    assert.deepEqual(await client.refused({ previous_response_id: id, input: 'Well?' }), [400, 'invalid_input', 'input']);
  });

  it('are narrowed to those that tool_choice allows', async () => {
    const model = takingModel(['Ok.'], { tools: true });
    const tool_choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'other' }] };
    await responseClient({ model }).create({ input: 'x', tools: [weather, { ...weather, name: 'other' }], tool_choice });
    assert.deepEqual(
      model.requests[0]?.tools?.map(({ name }) => name),
      ['other'],
    );
    assert.equal(model.requests[0]?.toolChoice, 'required');
  });
});

describe('what a response refuses', () => {
  const cases: [string, object, string][] = [
    ['no input', {}, 'input'],
    ['an empty text', { input: '' }, 'input'],
    ['an empty array', { input: [] }, 'input'],
    ['an item that is no object', { input: ['x'] }, 'input[0]'],
    ['an item of unknown type', { input: [{ type: 'computer_call' }] }, 'input[0].type'],
    ['an unknown role', { input: [{ role: 'boss', content: 'x' }] }, 'input[0].role'],
    ['a message without content', { input: [{ role: 'user' }] }, 'input[0].content'],
    ['a part of unknown type', { input: [{ role: 'user', content: [{ type: 'input_file' }] }] }, 'input[0].content[0].type'],
    [
      'an image for a model that takes none',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://x/y' }] }] },
      'input[0].content[0].type',
    ],
    ['a text that is none', { input: [{ role: 'user', content: [{ type: 'input_text', text: 1 }] }] }, 'input[0].content[0].text'],
    ['a call without an id', { input: [{ type: 'function_call', name: 'f', arguments: '{}' }] }, 'input[0].call_id'],
    ['an output without a call', { input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] }, 'input'],
    ['a call without an output', { input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }] }, 'input'],
    ['an unknown previous response', { input: 'x', previous_response_id: 'resp_none' }, 'previous_response_id'],
    ['a conversation that is a number', { input: 'x', conversation: 1 }, 'conversation'],
    ['a conversation without an id', { input: 'x', conversation: {} }, 'conversation'],
    ['a conversation and a previous response', { input: 'x', conversation: 'conv_1', previous_response_id: 'resp_1' }, 'conversation'],
    ['a prompt template', { input: 'x', prompt: { id: 'p' } }, 'prompt'],
    ['a temperature over 2', { input: 'x', temperature: 3 }, 'temperature'],
    ['a top_p below 0', { input: 'x', top_p: -1 }, 'top_p'],
    ['no tokens', { input: 'x', max_output_tokens: 0 }, 'max_output_tokens'],
    ['no tool calls', { input: 'x', max_tool_calls: 0 }, 'max_tool_calls'],
    ['a background that is not stored', { input: 'x', background: true, store: false }, 'background'],
    ['a stream that is a word', { input: 'x', stream: 'yes' }, 'stream'],
    ['metadata that is a list', { input: 'x', metadata: [] }, 'metadata'],
    ['metadata that holds a number', { input: 'x', metadata: { a: 1 } }, 'metadata.a'],
    ['an unknown include', { input: 'x', include: ['everything'] }, 'include[0]'],
    ['an unknown truncation', { input: 'x', truncation: 'some' }, 'truncation'],
    ['an unknown service tier', { input: 'x', service_tier: 'gold' }, 'service_tier'],
    ['reasoning that is a word', { input: 'x', reasoning: 'hard' }, 'reasoning'],
    ['a text that is a word', { input: 'x', text: 'json' }, 'text'],
    ['an unknown format', { input: 'x', text: { format: { type: 'xml' } } }, 'text.format.type'],
    ['JSON from a model that writes none', { input: 'x', text: { format: { type: 'json_object' } } }, 'text.format'],
    ['a tool of unknown type', { input: 'x', tools: [{ type: 'web_search' }] }, 'tools[0].type'],
    ['a function for a model that takes none', { input: 'x', tools: [weather] }, 'tools'],
    ['a required tool without tools', { input: 'x', tool_choice: 'required' }, 'tool_choice'],
    ['a choice of file_search without it', { input: 'x', tool_choice: { type: 'file_search' } }, 'tool_choice.type'],
    ['a long user', { input: 'x', safety_identifier: 'a'.repeat(513) }, 'safety_identifier'],
  ];
  for (const [name, body, param] of cases) {
    it(`${name}: 400 naming ${param}`, async () => {
      assert.deepEqual(await responseClient().refused(body), [400, 'invalid_input', param]);
    });
  }

  it('another model: 404 naming model', async () => {
    assert.deepEqual(await responseClient().refused({ model: 'gpt-9', input: 'x' }), [404, 'not_found', 'model']);
  });

  it('an unknown conversation: 404 naming conversation', async () => {
    assert.deepEqual(await responseClient().refused({ input: 'x', conversation: 'conv_1' }), [404, 'not_found', 'conversation']);
  });

  it('an unknown item reference: 404 naming its place', async () => {
    const body = { input: [{ type: 'item_reference', id: 'msg_none' }] };
    assert.deepEqual(await responseClient().refused(body), [404, 'not_found', 'input[0].id']);
  });

  it('file_search while RAG is off: 503 naming the tool', async () => {
    const body = { input: 'x', tools: [{ type: 'file_search', vector_store_ids: ['default'] }] };
    assert.deepEqual(await responseClient().refused(body), [503, 'unavailable', 'tools[0]']);
  });

  it('a conversation over the limit: 413, unless truncation is auto, which leaves out the oldest turns', async () => {
    const model = takingModel(['Ok.'], {});
    const client = responseClient({ model, settings: { maxCharacters: 20 } });
    const input = [
      { role: 'user', content: 'first question' },
      { role: 'assistant', content: 'first answer' },
      { role: 'user', content: 'second' },
    ];
    assert.deepEqual(await client.refused({ input }), [413, 'payload_too_large', 'input']);
    await client.create({ input, truncation: 'auto' });
    assert.deepEqual(model.requests[0]?.messages, [{ role: 'user', content: 'second' }]);
  });
});
