import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conversationIn, itemsIn, okOf, textsIn } from './conversation-client.ts';
import { problemOf, responseClient, takingModel, type ResponseClient } from './response-client.ts';

const user = (content: string, given: object = {}): object => ({ role: 'user', content, ...given });
const get = (client: ResponseClient, path: string) => client.send('GET', path);

describe('a conversation', () => {
  it('is created, read, changed and deleted', async () => {
    const client = responseClient();
    const made = await okOf(await client.send('POST', '/v1/conversations', { metadata: { topic: 'ships' }, items: [user('Hi')] }));
    const { id, ...rest } = made;
    assert.match(String(id), /^conv_/);
    assert.deepEqual(rest, { object: 'conversation', created_at: 1_767_323_045, metadata: { topic: 'ships' } });
    assert.deepEqual(await okOf(await get(client, `/v1/conversations/${String(id)}`)), made);
    const changed = await okOf(await client.send('POST', `/v1/conversations/${String(id)}`, { metadata: { other: 'x' } }));
    assert.deepEqual(changed, { ...made, metadata: { other: 'x' } });
    assert.deepEqual(await okOf(await get(client, `/v1/conversations/${String(id)}`)), changed);
    const deleted = await okOf(await client.send('DELETE', `/v1/conversations/${String(id)}`));
    assert.deepEqual(deleted, { id, object: 'conversation.deleted', deleted: true });
    for (const path of ['', '/items', '/items/msg_1'])
      assert.deepEqual(await problemOf(await get(client, `/v1/conversations/${String(id)}${path}`)), [404, 'not_found', 'conversation_id']);
  });

  it('is empty without a body', async () => {
    const client = responseClient();
    const create = (body?: ReadableStream) =>
      client.reasoner.handle(new Request('http://localhost/v1/conversations', { method: 'POST', ...(body && { body }) }));
    // As some runtimes give a request without a body.
    const nothing = new ReadableStream({ start: (controller) => controller.close() });
    assert.deepEqual((await okOf(await create(nothing)))['metadata'], {});
    const { id, metadata } = await okOf(await create());
    assert.deepEqual(metadata, {});
    assert.deepEqual(await okOf(await get(client, `/v1/conversations/${String(id)}/items`)), {
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
  });

  it('belongs to the API key that created it', async () => {
    const apiKeys = ['ann', 'bob'].map((name) => ({ name, key: `${name}-key-123456` }));
    const client = responseClient({ apiKeys });
    const [ann, bob] = apiKeys.map(({ key }) => ({ authorization: `Bearer ${key}` }));
    const { id } = await okOf(await client.send('POST', '/v1/conversations', { items: [user('Hi', { id: 'msg_1' })] }, ann));
    const path = `/v1/conversations/${String(id)}`;
    for (const [method, rest, body] of [
      ['GET', ''],
      ['POST', '', { metadata: {} }],
      ['DELETE', ''],
      ['GET', '/items'],
      ['POST', '/items', { items: [user('x')] }],
      ['GET', '/items/msg_1'],
      ['DELETE', '/items/msg_1'],
    ] as const) {
      const problem = await problemOf(await client.send(method, `${path}${rest}`, body, bob));
      assert.deepEqual(problem, [404, 'not_found', 'conversation_id'], `${method} ${rest}`);
    }
    const asked = await client.send('POST', '/v1/responses', { input: 'x', conversation: id }, bob);
    assert.deepEqual(await problemOf(asked), [404, 'not_found', 'conversation']);
    assert.equal((await client.send('GET', `${path}/items/msg_1`, undefined, ann)).status, 200);
  });

  it('is one of as many as an API key may have', async () => {
    const client = responseClient({ settings: { conversationsPerKey: 1 } });
    const id = await conversationIn(client);
    const refused = await client.send('POST', '/v1/conversations', {});
    assert.equal(refused.headers.get('x-should-retry'), 'false');
    assert.deepEqual(await problemOf(refused), [507, 'storage_full', null]);
    await client.send('DELETE', `/v1/conversations/${id}`);
    await conversationIn(client);
  });

  const cases: [string, object, string][] = [
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['17 pairs of metadata', { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, 'v'])) }, 'metadata'],
    ['a key of 65 characters', { metadata: { ['k'.repeat(65)]: 'v' } }, 'metadata'],
    ['a value of 513 characters', { metadata: { k: 'v'.repeat(513) } }, 'metadata.k'],
    ['items that are a text', { items: 'Hi' }, 'items'],
    ['21 items', { items: Array.from({ length: 21 }, () => user('x')) }, 'items'],
    ['an item without content', { items: [user('x'), { role: 'user' }] }, 'items[1].content'],
    ['an item of unknown type', { items: [{ type: 'computer_call' }] }, 'items[0].type'],
    ['an id that is given twice', { items: [user('x', { id: 'msg_1' }), user('y', { id: 'msg_1' })] }, 'items[1].id'],
  ];
  for (const [name, body, param] of cases) {
    it(`refuses ${name}: 400 naming ${param}`, async () => {
      const refused = await responseClient().send('POST', '/v1/conversations', body);
      assert.deepEqual(await problemOf(refused), [400, 'invalid_input', param]);
    });
  }

  it('takes metadata at its limits, and null for none', async () => {
    const client = responseClient();
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`${n}`.padEnd(64, 'k'), 'v'.repeat(512)]));
    const made = await okOf(await client.send('POST', '/v1/conversations', { metadata, items: null }));
    assert.deepEqual(made['metadata'], metadata);
    const path = `/v1/conversations/${String(made['id'])}`;
    assert.deepEqual((await okOf(await client.send('POST', path, { metadata: null })))['metadata'], {});
    assert.deepEqual(await problemOf(await client.send('POST', path, {})), [400, 'invalid_input', 'metadata']);
  });
});

