import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { APIError, OpenAI } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { startModelServer, type ModelServer } from './response-model-server.ts';
import { until } from './until.ts';

await allowSlowHooks();

const KEY = 'sdk-test-key-0123456789';
const weather = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  strict: true,
} as const;

describe('the responses of the official openai SDK', () => {
  let models: ModelServer;
  let parley: ParleyProcess;
  let client: OpenAI;

  before(
    async () => {
      models = await startModelServer();
      const env = {
        PLATFORM_API_KEYS: `tests:${KEY}`,
        REASONER_MODEL: 'openai',
        REASONER_OPENAI_BASE_URL: models.url,
        REASONER_OPENAI_MODEL: 'stand-in',
      };
      parley = await startParley({ env });
      client = new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: KEY, maxRetries: 0 });
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await parley[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
  });

  it('create: a text, with instructions, usage and output_text', async () => {
    const response = await client.responses.create({ model: 'parley', input: 'Say hello', instructions: 'Be kind.' });
    assert.equal(response.output_text, 'You said: Say hello');
    assert.equal(response.usage?.total_tokens, (response.usage?.input_tokens ?? 0) + (response.usage?.output_tokens ?? 0));
    assert.equal(response.instructions, 'Be kind.');
  });

  it('create: structured input with an image', async () => {
    const response = await client.responses.create({
      model: 'parley',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look' },
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
          ],
        },
      ],
    });
    assert.equal(response.output_text, 'You said: Look with 1 image');
  });

  it('create with stream: events in order', async () => {
    const stream = await client.responses.create({ model: 'parley', input: 'Say hello', stream: true });
    let text = '';
    const numbers: number[] = [];
    for await (const event of stream) {
      numbers.push(event.sequence_number);
      if (event.type === 'response.output_text.delta') text += event.delta;
    }
    assert.equal(text, 'You said: Say hello');
    assert.deepEqual(numbers, [...numbers.keys()]);
  });

  it('the stream() helper: the final response, and one that is stored streamed again', async () => {
    const stream = client.responses.stream({ model: 'parley', input: 'Say hello' });
    const deltas: string[] = [];
    stream.on('response.output_text.delta', ({ delta }) => deltas.push(delta));
    const final = await stream.finalResponse();
    assert.equal(final.output_text, 'You said: Say hello');
    assert.equal(deltas.join(''), final.output_text);
    const again = await client.responses.stream({ response_id: final.id, starting_after: 4 }).finalResponse();
    assert.equal(again.output_text, final.output_text);
  });

  it('a conversation through previous_response_id', async () => {
    const first = await client.responses.create({ model: 'parley', input: 'My name is Ada' });
    const second = await client.responses.create({ model: 'parley', input: 'history', previous_response_id: first.id });
    assert.equal(second.output_text, 'My name is Ada | You said: My name is Ada | history');
  });

  it('functions round trip, streamed by the helper', async () => {
    const first = await client.responses.stream({ model: 'parley', input: 'Weather in Oslo', tools: [weather] }).finalResponse();
    const call = first.output.find((item) => item.type === 'function_call');
    assert.deepEqual([call?.name, call?.arguments], ['weather', '{"city":"Oslo"}']);
    const second = await client.responses.create({
      model: 'parley',
      previous_response_id: first.id,
      tools: [weather],
      input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'rain' }],
    });
    assert.equal(second.output_text, 'The tool says: rain');
  });

  it('custom tools round trip at the reasoner and at the guard, in responses and chats', async () => {
    const said = 'run grep "x" \\\n| sort';
    const input = said.slice('run '.length);
    for (const service of ['reasoner', 'guard'] as const) {
      const other = new OpenAI({ baseURL: `${parley[service]}/v1`, apiKey: KEY, maxRetries: 0 });
      const tools = [{ type: 'custom' as const, name: 'shell', description: 'Runs a script' }];
      const stream = other.responses.stream({ model: 'parley', store: false, input: said, tools });
      let written = '';
      for await (const event of stream) if (event.type === 'response.custom_tool_call_input.delta') written += event.delta;
      const [call] = (await stream.finalResponse()).output;
      assert.deepEqual([written, call?.type === 'custom_tool_call' ? call.input : undefined], [input, input], service);
      if (call?.type !== 'custom_tool_call') continue;
      const output = { type: 'custom_tool_call_output' as const, call_id: call.call_id, output: 'three lines' };
      const next = await other.responses.create({
        model: 'parley',
        store: false,
        input: [{ role: 'user', content: said }, call, output],
        tools,
      });
      assert.equal(next.output_text, 'The tool says: three lines', service);
      const asked = {
        model: 'parley',
        messages: [{ role: 'user' as const, content: said }],
        tools: [{ type: 'custom' as const, custom: { name: 'shell' } }],
      };
      const whole = await other.chat.completions.create(asked);
      const streamed = await other.chat.completions.stream(asked).finalChatCompletion();
      for (const { message } of [...whole.choices, ...streamed.choices]) {
        assert.equal(message.content, null);
        assert.deepEqual(message.tool_calls, [{ id: 'call_1', type: 'custom', custom: { name: 'shell', input } }], service);
      }
    }
  });

  it('parse: an answer that fits a schema', async () => {
    const schema = { type: 'object', properties: { said: { type: 'string' } }, required: ['said'], additionalProperties: false };
    const response = await client.responses.parse({
      model: 'parley',
      input: 'json please',
      text: { format: { type: 'json_schema', name: 'said', schema, strict: true } },
    });
    assert.deepEqual(response.output_parsed, { said: 'json please' });
  });

  it('background: poll to its end, and cancel', async () => {
    const queued = await client.responses.create({ model: 'parley', input: 'Say hello', background: true });
    assert.equal(queued.status, 'queued');
    await until('the response', async () => (await client.responses.retrieve(queued.id)).status === 'completed');
    assert.equal((await client.responses.retrieve(queued.id)).output_text, 'You said: Say hello');
    const endless = await client.responses.create({ model: 'parley', input: 'wait for ever', background: true });
    assert.equal((await client.responses.cancel(endless.id)).status, 'cancelled');
    assert.equal((await client.responses.retrieve(endless.id)).status, 'cancelled');
  });

  it('inputItems.list in pages, and delete', async () => {
    const { id } = await client.responses.create({
      model: 'parley',
      input: [1, 2, 3].map((n) => ({ role: 'user' as const, content: `item ${n}` })),
    });
    const texts: string[] = [];
    for await (const item of client.responses.inputItems.list(id, { limit: 2, order: 'asc' })) {
      if (item.type === 'message' && Array.isArray(item.content)) {
        for (const part of item.content) if (part.type === 'input_text') texts.push(part.text);
      }
    }
    assert.deepEqual(texts, ['item 1', 'item 2', 'item 3']);
    await client.responses.delete(id);
    await assert.rejects(client.responses.retrieve(id), (error) => error instanceof APIError && error.status === 404);
  });

  it('shows our message and param in its error', async () => {
    const asked = client.responses.create({ model: 'parley', input: 'x', temperature: 9 });
    await assert.rejects(asked, (error) => error instanceof APIError && error.status === 400 && error.param === 'temperature');
  });
});
