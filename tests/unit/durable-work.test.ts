import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { BuriedMessage } from '../../src/core/dead-letter.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeJson, encodeJson, type JsonObject } from '../../src/core/json.ts';
import type { WorkItem, WorkQueue } from '../../src/ports/work-queue.ts';
import { createBusAnswers } from '../../src/reasoner/bus-answer.ts';
import { createDurableWork } from '../../src/reasoner/durable-work.ts';
import { readRequest } from '../../src/reasoner/read-request.ts';
import type { Runs } from '../../src/reasoner/runs.ts';
import { until } from '../system/until.ts';
import { createTestLogger } from './reasoner-doubles.ts';

const runs = {
  start: () => ({
    parts: (async function* () {
      yield { type: 'text-delta', text: 'Yes.' };
    })(),
  }),
} as unknown as Runs;

/** Works once on a request whose answer the queue takes as given; what was published on its stream, and whether it was buried. */
async function work(given: Pick<WorkItem, 'answered'> & { readonly known?: Uint8Array; readonly deliveries?: number }) {
  const bus = createInMemoryBus();
  const stop = new AbortController();
  const heard: JsonObject[] = [];
  const listening = (async () => {
    for await (const { data } of bus.subscribe('platform.reasoner.stream.r-1', { signal: stop.signal }))
      heard.push(decodeJson(data) as JsonObject);
  })();
  const buried: Partial<BuriedMessage>[] = [];
  const logger = createTestLogger();
  const handle = createDurableWork({
    queue: { answer: async () => given.known } as unknown as WorkQueue,
    answers: createBusAnswers({ bus, clock: systemClock, logger, flushTimeoutMs: 1000 }),
    runs,
    forget: async () => undefined,
    read: (bytes, subject) => readRequest(bytes, subject, { maxMessages: 8, maxCharacters: 100 }),
    clock: systemClock,
    logger,
    maxDeliveries: 3,
    retryMs: { first: 1, longest: 1 },
  });
  const data = encodeJson({ request_id: 'r-1', user_id: 'ada', text: 'Is it open?' });
  await handle(
    {
      data,
      headers: {},
      deliveries: given.deliveries ?? 1,
      enqueuedAt: new Date(),
      done: async () => undefined,
      retry: async () => undefined,
      answered: given.answered,
      bury: async (why) => void buried.push(why),
    },
    new AbortController().signal,
  );
  // The bus delivers in order.
  bus.publish('platform.reasoner.stream.r-1', encodeJson({ last: true }));
  await until('everything is heard', () => heard.some(({ last }) => last === true));
  stop.abort();
  await listening;
  return { ends: heard.filter(({ done }) => done === true).length, buried };
}

describe('the end marker of an answer ("published once")', () => {
  it('comes from the worker whose answer counts', async () => {
    assert.equal((await work({ answered: async (_id, _result, beforeTold) => (await beforeTold?.(), true) })).ends, 1);
    assert.equal((await work({ answered: async () => false })).ends, 0);
  });

  it('comes once for an answer that is larger than the bus takes, which becomes a dead letter', async () => {
    const { ends, buried } = await work({ answered: () => Promise.reject(new ServiceError('payload_too_large', 'too large')) });
    assert.equal(ends, 1);
    assert.equal(buried[0]?.errorType, 'payload_too_large');
  });

  it('comes from the next worker if the one that stored the answer died', async () => {
    assert.equal((await work({ known: encodeJson({}), deliveries: 2, answered: async () => false })).ends, 1);
  });
});