describe('the items of a conversation', () => {
  it('are added at the end, read one by one, and deleted', async () => {
    const client = responseClient();
    const id = await conversationIn(client, { items: [user('One')] });
    const call = { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'rain' };
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] };
    const items = [{ role: 'assistant', content: 'Two', id: 'msg_two' }, reasoning, call, output];
    const added = await okOf(await client.send('POST', `/v1/conversations/${id}/items`, { items }));
    const data = added['data'] as { id: string }[];
    assert.deepEqual(
      [added['object'], added['first_id'], added['last_id'], added['has_more']],
      ['list', 'msg_two', data.at(-1)?.id, false],
    );
    assert.deepEqual(data.slice(0, 2), [
      {
        type: 'message',
        id: 'msg_two',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Two', annotations: [], logprobs: [] }],
      },
      reasoning,
    ]);
    assert.deepEqual(data.slice(2), [
      { ...call, id: data[2]?.id, status: 'completed' },
      { ...output, id: data[3]?.id, status: 'completed' },
    ]);
    assert.deepEqual(await okOf(await get(client, `/v1/conversations/${id}/items/msg_two`)), data[0]);
    assert.deepEqual(await textsIn(client, id), ['One', 'Two', 'reasoning', 'function_call', 'function_call_output']);
    const conversation = await okOf(await client.send('DELETE', `/v1/conversations/${id}/items/msg_two`));
    assert.deepEqual([conversation['id'], conversation['object']], [id, 'conversation']);
    for (const method of ['GET', 'DELETE'])
      assert.deepEqual(await problemOf(await client.send(method, `/v1/conversations/${id}/items/msg_two`)), [404, 'not_found', 'item_id']);
    assert.equal((await itemsIn(client, id)).length, 4);
  });

  it('are listed in pages, the latest first', async () => {
    const client = responseClient();
    const ids = ['msg_1', 'msg_2', 'msg_3'];
    const id = await conversationIn(client, { items: ids.map((item) => user(item, { id: item })) });
    const page = async (query: string) => {
      const { data, ...rest } = await okOf(await get(client, `/v1/conversations/${id}/items${query}`));
      return [(data as { id: string }[]).map((item) => item.id), rest] as const;
    };
    const told = (first_id: string, last_id: string, has_more: boolean) => ({ object: 'list', first_id, last_id, has_more });
    assert.deepEqual(await page(''), [ids.toReversed(), told('msg_3', 'msg_1', false)]);
    assert.deepEqual(await page('?limit=2'), [['msg_3', 'msg_2'], told('msg_3', 'msg_2', true)]);
    assert.deepEqual(await page('?limit=2&after=msg_2'), [['msg_1'], told('msg_1', 'msg_1', false)]);
    assert.deepEqual(await page('?order=asc&limit=1&after=msg_1'), [['msg_2'], told('msg_2', 'msg_2', true)]);
    for (const [query, param] of [
      ['?limit=0', 'limit'],
      ['?limit=101', 'limit'],
      ['?order=up', 'order'],
      ['?after=none', 'after'],
      ['?include=all', 'include[0]'],
    ] as const) {
      assert.deepEqual(await problemOf(await get(client, `/v1/conversations/${id}/items${query}`)), [400, 'invalid_input', param]);
    }
  });

  it('may be references to items of stored responses', async () => {
    const client = responseClient({ model: takingModel(['Yes.'], {}) });
    const { output } = await client.create({ input: 'One?' });
    const id = await conversationIn(client, { items: [{ type: 'item_reference', id: output[0]?.id }] });
    assert.deepEqual(await textsIn(client, id), ['Yes.']);
    const unknown = { items: [{ type: 'item_reference', id: 'msg_none' }] };
    assert.deepEqual(await problemOf(await client.send('POST', '/v1/conversations', unknown)), [404, 'not_found', 'items[0].id']);
  });

  it('are refused if one of them is there already, or there would be too many, and none is added', async () => {
    const client = responseClient({ settings: { maxConversationItems: 3 } });
    const id = await conversationIn(client, { items: [user('One', { id: 'msg_1' })] });
    const add = async (...items: object[]) => problemOf(await client.send('POST', `/v1/conversations/${id}/items`, { items }));
    assert.deepEqual(await add(user('Two'), user('One', { id: 'msg_1' })), [400, 'invalid_input', 'items[1].id']);
    assert.deepEqual(await add(user('2'), user('3'), user('4')), [413, 'payload_too_large', 'items']);
    assert.deepEqual(await add(), [400, 'invalid_input', 'items']);
    assert.deepEqual(await textsIn(client, id), ['One']);
  });
});
