import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatPart } from '../../src/ports/language.ts';
import { checkEvents, checkFields, checkResponse, FIELDS } from './open-responses-schema.ts';
import { responseClient, takingModel, textOf } from './response-client.ts';

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
    checkFields(await responseClient().create({ input: 'FORBIDDEN' }), FIELDS, 'response');
    checkResponse(await responseClient().create({ input: 'x', background: true }));
  });
});
