import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryConversationStore } from '../../src/adapters/in-memory/conversation-store.ts';
import { createInMemoryResponseStore } from '../../src/adapters/in-memory/response-store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createBusStops } from '../../src/reasoner/bus-stops.ts';
import { createLiveResponses } from '../../src/reasoner/responses/live-responses.ts';
import { readResponse } from '../../src/reasoner/responses/read-response.ts';
import { newBody } from '../../src/reasoner/responses/response-body.ts';
import type { ResponseStep } from '../../src/reasoner/responses/response-step.ts';
import { createTestLogger } from './reasoner-doubles.ts';

const FINISH: ResponseStep = { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 1 }, at: 5 };

/** A response in the background that goes on, a step at a time, once it was followed that far. */
async function started(steps: number) {
  const store = createInMemoryResponseStore({ clock: systemClock });
  const logger = createTestLogger();
  const stops = createBusStops({ bus: createInMemoryBus(), ids: uuidIds, logger, timeoutMs: 1000 });
  const conversations = createInMemoryConversationStore();
  const live = createLiveResponses({ store, conversations, clock: systemClock, logger, stops, aliveMs: 1000 });
  const asked = { model: 'm', input: 'x', background: true };
  const { settings } = readResponse(asked, { takes: {}, hasFileSearch: false, maxItems: 9, nextId: (prefix) => `${prefix}0` });
  const createdAt = systemClock.now();
  const first = newBody(settings, { id: 'resp_1', createdAt, model: 'm' });
  await store.create({ id: first.id, owner: '', status: first.status, createdAt, body: JSON.stringify(first), input: '[]', itemIds: [] });
  let seen = Promise.withResolvers<void>();
  const response = live.start({
    owner: '',
    requestId: 'r',
    first,
    inputIds: [],
    itemId: (index, prefix) => `${prefix}${index}`,
    additionOf: () => undefined,
    async *steps() {
      for (let step = 0; step < steps; step += 1) {
        await seen.promise;
        seen = Promise.withResolvers();
        yield `${step} `;
      }
      await seen.promise;
      yield FINISH;
    },
  });
  return { response, see: () => seen.resolve() };
}

describe('a response that is followed', () => {
  it('is listened for its end with one listener however many steps it has, and with none once it has ended', async () => {
    const { response, see } = await started(50);
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    let most = 0;
    signal.addEventListener = (_type: string, listener: unknown) => {
      listeners.add(listener);
      most = Math.max(most, listeners.size);
    };
    signal.removeEventListener = (_type: string, listener: unknown) => void listeners.delete(listener);
    const types: string[] = [];
    for await (const events of response.follow({ withResults: false, signal })) {
      types.push(...events.map(({ type }) => type));
      see();
    }
    assert.equal(types.filter((type) => type === 'response.output_text.delta').length, 50);
    assert.equal(types.at(-1), 'response.completed');
    assert.deepEqual([most, listeners.size], [1, 0]);
  });

  it('is followed no more once its reader leaves, while another still follows it', async () => {
    const { response, see } = await started(2);
    const leaving = new AbortController();
    const left = Array.fromAsync(response.follow({ withResults: false, signal: leaving.signal }));
    const stays = response.follow({ withResults: false, signal: new AbortController().signal });
    await stays.next();
    leaving.abort();
    assert.equal((await left).flat().length, 3);
    const rest: string[] = [];
    see();
    for await (const events of stays) {
      rest.push(...events.map(({ type }) => type));
      see();
    }
    assert.equal(rest.at(-1), 'response.completed');
  });
});
