import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { conversationIn, okOf, textsIn, type SeenItem } from './conversation-client.ts';
import { passage, problemOf, recordingSearch, responseClient, takingModel, turnsModel, type ResponseClient } from './response-client.ts';

const TAKES = { tools: true, summaries: true };
const user = (content: string): object => ({ role: 'user', content });
const assistant = (content: string): object => ({ role: 'assistant', content });

async function compact(client: ResponseClient, body: object): Promise<Record<string, unknown> & { readonly output: SeenItem[] }> {
  const { output, ...rest } = await okOf(await client.send('POST', '/v1/responses/compact', body));
  return { ...rest, output: output as SeenItem[] };
}

describe('POST /v1/responses/compact', () => {
  it('gives the messages of the user and a summary by the model, which a further response goes on from', async () => {
    const model = turnsModel([['Ada plans ', 'a trip.'], ['To Oslo.']], TAKES);
    const client = responseClient({ model });
    const input = [user('I am Ada.'), assistant('Hello.'), user('I plan a trip to Oslo.'), assistant('Fine.')];
    const { output, id, ...rest } = await compact(client, { input, instructions: 'Be brief.' });
    assert.match(String(id), /^resp_/);
    const usage = {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 2,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 9,
    };
    assert.deepEqual(rest, { object: 'response.compaction', created_at: 1_767_323_045, usage });
    assert.deepEqual(
      output.map(({ type, content }) => content?.[0]?.text ?? type),
      ['I am Ada.', 'I plan a trip to Oslo.', 'compaction'],
    );
    const asked = model.requests[0]?.messages ?? [];
    assert.deepEqual(
      asked.slice(0, -1).map(({ content }) => content),
      ['Be brief.', 'I am Ada.', 'Hello.', 'I plan a trip to Oslo.', 'Fine.'],
    );
    assert.match(asked.at(-1)?.content ?? '', /^Sum up the conversation/);
    await client.create({ input: [...output, user('Where to?')] });
    assert.deepEqual(model.requests[1]?.messages, [
      { role: 'user', content: 'I am Ada.' },
      { role: 'user', content: 'I plan a trip to Oslo.' },
      { role: 'assistant', content: 'Summary of the conversation so far:\nAda plans a trip.' },
      { role: 'user', content: 'Where to?' },
    ]);
  });

  it('sums up what a previous response and a conversation hold, and adds nothing to them', async () => {
    const model = turnsModel([['Yes.'], ['First.'], ['Second.']], TAKES);
    const client = responseClient({ model, fileSearch: recordingSearch([passage('x')]), settings: { ragAutomatic: true } });
    const conversation = await conversationIn(client, { items: [user('One?')] });
    const { id } = await client.create({ conversation });
    for (const continued of [{ previous_response_id: id }, { conversation }]) {
      const { output } = await compact(client, { ...continued, input: [assistant('Well.')] });
      assert.deepEqual(
        output.map(({ type, content }) => content?.[0]?.text ?? type),
        ['One?', 'compaction'],
      );
      // Files are searched for questions, not for summaries.
      assert.equal(model.requests.at(-1)?.messages.length, 4);
    }
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.']);
  });

  it('takes its items in conversations too', async () => {
    const client = responseClient({ model: turnsModel([['Sum.']], TAKES) });
    const { output } = await compact(client, { input: 'One?' });
    assert.deepEqual(await textsIn(client, await conversationIn(client, { items: output })), ['One?', 'compaction']);
  });

  it('is refused by a model that sums up no conversations, such as the built-in one: 400 naming model', async () => {
    const client = responseClient({ model: createExtractiveLanguageModel() });
    assert.deepEqual(await problemOf(await client.send('POST', '/v1/responses/compact', { input: 'x' })), [400, 'invalid_input', 'model']);
  });

  it('gives no refusal and no silence for a summary', async () => {
    const refused = async (script: string[], input: string) =>
      problemOf(await responseClient({ model: takingModel(script, TAKES) }).send('POST', '/v1/responses/compact', { input }));
    assert.deepEqual(await refused(['Sum.'], 'FORBIDDEN'), [403, 'content_filter', null]);
    assert.deepEqual(await refused(['It is FORBIDDEN'], 'x'), [403, 'content_filter', null]);
    assert.deepEqual(await refused([' '], 'x'), [502, 'provider_unavailable', null]);
  });

  it('has an item whose content nobody else makes: 400 naming it', async () => {
    for (const encrypted_content of ['gAAAAABo', '{}', btoa('{}')]) {
      const input = [{ type: 'compaction', encrypted_content }];
      assert.deepEqual(await responseClient().refused({ input }), [400, 'invalid_input', 'input[0].encrypted_content']);
    }
  });
});
