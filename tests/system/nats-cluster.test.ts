import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect, nkeys, type NatsConnection } from 'nats.ws';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { createNatsObjectStore } from '../../src/adapters/nats/object-store.ts';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsCluster, startNatsServer } from './nats-server.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { until } from './until.ts';

await allowSlowHooks();

const decode = (data: Uint8Array): string => new TextDecoder().decode(data);
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const disposable = (nats: NatsConnection) => Object.assign(nats, { [Symbol.asyncDispose]: () => nats.close() });

describe('a cluster of NATS servers', () => {
  it('keeps bus, queue and files at work when the server that had them is killed', async () => {
    await using resources = new AsyncDisposableStack();
    const servers = await startNatsCluster(3);
    for (const server of servers) resources.use(server);
    const url = servers.map((server) => server.url).join(',');
    const logger = createRecordedLogger();
    const bus = resources.use(connectNatsBus({ url, name: 'cluster', logger }));
    const queue = resources.use(
      createNatsWorkQueue({
        url,
        replicas: 3,
        prefix: 'CLUSTER',
        clock: systemClock,
        logger,
        timeoutMs: 1000,
        limits: { leaseMs: 2000, duplicateWindowMs: 60_000, keepAnswersMs: 60_000, maxItems: 100, maxDeadLetters: 100 },
        subjects: { work: 'cluster.work', failed: 'cluster.failed', result: 'cluster.result', answers: 'cluster.answers' },
      }),
    );
    const store = resources.use(createNatsObjectStore({ url, replicas: 3, bucket: 'files', timeoutMs: 1500 }));
    const worked: string[] = [];
    const stop = new AbortController();
    const consuming = queue.consume(
      async (item) => {
        await item.done();
        worked.push(decode(item.data));
      },
      { concurrency: 1, signal: stop.signal },
    );
    const succeeds = (what: string, work: () => Promise<unknown>): Promise<void> =>
      until(what, () =>
        work().then(
          () => true,
          () => false,
        ),
      );
    await succeeds('the queue is made', () => queue.ping(AbortSignal.timeout(5000)));
    await succeeds('a file is stored', () => store.put('kept', new Blob(['text']).stream(), 'text/plain'));
    await queue.enqueue('before', encode('before'));
    await until('work is done', () => worked.includes('before'));

    const nats = resources.use(disposable(await connect({ servers: servers[2]?.url ?? '' })));
    const manager = await nats.jetstreamManager();
    for (const stream of ['CLUSTER_REQUESTS', 'OBJ_files']) assert.equal((await manager.streams.info(stream)).config.num_replicas, 3);
    await servers[0]?.kill();

    await succeeds('work is taken again', () => queue.enqueue('after', encode('after')));
    await until('work is done again', () => worked.includes('after'));
    await until('the bus is connected again', () => bus.connected);
    await bus.ping(AbortSignal.timeout(5000));
    await succeeds('the file is there', async () => assert.ok((await store.get('kept')) !== undefined));
    stop.abort();
    await consuming;
  });
});

describe('PLATFORM_NATS_CREDENTIALS_FILE', () => {
  it('signs in with the seed of an nkey', async () => {
    const pair = nkeys.createUser();
    const lines = [`authorization { users: [{ nkey: "${pair.getPublicKey()}" }] }`];
    await using server = await startNatsServer({ lines });
    const logger = createRecordedLogger();
    const credentials = `${decode(pair.getSeed())}\n`;
    await using bus = connectNatsBus({ url: server.url, credentials, name: 'nkey', logger });
    await until('the bus connects', () => bus.connected);
    await using other = connectNatsBus({ url: server.url, name: 'nobody', logger });
    await until('nobody is refused', () => logger.lines.some(({ fields }) => /authorization/i.test(String(fields.reason))));
    assert.equal(other.connected, false);
    assert.ok(!JSON.stringify(logger.lines).includes(credentials.trim()));
  });
});
