import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { until } from '../system/until.ts';
import { eventsOf, problemOf, responseClient, takingModel, textOf, type ResponseClient } from './response-client.ts';

/** A model that waits in the middle of its answer. */
function holdingModel() {
  const hold = Promise.withResolvers<void>();
  return { model: takingModel(['It ', () => hold.promise, 'is.'], {}), release: hold.resolve };
}

/** A stream that has begun, up to the first text; `rest` are all its events. */
async function begin(client: ResponseClient, body: object = {}) {
  const response = await client.send('POST', '/v1/responses', { input: 'Hi', stream: true, ...body });
  const [own, rest] = response.body?.tee() ?? assert.fail();
  const reader = own.getReader();
  let head = '';
  while (!head.includes('"delta":"It "')) head += new TextDecoder().decode((await reader.read()).value);
  const leave = async () => {
    await Promise.all([reader.cancel(), rest.cancel()]);
  };
  return { id: /"id":"(resp_[^"]+)"/.exec(head)?.[1] ?? '', leave, rest: async () => eventsOf(await new Response(rest).text()) };
}

async function get(client: ResponseClient, id: string): Promise<ResponseBody> {
  const response = await client.send('GET', `/v1/responses/${id}`);
  assert.equal(response.status, 200);
  return (await response.json()) as ResponseBody;
}

describe('a response while it is being streamed', () => {
  it('is given as it is so far, with its input items, and as a stream', async () => {
    const { model, release } = holdingModel();
    const client = responseClient({ model });
    const { id, rest } = await begin(client);
    const sofar = await get(client, id);
    assert.deepEqual([sofar.status, sofar.background, textOf(sofar), sofar.usage], ['in_progress', false, 'It ', null]);
    const items = (await (await client.send('GET', `/v1/responses/${id}/input_items`)).json()) as { data: { type: string }[] };
    assert.deepEqual(
      items.data.map(({ type }) => type),
      ['message'],
    );
    assert.deepEqual(await client.refused({ input: 'x', previous_response_id: id }), [400, 'invalid_input', 'previous_response_id']);
    const again = client.send('GET', `/v1/responses/${id}?stream=true&starting_after=2`).then((response) => response.text());
    release();
    const events = await rest();
    assert.deepEqual(eventsOf(await again), events.slice(3));
    assert.deepEqual(await get(client, id), events.at(-1)?.response);
  });

  it('is in progress for every reasoner with the same database, and failed for them once its process is gone', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const { id } = await begin(responseClient({ model: holdingModel().model, responseStore, clock }));
    const other = responseClient({ responseStore, clock, settings: { responseAliveMs: 30_000 } });
    const sofar = await get(other, id);
    assert.deepEqual([sofar.id, sofar.status, sofar.output], [id, 'in_progress', []]);
    clock.advance(30_001);
    assert.deepEqual([(await get(other, id)).status, (await get(other, id)).error?.code], ['failed', 'server_error']);
  });

  it('is kept as cancelled, with what was said, if its client leaves', async () => {
    const { model } = holdingModel();
    const client = responseClient({ model });
    const { id, leave } = await begin(client);
    await leave();
    assert.equal(model.signal()?.aborted, true);
    await until('the end', async () => (await get(client, id)).status !== 'in_progress');
    const left = await get(client, id);
    assert.deepEqual([left.status, textOf(left), left.output[0]?.status], ['cancelled', 'It ', 'incomplete']);
    const events = eventsOf(await (await client.send('GET', `/v1/responses/${id}?stream=true`)).text());
    assert.equal(events.at(-1)?.type, 'response.cancelled');
  });

  it('ends and is gone when it is deleted', async () => {
    const { model } = holdingModel();
    const client = responseClient({ model });
    const { id, rest } = await begin(client);
    assert.equal((await client.send('DELETE', `/v1/responses/${id}`)).status, 200);
    assert.equal(model.signal()?.aborted, true);
    assert.equal((await rest()).at(-1)?.type, 'response.cancelled');
    assert.equal((await client.send('GET', `/v1/responses/${id}`)).status, 404);
  });

  it('ends within a second when another reasoner with the same database deletes it', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const { model } = holdingModel();
    const client = responseClient({ model, responseStore, clock, settings: { responseAliveMs: 100 } });
    const stopped = new AbortController();
    const consuming = client.reasoner.consume(stopped.signal);
    const { id, rest } = await begin(client);
    assert.equal((await responseClient({ responseStore, clock }).send('DELETE', `/v1/responses/${id}`)).status, 200);
    assert.equal((await rest()).at(-1)?.type, 'response.cancelled');
    stopped.abort();
    await consuming;
  });

  it('is not there for others, nor for anybody with store false', async () => {
    const apiKeys = [
      { name: 'ann', key: 'key-of-ann' },
      { name: 'bob', key: 'key-of-bob' },
    ];
    const { model, release } = holdingModel();
    const open = responseClient({ model, apiKeys });
    const as = (key: string): ResponseClient => ({
      ...open,
      send: (method, path, body) => open.send(method, path, body, { authorization: `Bearer ${key}` }),
    });
    const ann = as('key-of-ann');
    const kept = await begin(ann);
    const loose = await begin(ann, { store: false });
    for (const [client, id] of [
      [as('key-of-bob'), kept.id],
      [ann, loose.id],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '?stream=true'],
        ['GET', '/input_items'],
        ['POST', '/cancel'],
        ['DELETE', ''],
      ] as const) {
        assert.deepEqual(await problemOf(await client.send(method, `/v1/responses/${id}${path}`)), [404, 'not_found', 'response_id']);
      }
    }
    release();
    for (const { rest } of [kept, loose]) assert.equal((await rest()).at(-1)?.type, 'response.completed');
    assert.equal((await ann.send('GET', `/v1/responses/${loose.id}`)).status, 404);
  });

  it('cannot be cancelled, as it was not made in the background: it goes on, and is 400 to every reasoner on the bus', async () => {
    const bus = createInMemoryBus();
    const { model, release } = holdingModel();
    const maker = responseClient({ model, bus });
    const cancelled = async (client: ResponseClient, id: string) => problemOf(await client.send('POST', `/v1/responses/${id}/cancel`));
    const kept = await begin(maker);
    const loose = await begin(maker, { store: false });
    for (const client of [maker, responseClient({ bus })]) {
      assert.deepEqual(await cancelled(client, kept.id), [400, 'invalid_input', 'response_id']);
      assert.deepEqual(await cancelled(client, loose.id), [404, 'not_found', 'response_id']);
    }
    release();
    assert.equal((await kept.rest()).at(-1)?.type, 'response.completed');
    await loose.rest();
    assert.deepEqual(await cancelled(maker, kept.id), [400, 'invalid_input', 'response_id']);
  });
});
