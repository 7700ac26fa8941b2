import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { connect } from 'nats.ws';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { createNatsWorkQueue } from '../../src/adapters/nats/work-queue.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { decodeJson, encodeJson, type JsonObject } from '../../src/core/json.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { startModelServer } from '../contract/model-server.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { allowSlowHooks } from '../slow.ts';
import { createScriptedModel } from '../unit/reasoner-doubles.ts';
import { startNatsServer } from './nats-server.ts';
import { runParley } from './parley-process.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

/** A reasoner on a real nats-server, reachable over HTTP too, and a client of its bus. */
async function serve(url: string, folder: string, model = createScriptedModel(['It ', 'is open.'])) {
  const logger = createRecordedLogger();
  const retryMs = { first: 10, longest: 50 };
  const bus = connectNatsBus({ url, name: 'reasoner', logger, retryMs });
  const client = connectNatsBus({ url, name: 'client', logger, retryMs });
  const database = openDatabase({ url: `file:${join(folder, 'reasoner.db')}`, logger });
  const workQueue = createNatsWorkQueue({
    url,
    prefix: 'REASONER',
    clock: systemClock,
    logger,
    limits: { leaseMs: 1000, duplicateWindowMs: 60_000, keepAnswersMs: 60_000, maxItems: 100, maxDeadLetters: 100 },
    subjects: {
      work: 'platform.reasoner.requests.durable',
      failed: 'platform.reasoner.requests.failed',
      result: 'platform.reasoner.result',
      answers: 'platform.reasoner.answers',
    },
  });
  const stop = new AbortController();
  const checkpoints = createLibsqlCheckpoints({ database, clock: systemClock });
  const reasoner = createReasoner(createReasonerDeps({ bus, model, clock: systemClock, checkpoints, workQueue, workQueueListens: true }));
  const consuming = reasoner.consume(stop.signal);
  await until('both are connected', () => bus.connected && client.connected);
  await Promise.all([bus.ping(AbortSignal.timeout(5000)), client.ping(AbortSignal.timeout(5000))]);
  return {
    bus,
    client,
    reasoner,
    workQueue,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await consuming;
      for (const part of [workQueue, bus, client, database]) await part[Symbol.asyncDispose]();
    },
  };
}

/** The ids of the results that were published on a server, in order, also those that came while nobody was connected. */
async function recordResults(url: string) {
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  const { streams } = await nats.jetstreamManager({ timeout: 1000 });
  await streams.add({ name: 'RESULTS', subjects: ['platform.reasoner.result'] });
  return {
    /** Throws while the server is not reached. */
    async ids() {
      const { state } = await streams.info('RESULTS');
      const stored = Array.from({ length: state.messages }, (_, index) => streams.getMessage('RESULTS', { seq: index + 1 }));
      return (await Promise.all(stored)).map(({ data }) => (decodeJson(data) as JsonObject)['request_id']);
    },
    [Symbol.asyncDispose]: () => nats.close(),
  };
}

const request = (id: string): Uint8Array => encodeJson({ request_id: id, user_id: 'ada', text: 'Is it open?' });

describe('the durable queue on a real nats-server', () => {
  it('NATS gone while a request is answered: one result once it is back, and none is lost', async () => {
    await using server = await startNatsServer();
    await using folder = await makeTemporaryFolder();
    await using results = await recordResults(server.url);
    const { promise: back, resolve: comeBack } = Promise.withResolvers<void>();
    let calls = 0;
    const model = createScriptedModel(['It ', () => ((calls += 1) > 1 ? Promise.resolve() : back), 'is open.']);
    await using service = await serve(server.url, folder.path, model);
    assert.equal(await service.workQueue.enqueue('r-1', request('r-1')), 'stored');
    await until('the model is at work', () => calls === 1);
    assert.equal(await service.workQueue.enqueue('r-2', request('r-2')), 'stored');
    await server.kill();
    await until('the outage is seen', () => !service.bus.connected && !service.client.connected);
    await assert.rejects(service.workQueue.enqueue('r-3', request('r-3')), { kind: 'unavailable' });
    comeBack();
    await server.restart();
    await until('both are answered', async () => (await results.ids().catch(() => [])).length >= 2);
    assert.equal(await service.workQueue.enqueue('r-4', request('r-4')), 'stored');
    await until('what comes later is answered too', async () => (await results.ids()).length >= 3);
    const ids = await results.ids();
    assert.deepEqual([ids.length, new Set(ids)], [3, new Set(['r-1', 'r-2', 'r-4'])]);
  });

  it('`parley dead-letters` lists what was buried, with the reason, and replays it', async () => {
    await using server = await startNatsServer();
    await using folder = await makeTemporaryFolder();
    await using service = await serve(server.url, folder.path);
    service.client.publish('platform.reasoner.request', new TextEncoder().encode('{oops'));
    const letters = async () => (await service.workQueue.deadLetters.list({ limit: 10 })).items;
    await until('it is buried', async () => (await letters()).length === 1);
    const http = await startModelServer(async (response, { method, path, headers }) => {
      const answer = await service.reasoner.handle(new Request(`http://localhost${path}`, { method, headers }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    const parley = (...args: string[]) =>
      runParley(['dead-letters', ...args, '--url', new URL(http.baseUrl).origin], { directory: folder.path });
    const listed = await parley('list');
    assert.equal(listed.code, 0, listed.errors);
    assert.match(listed.output, /^1 +- +platform\.reasoner\.request +0 .* The message is not valid JSON in UTF-8\.$/m);
    const replayed = await parley('replay', '--id', '1');
    assert.deepEqual([replayed.code, replayed.output.trim()], [0, '1 replayed'], replayed.errors);
    await until('it is buried again', async () => (await letters())[0]?.id === '2');
    const missing = await parley('replay', '--id', '1');
    assert.equal(missing.code, 1);
    assert.match(missing.errors, /There is no such dead letter/);
    await http[Symbol.asyncDispose]();
    const alone = await parley('list');
    assert.equal(alone.code, 1);
    assert.match(alone.errors, /no reasoner answers at/);
  });
});
