import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import { startCpuTime } from '../cpu-time.ts';
import { problemOf, responseClient, takingModel } from './response-client.ts';

const messages = [{ role: 'user', content: 'Which city?' }];

/** A client of a reasoner whose model gives JSON. */
function jsonClient() {
  const model = takingModel(['{"city":"Oslo"}'], { json: 'native' });
  return { model, client: responseClient({ model, jsonSchema: checkJsonSchema }) };
}

describe('a JSON schema for the answer', () => {
  it('that is malformed is 400 that names its keyword, and the model is not asked', async () => {
    for (const [schema, place] of [
      [{ properties: null }, 'schema.properties'],
      [{ properties: { city: { type: 'text' } } }, 'schema.properties.city.type'],
      [{ properties: { city: { pattern: '(' } } }, 'schema.properties.city.pattern'],
      [{ properties: { city: { pattern: String.raw`^(\w)\1` } } }, 'schema.properties.city.pattern'],
      [{ $ref: '#' }, 'schema.$ref'],
      [null, 'schema'],
    ] as const) {
      const { model, client } = jsonClient();
      const json = { type: 'json_schema', json_schema: { name: 'n', schema } };
      const chat = await client.send('POST', '/v1/chat/completions', { messages, response_format: json });
      assert.deepEqual(await problemOf(chat), [400, 'invalid_input', `response_format.json_schema.${place}`]);
      const text = { format: { type: 'json_schema', name: 'n', schema } };
      assert.deepEqual(await client.refused({ input: 'Which city?', text }), [400, 'invalid_input', `text.format.${place}`]);
      assert.equal(model.requests.length, 0);
    }
  });

  it('whose patterns backtrack for ever elsewhere is checked at once', async () => {
    const city = 'a'.repeat(100_000);
    for (const [answer, outcome] of [
      [city, ['completed']],
      [`${city}!`, [502, 'provider_unavailable']],
    ] as const) {
      const client = responseClient({
        model: takingModel([JSON.stringify({ city: answer })], { json: 'native' }),
        jsonSchema: checkJsonSchema,
      });
      const schema = { properties: { city: { pattern: '^(?=(a+)+$)(a|a)*$' } } };
      const sent = { input: 'Which city?', text: { format: { type: 'json_schema', name: 'n', schema } } };
      const taken = startCpuTime();
      if (outcome.length === 1) assert.deepEqual([(await client.create(sent)).status], outcome);
      else assert.deepEqual((await client.refused(sent)).slice(0, 2), outcome);
      assert.ok(taken() < 1000);
    }
  });

  it('that takes too long to check is 400, which says so', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}`);
    const client = responseClient({ model: takingModel([JSON.stringify(words)], { json: 'native' }), jsonSchema: checkJsonSchema });
    const schema = { items: { anyOf: words.map((word) => ({ const: word })) } };
    const response = await client.send('POST', '/v1/chat/completions', {
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema } },
    });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /takes too long to check/);
  });

  it('that turns out to be endless is 400, too', async () => {
    const { client } = jsonClient();
    const text = { format: { type: 'json_schema', name: 'n', schema: { allOf: [{ $ref: '#' }] } } };
    assert.deepEqual((await client.refused({ input: 'Which city?', text })).slice(0, 2), [400, 'invalid_input']);
  });
});
