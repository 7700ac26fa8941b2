import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createTestClock, createTestLogger } from '../unit/reasoner-doubles.ts';
import { eventsOf, problemOf, responseClient, takingModel } from './response-client.ts';

describe('a stored response', () => {
  it('is given again as it was', async () => {
    const client = responseClient();
    const body = await client.create({ input: 'Hi', metadata: { a: 'b' } });
    const again = await client.send('GET', `/v1/responses/${body.id}`);
    assert.deepEqual(await again.json(), body);
  });

  it('is not kept with store false', async () => {
    const client = responseClient();
    const body = await client.create({ input: 'Hi', store: false });
    assert.equal(body.store, false);
    assert.deepEqual(await problemOf(await client.send('GET', `/v1/responses/${body.id}`)), [404, 'not_found', 'response_id']);
    assert.deepEqual(await client.refused({ input: 'x', previous_response_id: body.id }), [400, 'invalid_input', 'previous_response_id']);
  });

  it('is deleted once, and nothing goes on from it any more', async () => {
    const client = responseClient();
    const first = await client.create({ input: 'Hi' });
    const second = await client.create({ input: 'And?', previous_response_id: first.id });
    const deleted = await client.send('DELETE', `/v1/responses/${first.id}`);
    assert.deepEqual(await deleted.json(), { id: first.id, object: 'response', deleted: true });
    assert.equal((await client.send('DELETE', `/v1/responses/${first.id}`)).status, 404);
    assert.equal((await client.send('GET', `/v1/responses/${second.id}`)).status, 200);
    assert.deepEqual(await client.refused({ input: 'x', previous_response_id: second.id }), [400, 'invalid_input', 'previous_response_id']);
  });

  it('is gone on from with the whole conversation before it, and without its instructions', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const first = await client.create({ input: 'One?', instructions: 'Only once.' });
    const second = await client.create({ input: 'Two?', previous_response_id: first.id, instructions: 'Now this.' });
    assert.equal(second.previous_response_id, first.id);
    await client.create({ input: 'Three?', previous_response_id: second.id });
    assert.deepEqual(
      model.requests.map(({ messages }) => messages.map(({ role, content }) => `${role}: ${content}`)),
      [
        ['system: Only once.', 'user: One?'],
        ['system: Now this.', 'user: One?', 'assistant: Yes.', 'user: Two?'],
        ['user: One?', 'assistant: Yes.', 'user: Two?', 'assistant: Yes.', 'user: Three?'],
      ],
    );
  });

  it('lends its items to requests that refer to them', async () => {
    const model = takingModel(['Yes.'], {});
    const client = responseClient({ model });
    const { id, output } = await client.create({ input: [{ role: 'user', id: 'msg_mine', content: 'One?' }] });
    const input = [{ type: 'item_reference', id: 'msg_mine' }, { id: output[0]?.id }, { role: 'user', content: 'Two?' }];
    await client.create({ input });
    assert.deepEqual(
      model.requests[1]?.messages.map(({ content }) => content),
      ['One?', 'Yes.', 'Two?'],
    );
    await client.send('DELETE', `/v1/responses/${id}`);
  });

  it('shows the items it was asked with, those of the conversation before it included, in pages', async () => {
    const client = responseClient();
    const first = await client.create({ input: 'One?' });
    const { id } = await client.create({ previous_response_id: first.id, input: [{ role: 'user', id: 'msg_two', content: 'Two?' }] });
    const page = async (query: string): Promise<{ ids: string[]; has_more: boolean; first_id: string; last_id: string }> => {
      const response = await client.send('GET', `/v1/responses/${id}/input_items${query}`);
      const body = (await response.json()) as {
        object: string;
        data: { id: string }[];
        has_more: boolean;
        first_id: string;
        last_id: string;
      };
      assert.equal(body.object, 'list');
      return { ...body, ids: body.data.map((item) => item.id) };
    };
    const all = await page('');
    assert.deepEqual([all.ids.length, all.ids[0], all.ids[1], all.has_more], [3, 'msg_two', first.output[0]?.id, false]);
    const rising = await page('?order=asc&limit=2');
    assert.deepEqual([rising.ids, rising.has_more], [all.ids.toReversed().slice(0, 2), true]);
    const rest = await page(`?order=asc&limit=2&after=${rising.last_id}`);
    assert.deepEqual([rest.ids, rest.has_more, rest.first_id], [['msg_two'], false, 'msg_two']);
    assert.deepEqual((await page(`?order=asc&limit=1&before=msg_two`)).ids, [first.output[0]?.id]);
    for (const [query, param] of [
      ['?limit=0', 'limit'],
      ['?limit=101', 'limit'],
      ['?order=up', 'order'],
      ['?after=none', 'after'],
      ['?include=all', 'include[0]'],
    ] as const) {
      const problem = await problemOf(await client.send('GET', `/v1/responses/${id}/input_items${query}`));
      assert.deepEqual(problem, [400, 'invalid_input', param], query);
    }
  });

  it('is streamed again as it was streamed the first time, and from behind any event on', async () => {
    const client = responseClient();
    const events = await client.stream({ input: 'Hi' });
    const id = events[0]?.response?.id;
    const again = await client.send('GET', `/v1/responses/${id}?stream=true`);
    assert.deepEqual(eventsOf(await again.text()), events);
    const rest = await client.send('GET', `/v1/responses/${id}?stream=true&starting_after=5`);
    assert.deepEqual(eventsOf(await rest.text()), events.slice(6));
    for (const [query, param] of [
      ['?stream=yes', 'stream'],
      ['?starting_after=1', 'starting_after'],
      ['?stream=true&starting_after=x', 'starting_after'],
    ] as const) {
      assert.deepEqual(await problemOf(await client.send('GET', `/v1/responses/${id}${query}`)), [400, 'invalid_input', param]);
    }
  });

  it('is kept as failed when its stream failed', async () => {
    const broken = async (): Promise<void> => {
      throw new ServiceError('provider_unavailable', 'The model fell over.');
    };
    const client = responseClient({ model: takingModel(['Hel', broken], {}) });
    const events = await client.stream({ input: 'Hi' });
    assert.deepEqual(
      events.slice(-2).map(({ type, code }) => [type, code]),
      [
        ['error', 'server_error'],
        ['response.failed', undefined],
      ],
    );
    const told = { code: 'server_error', message: 'The model fell over.', param: null };
    const { type, sequence_number: number, ...error } = events.at(-2) ?? assert.fail();
    assert.deepEqual([type, typeof number, error], ['error', 'number', { ...told, error: { type: 'server_error', ...told } }]);
    const failed = events.at(-1)?.response;
    assert.deepEqual(failed?.error, { code: 'server_error', message: 'The model fell over.' });
    assert.equal(failed.output[0]?.status, 'incomplete');
    const again = await client.send('GET', `/v1/responses/${failed.id}`);
    assert.deepEqual(await again.json(), failed);
  });

  it('that cannot be stored is not answered as if it were', async () => {
    const store = createInMemoryResponseStore({ clock: createTestClock() });
    const full = async (): Promise<never> => {
      throw new ServiceError('storage_full', 'The disk is full.');
    };
    const logger = createTestLogger();
    const client = responseClient({ responseStore: { ...store, create: full } });
    for (const stream of [false, true]) assert.deepEqual(await client.refused({ input: 'Hi', stream }), [507, 'storage_full', null]);
    const events = await responseClient({ responseStore: { ...store, update: full }, logger }).stream({ input: 'Hi' });
    assert.equal(events.at(-1)?.type, 'response.failed');
    assert.equal(logger.lines.find(({ message }) => message === 'response not stored')?.fields['reason'], 'The disk is full.');
    assert.equal((await client.create({ input: 'Hi', store: false })).status, 'completed');
  });
});
