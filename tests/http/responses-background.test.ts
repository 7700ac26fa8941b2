import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { ResponseBody } from '../../src/reasoner/responses/response-body.ts';
import { createManualClock } from '../fixtures/manual-system.ts';
import { until } from '../system/until.ts';
import { eventsOf, problemOf, responseClient, takingModel, textOf, type ResponseClient } from './response-client.ts';

async function get(client: ResponseClient, id: string): Promise<ResponseBody> {
  const response = await client.send('GET', `/v1/responses/${id}`);
  assert.equal(response.status, 200);
  return (await response.json()) as ResponseBody;
}

const isOver = async (client: ResponseClient, id: string): Promise<boolean> =>
  !['queued', 'in_progress'].includes((await get(client, id)).status);

/** A model that waits in the middle of its answer. */
function holdingModel() {
  const hold = Promise.withResolvers<void>();
  return { model: takingModel(['It ', () => hold.promise, 'is.'], {}), release: hold.resolve };
}

describe('a response in the background', () => {
  it('is answered at once as queued, shows how far it is, and completes', async () => {
    const { model, release } = holdingModel();
    const client = responseClient({ model });
    const first = await client.create({ input: 'Hi', background: true });
    assert.deepEqual([first.status, first.background, first.output], ['queued', true, []]);
    await until('the text so far', async () => textOf(await get(client, first.id)) === 'It ');
    assert.equal((await get(client, first.id)).status, 'in_progress');
    assert.deepEqual(await client.refused({ input: 'x', previous_response_id: first.id }), [400, 'invalid_input', 'previous_response_id']);
    release();
    await until('the end', () => isOver(client, first.id));
    const done = await get(client, first.id);
    assert.deepEqual([done.status, textOf(done)], ['completed', 'It is.']);
    assert.equal((await client.create({ input: 'x', previous_response_id: first.id })).status, 'completed');
  });

  it('is followed by several streams, from the beginning or from behind an event, while it is made and later', async () => {
    const { model, release } = holdingModel();
    const client = responseClient({ model });
    const response = await client.send('POST', '/v1/responses', { input: 'Hi', background: true, stream: true });
    const reader = response.body?.getReader();
    const head = new TextDecoder().decode((await reader?.read())?.value);
    const id = /"id":"(resp_[^"]+)"/.exec(head)?.[1] ?? '';
    await until('the text so far', async () => textOf(await get(client, id)) === 'It ');
    // The first reader leaves: the response goes on.
    await reader?.cancel();
    const all = client.send('GET', `/v1/responses/${id}?stream=true`).then((again) => again.text());
    const rest = client.send('GET', `/v1/responses/${id}?stream=true&starting_after=4`).then((again) => again.text());
    release();
    const events = eventsOf(await all);
    assert.deepEqual(
      events.slice(0, 3).map(({ type, response: body }) => [type, body?.status]),
      [
        ['response.created', 'queued'],
        ['response.queued', 'queued'],
        ['response.in_progress', 'in_progress'],
      ],
    );
    assert.equal(events.map(({ delta = '' }) => delta).join(''), 'It is.');
    assert.equal(events.at(-1)?.type, 'response.completed');
    assert.deepEqual(eventsOf(await rest), events.slice(5));
    const later = await client.send('GET', `/v1/responses/${id}?stream=true`);
    assert.deepEqual(eventsOf(await later.text()), events);
  });

  it('is cancelled: the model stops, and it stays cancelled', async () => {
    const { model } = holdingModel();
    const client = responseClient({ model });
    const { id } = await client.create({ input: 'Hi', background: true });
    await until('the text so far', async () => textOf(await get(client, id)) === 'It ');
    const cancelled = (await (await client.send('POST', `/v1/responses/${id}/cancel`)).json()) as ResponseBody;
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(model.signal()?.aborted, true);
    assert.deepEqual([(await get(client, id)).status, cancelled.output[0]?.status], ['cancelled', 'incomplete']);
    const again = (await (await client.send('POST', `/v1/responses/${id}/cancel`)).json()) as ResponseBody;
    assert.equal(again.status, 'cancelled');
    const events = eventsOf(await (await client.send('GET', `/v1/responses/${id}?stream=true`)).text());
    assert.equal(events.at(-1)?.type, 'response.cancelled');
  });

  it('alone can be cancelled', async () => {
    const client = responseClient();
    const { id } = await client.create({ input: 'Hi' });
    assert.deepEqual(await problemOf(await client.send('POST', `/v1/responses/${id}/cancel`)), [400, 'invalid_input', 'response_id']);
    assert.deepEqual(await problemOf(await client.send('POST', '/v1/responses/resp_none/cancel')), [404, 'not_found', 'response_id']);
  });

  it('is stopped and gone when it is deleted', async () => {
    const { model } = holdingModel();
    const client = responseClient({ model });
    const { id } = await client.create({ input: 'Hi', background: true });
    await until('the model', () => model.signal() !== undefined);
    assert.equal((await client.send('DELETE', `/v1/responses/${id}`)).status, 200);
    assert.equal(model.signal()?.aborted, true);
    assert.equal((await client.send('GET', `/v1/responses/${id}`)).status, 404);
  });

  it('that fails says so in its error', async () => {
    const broken = async (): Promise<void> => {
      throw new ServiceError('provider_unavailable', 'The model fell over.');
    };
    const client = responseClient({ model: takingModel([broken], {}) });
    const { id } = await client.create({ input: 'Hi', background: true });
    await until('the end', () => isOver(client, id));
    const done = await get(client, id);
    assert.deepEqual([done.status, done.error], ['failed', { code: 'server_error', message: 'The model fell over.' }]);
  });

  it('over the limit is refused with 429, and its place is free again afterwards', async () => {
    const { model, release } = holdingModel();
    const client = responseClient({ model, settings: { maxBackgroundResponses: 1 } });
    const { id } = await client.create({ input: 'Hi', background: true });
    assert.deepEqual(await client.refused({ input: 'Hi', background: true }), [429, 'too_many_requests', null]);
    release();
    await until('the end', () => isOver(client, id));
    assert.equal((await client.create({ input: 'Hi', background: true })).status, 'queued');
  });

  it('whose process is gone is reported failed once its signs of life have stopped', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const dead = responseClient({ model: holdingModel().model, responseStore, clock });
    const { id } = await dead.create({ input: 'Hi', background: true });
    const client = responseClient({ responseStore, clock, settings: { responseAliveMs: 30_000 } });
    assert.equal((await get(client, id)).status, 'queued');
    clock.advance(30_001);
    const failed = await get(client, id);
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'server_error']);
    const events = eventsOf(await (await client.send('GET', `/v1/responses/${id}?stream=true`)).text());
    assert.equal(events.at(-1)?.type, 'response.failed');
  });

  it('of another process is streamed once it is finished, and cancelled there by its next sign of life', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const { model, release } = holdingModel();
    const maker = responseClient({ model, responseStore, clock });
    const other = responseClient({ responseStore, clock });
    const first = await maker.create({ input: 'Hi', background: true });
    const followed = other.send('GET', `/v1/responses/${first.id}?stream=true`).then((response) => response.text());
    release();
    assert.equal(eventsOf(await followed).at(-1)?.type, 'response.completed');

    const stopped = new AbortController();
    const held = holdingModel();
    const working = responseClient({ model: held.model, responseStore, clock, settings: { responseAliveMs: 100 } });
    const consuming = working.reasoner.consume(stopped.signal);
    const second = await working.create({ input: 'Hi', background: true });
    await until('the model', () => held.model.signal() !== undefined);
    const cancelled = (await (await other.send('POST', `/v1/responses/${second.id}/cancel`)).json()) as ResponseBody;
    assert.equal(cancelled.status, 'cancelled');
    await until('the model stops', () => held.model.signal()?.aborted === true);
    stopped.abort();
    await consuming;
    assert.equal((await get(other, second.id)).status, 'cancelled');
  });

  it('of another process on the same bus is cancelled at once, whichever database that has, and keeps what was said so far', async () => {
    const { model } = holdingModel();
    const bus = createInMemoryBus();
    const apiKeys = [
      { name: 'ann', key: 'key-of-ann' },
      { name: 'bob', key: 'key-of-bob' },
    ];
    const maker = responseClient({ model, bus, ids: uuidIds, apiKeys });
    const other = responseClient({ bus, ids: uuidIds, apiKeys });
    const ann = { authorization: 'Bearer key-of-ann' };
    const { id } = await maker.create({ input: 'Hi', background: true }, ann);
    const read = async () => (await (await maker.send('GET', `/v1/responses/${id}`, undefined, ann)).json()) as ResponseBody;
    await until('the text so far', async () => textOf(await read()) === 'It ');
    const bob = { authorization: 'Bearer key-of-bob' };
    assert.equal((await other.send('POST', `/v1/responses/${id}/cancel`, undefined, bob)).status, 404);
    assert.equal((await other.send('POST', '/v1/responses/resp_none/cancel', undefined, ann)).status, 404);
    const cancelled = (await (await other.send('POST', `/v1/responses/${id}/cancel`, undefined, ann)).json()) as ResponseBody;
    assert.deepEqual([cancelled.id, cancelled.status, textOf(cancelled)], [id, 'cancelled', 'It ']);
    assert.equal(model.signal()?.aborted, true);
    assert.deepEqual(await read(), cancelled);
    assert.equal((await other.send('POST', `/v1/responses/${id}/cancel`, undefined, ann)).status, 404, 'nothing of it is left there');
  });

  it('of a process that does not answer on the bus is cancelled in the database that both share; without one that is a timeout', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const { id } = await responseClient({ model: holdingModel().model, responseStore, clock }).create({ input: 'Hi', background: true });
    const bus = createInMemoryBus();
    const silent = new AbortController();
    bus.subscribe('platform.reasoner.cancel.*', { signal: silent.signal });
    const other = responseClient({ responseStore, clock, bus, settings: { probeTimeoutMs: 20 } });
    const cancelled = (await (await other.send('POST', `/v1/responses/${id}/cancel`)).json()) as ResponseBody;
    assert.deepEqual([cancelled.id, cancelled.status], [id, 'cancelled']);
    assert.deepEqual(await problemOf(await other.send('POST', '/v1/responses/resp_none/cancel')), [504, 'timeout', null]);
    silent.abort();
  });

  it('gives signs of life for as long as it is made', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const { model, release } = holdingModel();
    const client = responseClient({ model, responseStore, clock, settings: { responseAliveMs: 100 } });
    const stopped = new AbortController();
    const consuming = client.reasoner.consume(stopped.signal);
    const { id } = await client.create({ input: 'Hi', background: true });
    clock.advance(5000);
    await until('a sign of life', async () => ((await responseStore.get('', id))?.aliveUntil?.getTime() ?? 0) > clock.now().getTime());
    assert.equal((await get(responseClient({ responseStore, clock }), id)).status, 'queued');
    release();
    await until('the end', () => isOver(client, id));
    stopped.abort();
    await consuming;
    assert.equal((await get(client, id)).status, 'completed');
  });

  it('is stored as failed when the service stops', async () => {
    const clock = createManualClock();
    const responseStore = createInMemoryResponseStore({ clock });
    const client = responseClient({ model: holdingModel().model, responseStore, clock });
    const stopped = new AbortController();
    const consuming = client.reasoner.consume(stopped.signal);
    const { id } = await client.create({ input: 'Hi', background: true });
    stopped.abort();
    await consuming;
    const failed = await get(responseClient({ responseStore, clock }), id);
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'server_error']);
  });
});
