import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { ChatPart, ChatRequest } from '../../src/ports/language.ts';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import { until } from '../system/until.ts';
import { createTestClock } from '../unit/reasoner-doubles.ts';
import { conversationIn, itemsIn, okOf, textsIn } from './conversation-client.ts';
import { passage, problemOf, recordingSearch, responseClient, takingModel, turnsModel, type ResponseClient } from './response-client.ts';

const CALL: ChatPart[] = [
  { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' },
  { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } },
];
const weather = { type: 'function', name: 'weather', description: 'Weather', parameters: { type: 'object' } };

const toldTo = ({ messages }: ChatRequest): string[] =>
  messages.map(({ role, content, toolCalls }) => `${role}: ${toolCalls === undefined ? content : 'call'}`);

const stored = async (client: ResponseClient, id: string): Promise<ResponseBody> =>
  (await (await client.send('GET', `/v1/responses/${id}`)).json()) as ResponseBody;

describe('a response on a conversation', () => {
  it('gets the items of the conversation before its input, and adds its input and output', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client, { items: [{ role: 'developer', content: 'Be kind.' }] });
    const first = await client.create({ input: 'One?', conversation, instructions: 'Only once.' });
    assert.deepEqual([first.conversation, first.previous_response_id], [{ id: conversation }, null]);
    assert.deepEqual((await stored(client, first.id)).conversation, { id: conversation });
    await client.create({ input: 'Two?', conversation: { id: conversation } });
    assert.deepEqual(model.requests.map(toldTo), [
      ['system: Only once.', 'developer: Be kind.', 'user: One?'],
      ['developer: Be kind.', 'user: One?', 'assistant: Yes.', 'user: Two?'],
    ]);
    assert.deepEqual(await textsIn(client, conversation), ['Be kind.', 'One?', 'Yes.', 'Two?', 'Yes.']);
    assert.equal((await itemsIn(client, conversation))[2]?.id, first.output[0]?.id);
    assert.equal((await client.create({ input: 'Alone' })).conversation, null);
  });

  it('adds them when it is streamed before its last event, and when it is not stored itself', async () => {
    const client = responseClient({ model: takingModel(['Yes.'], {}) });
    const conversation = await conversationIn(client);
    const events = await client.stream({ input: 'One?', conversation });
    assert.deepEqual(events.at(-1)?.response?.conversation, { id: conversation });
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.']);
    await client.stream({ input: 'Two?', conversation, store: false });
    const { id } = await client.create({ input: 'Three?', conversation, store: false });
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.', 'Two?', 'Yes.', 'Three?', 'Yes.']);
    assert.equal((await client.send('GET', `/v1/responses/${id}`)).status, 404);
  });

  it('adds them in the background once it is completed, and nothing while it runs', async () => {
    const hold = Promise.withResolvers<void>();
    const client = responseClient({ model: takingModel(['It ', () => hold.promise, 'is.'], {}) });
    const conversation = await conversationIn(client);
    const { id, status } = await client.create({ input: 'One?', conversation, background: true });
    assert.equal(status, 'queued');
    await until('the first words', async () => (await stored(client, id)).output.length > 0);
    assert.deepEqual(await textsIn(client, conversation), []);
    hold.resolve();
    await until('the end', async () => (await stored(client, id)).status === 'completed');
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'It is.']);
  });

  it('that is cancelled or fails adds nothing', async () => {
    const broken = async (): Promise<void> => {
      throw new ServiceError('provider_unavailable', 'The model fell over.');
    };
    const failing = responseClient({ model: takingModel(['Hel', broken], {}) });
    const conversation = await conversationIn(failing);
    assert.equal((await failing.stream({ input: 'Hi', conversation })).at(-1)?.type, 'response.failed');
    assert.deepEqual(await failing.refused({ input: 'Hi', conversation }), [502, 'provider_unavailable', null]);
    assert.deepEqual(await textsIn(failing, conversation), []);
    const waiting = responseClient({ model: takingModel(['It ', () => new Promise(() => undefined)], {}) });
    const other = await conversationIn(waiting);
    const { id } = await waiting.create({ input: 'Hi', conversation: other, background: true });
    assert.equal((await okOf(await waiting.send('POST', `/v1/responses/${id}/cancel`)))['status'], 'cancelled');
    assert.deepEqual(await textsIn(waiting, other), []);
  });

  it('that cannot be stored adds nothing', async () => {
    const full = async (): Promise<never> => {
      throw new ServiceError('storage_full', 'The disk is full.');
    };
    const store = createInMemoryResponseStore({ clock: createTestClock() });
    const client = responseClient({ responseStore: { ...store, create: full } });
    const conversation = await conversationIn(client);
    for (const stream of [false, true]) {
      assert.deepEqual(await client.refused({ input: 'Hi', conversation, stream }), [507, 'storage_full', null]);
    }
    assert.deepEqual(await textsIn(client, conversation), []);
    const later = responseClient({ responseStore: { ...store, update: full } });
    const other = await conversationIn(later);
    assert.equal((await later.stream({ input: 'Hi', conversation: other })).at(-1)?.type, 'response.failed');
    assert.deepEqual(await textsIn(later, other), []);
  });

  it('that is cut or blocked adds what was said', async () => {
    const cut = takingModel(['Hel', { type: 'finish', reason: 'length', usage: { promptTokens: 1, completionTokens: 1 } }], {});
    const client = responseClient({ model: cut });
    const conversation = await conversationIn(client);
    assert.equal((await client.create({ input: 'Hi', conversation })).status, 'incomplete');
    assert.deepEqual(await textsIn(client, conversation), ['Hi', 'Hel']);
    assert.equal((await client.create({ input: 'FORBIDDEN', conversation })).incomplete_details?.reason, 'content_filter');
    assert.deepEqual(
      (await itemsIn(client, conversation)).map(({ status }) => status),
      ['completed', 'incomplete', 'completed', 'incomplete'],
    );
  });

  it('calls functions, whose outputs the next one brings', async () => {
    const model = turnsModel([CALL, ['Rain.'], ['Bye.']]);
    const client = responseClient({ model });
    const conversation = await conversationIn(client);
    await client.create({ input: 'Weather?', conversation, tools: [weather] });
    assert.deepEqual(await client.refused({ input: 'Well?', conversation }), [400, 'invalid_input', 'input']);
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'rain' };
    await client.create({ input: [output], conversation, tools: [weather] });
    await client.create({ input: 'Thanks', conversation });
    assert.deepEqual(model.requests.map(toldTo).at(-1), [
      'user: Weather?',
      'assistant: call',
      'tool: rain',
      'assistant: Rain.',
      'user: Thanks',
    ]);
    assert.deepEqual(await textsIn(client, conversation), ['Weather?', 'function_call', 'function_call_output', 'Rain.', 'Thanks', 'Bye.']);
  });

  it('goes on without input if the conversation ends with what is to be answered', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client, { items: [{ role: 'user', content: 'One?' }] });
    await client.create({ conversation });
    assert.deepEqual(model.requests.map(toldTo), [['user: One?']]);
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.']);
    assert.deepEqual(await client.refused({ conversation: await conversationIn(client) }), [400, 'invalid_input', 'input']);
  });

  it('keeps what its searches found, which the items show on request', async () => {
    const fileSearch = recordingSearch([passage('The keeper is Ada.')]);
    const client = responseClient({ model: takingModel(['Ada.'], {}), fileSearch });
    const conversation = await conversationIn(client);
    await client.create({ input: 'Who?', conversation, tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] });
    assert.deepEqual(await textsIn(client, conversation), ['Who?', 'file_search_call', 'Ada.']);
    const results = async (query: string) => (await itemsIn(client, conversation, query))[1]?.['results'];
    assert.equal(await results(''), null);
    assert.equal(((await results('&include=file_search_call.results')) as { text: string }[])[0]?.text, 'The keeper is Ada.');
  });

  it('that is made at the same time as another adds its items after those of the one that was completed before it', async () => {
    const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turns = turnsModel([
      [...CALL.slice(0, 1), () => holds[0]?.promise ?? Promise.resolve(), ...CALL.slice(1)],
      [() => holds[1]?.promise ?? Promise.resolve(), 'Two.'],
      ['Rain.'],
    ]);
    const client = responseClient({ model: turns });
    const conversation = await conversationIn(client);
    const first = client.create({ input: 'Weather?', conversation, tools: [weather] });
    await until('the first model', () => turns.requests.length === 1);
    const second = client.create({ input: 'Two?', conversation, tools: [weather] });
    await until('the second model', () => turns.requests.length === 2);
    holds[0]?.resolve();
    await first;
    holds[1]?.resolve();
    await second;
    assert.deepEqual(await textsIn(client, conversation), ['Weather?', 'function_call', 'Two?', 'Two.']);
    await client.create({ input: [{ type: 'function_call_output', call_id: 'call_1', output: 'rain' }], conversation });
    assert.deepEqual(turns.requests.map(toldTo).at(-1), [
      'user: Weather?',
      'assistant: call',
      'tool: rain',
      'user: Two?',
      'assistant: Two.',
    ]);
  });

  it('loses nothing when twenty are made at once', async () => {
    const client = responseClient({ model: takingModel(['Yes.'], {}) });
    const conversation = await conversationIn(client);
    const inputs = Array.from({ length: 20 }, (_, index) => `${index}?`);
    await Promise.all(
      inputs.map((input, index) => (index % 2 === 0 ? client.create({ input, conversation }) : client.stream({ input, conversation }))),
    );
    const texts = await textsIn(client, conversation);
    assert.deepEqual(texts.filter((_, index) => index % 2 === 0).toSorted(), inputs.toSorted());
    assert.ok(texts.every((text, index) => index % 2 === 0 || text === 'Yes.'));
  });

  it('refuses items that the conversation has, but takes references to them', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client, { items: [{ role: 'user', content: 'One?', id: 'msg_1' }] });
    const again = [
      { role: 'user', content: 'x' },
      { role: 'user', content: 'One?', id: 'msg_1' },
    ];
    assert.deepEqual(await client.refused({ input: again, conversation }), [400, 'invalid_input', 'input[1].id']);
    const twice = ['x', 'y'].map((content) => ({ role: 'user', content, id: 'msg_2' }));
    assert.deepEqual(await client.refused({ input: twice, conversation }), [400, 'invalid_input', 'input[1].id']);
    await client.create({ input: [{ type: 'item_reference', id: 'msg_1' }], conversation });
    assert.deepEqual(model.requests.map(toldTo), [['user: One?', 'user: One?']]);
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.']);
  });

  it('is refused if the conversation has no room for its input, while its output always has', async () => {
    const client = responseClient({ model: takingModel(['Yes.'], {}), settings: { maxConversationItems: 3 } });
    const conversation = await conversationIn(client);
    await client.create({ input: 'One?', conversation });
    await client.create({ input: 'Two?', conversation });
    assert.deepEqual(await textsIn(client, conversation), ['One?', 'Yes.', 'Two?', 'Yes.']);
    assert.deepEqual(await client.refused({ input: 'Three?', conversation }), [413, 'payload_too_large', 'conversation']);
  });

  it('lists what it was made with as its input items, also when the conversation went on', async () => {
    const client = responseClient({ model: takingModel(['Yes.'], {}) });
    const conversation = await conversationIn(client);
    await client.create({ input: 'One?', conversation });
    const { id } = await client.create({ input: 'Two?', conversation });
    await client.create({ input: 'Three?', conversation });
    const inputs = async (): Promise<unknown[]> => {
      const page = await okOf(await client.send('GET', `/v1/responses/${id}/input_items?order=asc`));
      return (page['data'] as { content: { text: string }[] }[]).map(({ content }) => content[0]?.text);
    };
    assert.deepEqual(await inputs(), ['One?', 'Yes.', 'Two?']);
    await client.send('DELETE', `/v1/conversations/${conversation}`);
    assert.deepEqual(await inputs(), ['Two?']);
  });

  it('is gone on from by previous_response_id with what was before it, outside the conversation', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client);
    await client.create({ input: 'One?', conversation });
    const { id } = await client.create({ input: 'Two?', conversation });
    await client.create({ input: 'Three?', conversation });
    const branch = await client.create({ input: 'Other?', previous_response_id: id });
    assert.equal(branch.conversation, null);
    await client.create({ input: 'More?', previous_response_id: branch.id });
    assert.deepEqual(model.requests.map(toldTo).at(-1), [
      'user: One?',
      'assistant: Yes.',
      'user: Two?',
      'assistant: Yes.',
      'user: Other?',
      'assistant: Yes.',
      'user: More?',
    ]);
    assert.equal((await textsIn(client, conversation)).length, 6);
    await client.send('DELETE', `/v1/conversations/${conversation}`);
    assert.deepEqual(await client.refused({ input: 'x', previous_response_id: id }), [400, 'invalid_input', 'previous_response_id']);
  });

  it('is answered although the conversation is deleted meanwhile', async () => {
    const hold = Promise.withResolvers<void>();
    const model = takingModel([() => hold.promise, 'Yes.'], {});
    const client = responseClient({ model });
    const conversation = await conversationIn(client);
    const asked = client.create({ input: 'One?', conversation });
    await until('the model', () => model.requests.length === 1);
    await okOf(await client.send('DELETE', `/v1/conversations/${conversation}`));
    hold.resolve();
    assert.equal((await stored(client, (await asked).id)).status, 'completed');
    const gone = await client.send('GET', `/v1/conversations/${conversation}/items`);
    assert.deepEqual(await problemOf(gone), [404, 'not_found', 'conversation_id']);
  });
});
