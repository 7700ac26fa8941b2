import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { APIError, OpenAI } from 'openai';
import type { ConversationItem } from 'openai/resources/conversations/items';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { startModelServer, type ModelServer } from './response-model-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const KEYS = { ann: 'ann-key-0123456789', bob: 'bob-key-0123456789' };
const weather = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  strict: true,
} as const;

const said = (item: ConversationItem): string => {
  if (item.type !== 'message') return item.type;
  return item.content.map((part) => ('text' in part ? part.text : '')).join('');
};
const fails = (status: number, param: string) => (error: unknown) =>
  error instanceof APIError && error.status === status && error.param === param;

describe('the conversations of the official openai SDK', () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let models: ModelServer;
  let parley: ParleyProcess;
  let client: OpenAI;

  const start = async (): Promise<void> => {
    const env = {
      PLATFORM_API_KEYS: `ann:${KEYS.ann},bob:${KEYS.bob}`,
      REASONER_MODEL: 'openai',
      REASONER_OPENAI_BASE_URL: models.url,
      REASONER_OPENAI_MODEL: 'stand-in',
    };
    parley = await startParley({ env, directory: folder.path });
    client = new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: KEYS.ann, maxRetries: 0 });
  };
  const saidIn = async (id: string): Promise<string[]> => {
    const texts: string[] = [];
    for await (const item of client.conversations.items.list(id, { order: 'asc', limit: 2 })) texts.push(said(item));
    return texts;
  };

  before(
    async () => {
      folder = await makeTemporaryFolder();
      models = await startModelServer();
      await start();
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await parley[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('create, retrieve, update and delete', async () => {
    const made = await client.conversations.create({ metadata: { topic: 'demo' }, items: [{ role: 'user', content: 'Hello!' }] });
    assert.deepEqual([made.object, made.metadata], ['conversation', { topic: 'demo' }]);
    assert.deepEqual(await client.conversations.retrieve(made.id), made);
    const changed = await client.conversations.update(made.id, { metadata: { topic: 'other' } });
    assert.deepEqual(changed.metadata, { topic: 'other' });
    const other = new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: KEYS.bob, maxRetries: 0 });
    await assert.rejects(other.conversations.retrieve(made.id), fails(404, 'conversation_id'));
    assert.deepEqual(await client.conversations.delete(made.id), { id: made.id, object: 'conversation.deleted', deleted: true });
    await assert.rejects(client.conversations.retrieve(made.id), fails(404, 'conversation_id'));
    assert.deepEqual((await client.conversations.create()).metadata, {});
  });

  it('items: create, list in pages, retrieve and delete', async () => {
    const { id } = await client.conversations.create();
    const added = await client.conversations.items.create(id, {
      items: [1, 2, 3].map((number) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text: `item ${number}` }] })),
    });
    assert.deepEqual(added.data.map(said), ['item 1', 'item 2', 'item 3']);
    assert.deepEqual(await saidIn(id), ['item 1', 'item 2', 'item 3']);
    assert.equal(said(await client.conversations.items.retrieve(added.last_id, { conversation_id: id })), 'item 3');
    assert.equal((await client.conversations.items.delete(added.last_id, { conversation_id: id })).id, id);
    await assert.rejects(client.conversations.items.retrieve(added.last_id, { conversation_id: id }), fails(404, 'item_id'));
    const items = Array.from({ length: 21 }, () => ({ role: 'user' as const, content: 'x' }));
    await assert.rejects(client.conversations.items.create(id, { items }), fails(400, 'items'));
  });

  it('responses on a conversation: whole, streamed and in the background', async () => {
    const { id } = await client.conversations.create();
    const first = await client.responses.create({ model: 'parley', input: 'My name is Ada', conversation: id });
    assert.deepEqual(first.conversation, { id });
    const second = await client.responses.stream({ model: 'parley', input: 'history', conversation: { id } }).finalResponse();
    assert.equal(second.output_text, 'My name is Ada | You said: My name is Ada | history');
    const third = await client.responses.create({ model: 'parley', input: 'Bye', conversation: id, background: true });
    await until('the response', async () => (await client.responses.retrieve(third.id)).status === 'completed');
    const texts = ['My name is Ada', 'You said: My name is Ada', 'history', second.output_text, 'Bye', 'You said: Bye'];
    assert.deepEqual(await saidIn(id), texts);
    const both = { model: 'parley', input: 'x', conversation: id, previous_response_id: first.id };
    await assert.rejects(client.responses.create(both), fails(400, 'conversation'));
  });

  it('functions round trip', async () => {
    const { id } = await client.conversations.create();
    const first = await client.responses.create({ model: 'parley', input: 'Weather in Oslo', conversation: id, tools: [weather] });
    const call = first.output.find((item) => item.type === 'function_call');
    const second = await client.responses.create({
      model: 'parley',
      conversation: id,
      tools: [weather],
      input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'rain' }],
    });
    assert.equal(second.output_text, 'The tool says: rain');
    assert.deepEqual(await saidIn(id), ['Weather in Oslo', 'function_call', 'function_call_output', 'The tool says: rain']);
  });

  it('two responses at once lose nothing', async () => {
    const { id } = await client.conversations.create();
    const inputs = ['One', 'Two', 'Three', 'Four'];
    await Promise.all(inputs.map((input) => client.responses.create({ model: 'parley', input, conversation: id })));
    const texts = await saidIn(id);
    const pairs = inputs.map((input) => texts.slice(texts.indexOf(input), texts.indexOf(input) + 2));
    assert.deepEqual([texts.length, pairs], [8, inputs.map((input) => [input, `You said: ${input}`])]);
  });

  it('responses.inputTokens.count: the tokens of the conversation and the input', async () => {
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'One two three.' }] });
    const counted = await client.responses.inputTokens.count({ model: 'parley', input: 'Four five?', conversation: id });
    assert.deepEqual(counted, { object: 'response.input_tokens', input_tokens: 7 });
  });

  it('responses.compact: items that a further response goes on from', async () => {
    const first = await client.responses.create({ model: 'parley', input: 'My name is Ada' });
    const compacted = await client.responses.compact({ model: 'parley', previous_response_id: first.id });
    assert.deepEqual([compacted.object, compacted.output.map(({ type }) => type)], ['response.compaction', ['message', 'compaction']]);
    const later = await client.responses.create({
      model: 'parley',
      input: [...(compacted.output as OpenAI.Responses.ResponseInputItem[]), { role: 'user', content: 'history' }],
    });
    assert.equal(later.output_text, 'My name is Ada | Summary of the conversation so far:\n2 messages | history');
  });

  it('last longer than the process', async () => {
    const { id } = await client.conversations.create({ metadata: { topic: 'demo' } });
    await client.responses.create({ model: 'parley', input: 'My name is Ada', conversation: id });
    await parley[Symbol.asyncDispose]();
    await start();
    assert.deepEqual((await client.conversations.retrieve(id)).metadata, { topic: 'demo' });
    const later = await client.responses.create({ model: 'parley', input: 'history', conversation: id });
    assert.equal(later.output_text, 'My name is Ada | You said: My name is Ada | history');
  });
});
