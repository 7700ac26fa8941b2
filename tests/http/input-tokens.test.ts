import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { conversationIn, okOf, textsIn } from './conversation-client.ts';
import { problemOf, responseClient, takingModel, type ResponseClient } from './response-client.ts';

async function count(client: ResponseClient, body: object): Promise<unknown> {
  const { object, input_tokens: tokens } = await okOf(await client.send('POST', '/v1/responses/input_tokens', body));
  assert.equal(object, 'response.input_tokens');
  return tokens;
}

describe('POST /v1/responses/input_tokens', () => {
  it('counts what the usage of the response says, with instructions and what it continues', async () => {
    const client = responseClient({ model: createExtractiveLanguageModel() });
    const conversation = await conversationIn(client, { items: [{ role: 'user', content: 'The meeting is on Thursday.' }] });
    const first = await client.create({ input: 'Well then. When is the meeting?' });
    for (const body of [
      { input: 'When is the meeting?' },
      { input: 'When is the meeting?', instructions: 'Be brief, and kind.' },
      { input: [{ role: 'user', content: 'When?' }], conversation },
      { conversation },
      { input: 'And where?', previous_response_id: first.id },
    ]) {
      const tokens = await count(client, body);
      const { usage } = await client.create({ ...body, store: false });
      assert.equal(tokens, usage?.input_tokens);
      assert.ok(Number(tokens) > 0);
    }
  });

  it('asks no model, and adds nothing to a conversation', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client, { items: [{ role: 'user', content: 'One two three' }] });
    assert.equal(await count(client, { input: 'four five', conversation, model: null }), 5);
    assert.deepEqual(await textsIn(client, conversation), ['One two three']);
    assert.equal(model.requests.length, 0);
  });

  it('counts the texts of calls, tools and formats for a model that cannot count', async () => {
    const client = responseClient({ model: takingModel([], { tools: true, json: 'native' }) });
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const plain = Number(await count(client, { input: 'x' }));
    const withTool = Number(await count(client, { input: 'x', tools: [{ type: 'function', name: 'weather', parameters }] }));
    assert.ok(withTool > plain + 5);
    const format = { type: 'json_schema', name: 'said', schema: parameters };
    assert.ok(Number(await count(client, { input: 'x', text: { format } })) > plain + 5);
    const call = { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{"city":"Oslo"}' };
    const output = { type: 'function_call_output', call_id: 'c', output: 'rain' };
    assert.ok(Number(await count(client, { input: [call, output] })) > 5);
  });

  const cases: [string, object, readonly [number, string, string]][] = [
    ['no input', {}, [400, 'invalid_input', 'input']],
    ['another model', { model: 'gpt-9', input: 'x' }, [404, 'not_found', 'model']],
    ['an unknown conversation', { input: 'x', conversation: 'conv_none' }, [404, 'not_found', 'conversation']],
    ['an unknown previous response', { input: 'x', previous_response_id: 'resp_none' }, [400, 'invalid_input', 'previous_response_id']],
  ];
  for (const [name, body, problem] of cases) {
    it(`refuses ${name}: ${problem[0]} naming ${problem[2]}`, async () => {
      assert.deepEqual(await problemOf(await responseClient().send('POST', '/v1/responses/input_tokens', body)), problem);
    });
  }
});
