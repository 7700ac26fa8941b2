import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connect, type JetStreamManager, type NatsConnection } from 'nats.ws';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { ServiceError } from '../../src/core/errors.ts';
import type { WorkQueue } from '../../src/ports/work-queue.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer, type NatsServer } from './nats-server.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { until } from './until.ts';

await allowSlowHooks();

const logger = createRecordedLogger();

function openQueue({ url }: NatsServer): WorkQueue {
  return createNatsWorkQueue({
    url,
    prefix: 'LOST',
    clock: systemClock,
    logger,
    limits: { leaseMs: 5000, duplicateWindowMs: 60_000, keepAnswersMs: 60_000, maxItems: 100, maxDeadLetters: 100 },
    subjects: { work: 'lost.work', failed: 'lost.failed', result: 'lost.result', answers: 'lost.answers' },
  });
}

describe('a durable queue whose place on the server is lost', () => {
  let server: NatsServer;
  let nats: NatsConnection;
  let manager: JetStreamManager;
  let queue: WorkQueue;
  const stop = new AbortController();
  const worked: string[] = [];
  let consuming: Promise<void>;

  before(async () => {
    server = await startNatsServer();
    queue = openQueue(server);
    consuming = queue.consume(
      async (item) => {
        worked.push(new TextDecoder().decode(item.data));
        await item.done();
      },
      { concurrency: 2, signal: stop.signal },
    );
    await queue.ping(AbortSignal.timeout(5000));
    nats = await connect({ servers: server.url });
    manager = await nats.jetstreamManager();
  });
  after(async () => {
    stop.abort();
    await consuming;
    await queue[Symbol.asyncDispose]();
    await nats.close();
    await server[Symbol.asyncDispose]();
  });

  const works = async (text: string): Promise<void> => {
    await queue.enqueue(text, new TextEncoder().encode(text));
    await until(`${text} is worked on`, () => worked.includes(text));
  };

  it('gets its consumer back, so that what it accepts is worked on', async () => {
    await works('before');
    await manager.consumers.delete('LOST_REQUESTS', 'workers');
    await works('without-consumer');
  });

  it('gets its streams back when somebody asks how it is', async () => {
    for (const name of ['REQUESTS', 'ANSWERS', 'RESULTS', 'DEAD_LETTERS']) await manager.streams.delete(`LOST_${name}`);
    await queue.ping(AbortSignal.timeout(5000));
    await works('without-streams');
  });
});

describe('a reasoner on a NATS server without JetStream', () => {
  it('"when any component is unhealthy, 503": the bus is, as requests cannot be kept, and the log says once why', async () => {
    await using server = await startNatsServer({ hasJetStream: false });
    await using bus = connectNatsBus({ url: server.url, name: 'reasoner', logger });
    await until('the bus connects', () => bus.connected);
    await using workQueue = openQueue(server);
    const reasoner = createReasoner(createReasonerDeps({ bus, workQueue, workQueueListens: true }));
    for (let time = 0; time < 2; time += 1) {
      const response = await reasoner.handle(new Request('http://localhost/health/deep'));
      assert.equal(response.status, 503);
      assert.deepEqual(((await response.json()) as { components: object }).components, { database: true, message_bus: false });
    }
    await assert.rejects(
      workQueue.enqueue('r-1', new Uint8Array(1)),
      (error) => error instanceof ServiceError && error.kind === 'unavailable' && error.message.includes('has no JetStream'),
    );
    assert.equal(logger.lines.filter(({ message }) => message === 'the durable queue cannot be used').length, 1);
  });
});
